/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's portmacro.h, and what configUSE_HW_ACCELERATION changes in it. This folder comes
 * before FreeRTOS's port on the include path; isochron_portmacro.h is the attachment's. */
#ifndef ISOCHRON_PORTMACRO_WRAPPER_H
#define ISOCHRON_PORTMACRO_WRAPPER_H

#include_next <portmacro.h>

#if defined( configUSE_HW_ACCELERATION ) && ( configUSE_HW_ACCELERATION == 1 )
    #include "isochron_portmacro.h"
    #include "isochron_refused.h"
#endif

#endif /* ISOCHRON_PORTMACRO_WRAPPER_H */
