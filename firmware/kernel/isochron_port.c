/* SPDX-License-Identifier: Apache-2.0 */

/* The port layer: the hardware kernel's or FreeRTOS's, as configUSE_HW_ACCELERATION says. */
#include "isochron_choice.h"

#if ( isochronHARDWARE_KERNEL == 1 )
    #include "attachment_port.c"
#else
    #include <port.c>
#endif
