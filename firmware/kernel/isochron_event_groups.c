/* SPDX-License-Identifier: Apache-2.0 */

/* event_groups.c: FreeRTOS's, as configUSE_HW_ACCELERATION says. The hardware kernel has none yet
 * (include/isochron_refused.h). */
#include "FreeRTOSConfig.h"

#if !defined( configUSE_HW_ACCELERATION ) || ( configUSE_HW_ACCELERATION == 0 )
    #include <event_groups.c>
#endif
