/* SPDX-License-Identifier: Apache-2.0 */

/* Event groups: FreeRTOS's own event_groups.c, with each group's lock. */
#include "locked.h"

#if gicOBJECTS && ( configUSE_EVENT_GROUPS == 1 )
    #define gicLOCK() vGicLock( pxEventBits )
    #include "../event_groups.c"
#endif
