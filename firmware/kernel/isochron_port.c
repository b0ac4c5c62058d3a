/* SPDX-License-Identifier: Apache-2.0 */

/* The port layer: the hardware kernel's or FreeRTOS's, as configUSE_HW_ACCELERATION says. */
#include "isochron_choice.h"

#if ( isochronHARDWARE_KERNEL == 1 )
    #include "attachment_port.c"
#else
    #if ( isochronHYBRID == 1 )
        #include "FreeRTOS.h"

        /* It has a timer of its own, whatever FreeRTOSConfig.h says. */
        #undef configMTIME_BASE_ADDRESS
        #define configMTIME_BASE_ADDRESS 0
        #undef configMTIMECMP_BASE_ADDRESS
        #define configMTIMECMP_BASE_ADDRESS 0
    #endif

    #include <port.c>
#endif
