/* SPDX-License-Identifier: Apache-2.0 */

/* tasks.c: the hardware kernel's or FreeRTOS's, as configUSE_HW_ACCELERATION says. */
#include "FreeRTOSConfig.h"

#if defined( configUSE_HW_ACCELERATION ) && ( configUSE_HW_ACCELERATION == 1 )
    #include "accelerated/configuration.c"
    #include "accelerated/event_lists.c"
    #include "accelerated/priority_inheritance.c"
    #include "accelerated/task_creation.c"
    #include "accelerated/task_deletion.c"
    #include "accelerated/task_sleep.c"
    #include "accelerated/task_scheduling.c"
    #include "accelerated/task_time.c"
    #include "accelerated/task_notifications.c"
    #include "accelerated/task_information.c"
    #include "accelerated/task_attributes.c"
    #include "accelerated/task_switch.c"
    #include "accelerated/task_statistics.c"
    #include "accelerated/task_reset.c"
    #include "accelerated/lines.c"
    #include "accelerated/monitor.c"
    #include "accelerated/hooks.c"
#else
    #include <tasks.c>
#endif
