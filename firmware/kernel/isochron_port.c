/* SPDX-License-Identifier: Apache-2.0 */

/* The port layer: the hardware kernel's or FreeRTOS's, as configUSE_HW_ACCELERATION says. */
#include "FreeRTOSConfig.h"

#if defined( configUSE_HW_ACCELERATION ) && ( configUSE_HW_ACCELERATION == 1 )
    #include "attachment_port.c"
#else
    #include <port.c>
#endif
