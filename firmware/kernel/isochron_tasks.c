/* SPDX-License-Identifier: Apache-2.0 */

/* tasks.c: the hardware kernel's or FreeRTOS's, as configUSE_HW_ACCELERATION says. */
#include "isochron_choice.h"

#if ( isochronACCELERATED == 1 )
    #include "common/configuration_report.c"
    #include "accelerated/configuration.c"
    #include "accelerated/event_lists.c"
    #include "accelerated/priority_inheritance.c"
    #include "common/task_table.c"
    #include "accelerated/task_start.c"
    #include "common/task_creation.c"
    #include "common/task_reclamation.c"
    #include "accelerated/task_deletion.c"
    #include "accelerated/task_sleep.c"
    #include "common/idle_task.c"
    #include "accelerated/task_scheduling.c"
    #include "accelerated/task_time.c"
    #include "common/time_outs.c"
    #include "accelerated/task_notifications.c"
    #include "accelerated/task_state.c"
    #include "common/task_information.c"
    #include "common/task_attributes.c"
    #include "accelerated/run_times.c"
    #include "common/task_switch.c"
    #include "accelerated/task_choice.c"
    #include "common/task_statistics.c"
    #include "accelerated/task_reset.c"
    #include "accelerated/lines.c"
    #include "accelerated/monitor.c"
    #include "accelerated/hooks.c"
#else
    #include <tasks.c>
#endif
