/* SPDX-License-Identifier: Apache-2.0 */

/* tasks.c: the hardware kernel's or FreeRTOS's, as configUSE_HW_ACCELERATION says. Each file below
 * includes those that it needs, so that an editor can open it alone. */
#include "isochron_choice.h"

#if ( isochronHARDWARE_KERNEL == 0 ) && defined( __riscv )
    #define MPU_WRAPPERS_INCLUDED_FROM_API_FILE
    #include "FreeRTOS.h"

/* FreeRTOS's port leaves the installation of its trap handler to the application. A board may do it in
 * a function of this name, before the scheduler starts; isochron_port_asm.S has one that does nothing. */
void vApplicationInstallTrapHandler( void );

    #define xPortStartScheduler() ( vApplicationInstallTrapHandler(), xPortStartScheduler() )
#endif

#if ( isochronHARDWARE_KERNEL == 1 )
    #include "common/configuration_report.c"
    #include "hardware_kernel/configuration.c"
    #include "hardware_kernel/refusals.c"
    #include "common/task_table.c"
    #include "hardware_kernel/task_start.c"
    #include "hardware_kernel/event_lists.c"
    #include "common/task_creation.c"
    #include "common/task_reclamation.c"
    #include "hardware_kernel/task_deletion.c"
    #include "hardware_kernel/task_sleep.c"
    #include "common/idle_task.c"
    #include "hardware_kernel/task_scheduling.c"
    #include "hardware_kernel/task_cores.c"
    #include "hardware_kernel/task_time.c"
    #include "common/time_outs.c"
    #include "hardware_kernel/task_notifications.c"
    #include "hardware_kernel/task_state.c"
    #include "common/task_information.c"
    #include "common/task_attributes.c"
    #include "hardware_kernel/run_times.c"
    #include "common/task_switch.c"
    #include "hardware_kernel/task_choice.c"
    #include "common/task_statistics.c"
    #include "common/task_reset.c"
    #include "hardware_kernel/lines.c"
    #include "hardware_kernel/monitor.c"
    #include "hardware_kernel/trace.c"
    #include "hardware_kernel/hooks.c"
#elif ( isochronHYBRID == 1 )
    #include <kernel/tasks.c> /* of systems/hybrid/firmware, which is on the include path */
#else
    #include <tasks.c>
#endif
