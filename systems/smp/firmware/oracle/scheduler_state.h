/* SPDX-License-Identifier: Apache-2.0 */

/* What freertos_tasks_c_additions.h, which FreeRTOS compiles into tasks.c, tells of the scheduler. */
#pragma once

#include "FreeRTOS.h"
#include "task.h"

/* The task that is current on a core. */
TaskHandle_t oracle_current( BaseType_t core );

BaseType_t oracle_is_suspended( void );

/* Who is current on each core, what is asked of it, and who is ready for it in which order. */
void oracle_print_state( void );

/* A ready task that does not run goes behind its equals. */
void oracle_requeue( TaskHandle_t handle );

/* A task's number, in the order of creation. */
int oracle_number( TaskHandle_t handle );
