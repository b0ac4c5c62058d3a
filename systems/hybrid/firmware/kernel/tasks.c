/* SPDX-License-Identifier: Apache-2.0 */

/* tasks.c for the hybrid. Each file below includes those that it needs, so that an editor can open it alone.
 */
#include <kernel/common/configuration_report.c>
#include "task_lists.c"
#include "configuration.c"
#include <kernel/common/task_table.c>
#include "task_start.c"
#include <kernel/common/task_creation.c>
#include <kernel/common/task_reclamation.c>
#include "task_deletion.c"
#include "task_time.c"
#include "ticks.c"
#include "task_sleep.c"
#include <kernel/common/idle_task.c>
#include <kernel/common/task_switch.c>
#include "scheduler.c"
#include "event_lists.c"
#include "priority_inheritance.c"
#include "task_priority.c"
#include "task_state.c"
#include "task_suspension.c"
#include "task_notifications.c"
#include "interrupt_lines.c"
#include <kernel/common/time_outs.c>
#include <kernel/common/task_information.c>
#include <kernel/common/task_attributes.c>
#include <kernel/common/task_statistics.c>
#include <kernel/common/task_reset.c>
