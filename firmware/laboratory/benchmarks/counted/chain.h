/* SPDX-License-Identifier: Apache-2.0 */

/* The control flow of the co-designed FreeRTOS paper: tasks of distinct, neighbouring priorities
 * of which each suspends itself and so dispatches the next. */
#pragma once

#include "FreeRTOS.h"
#include "task.h"

/* Sizes of the chain, idle not counted: up to what the hardware has beside idle, or the priorities
 * allow. */
#define CHAIN_STEP 5U
#define CHAIN_MOST \
    ( ( ( configMAX_HW_ACCELERATION_TASKS <= 32 ) || ( configMAX_PRIORITIES <= 32 ) ) ? 30U : 60U )

/* Passes of one size that only fill caches, and that are measured. */
#define CHAIN_WARM     2U
#define CHAIN_MEASURED 4U

/* Creates the tasks of a chain of this size that are not there yet; each runs `body`, and has its
 * number as parameter, from 0, the lowest, on. The caller is one more task, below them, with
 * priority 1. */
void chain_grow( unsigned size, TaskFunction_t body );

/* Makes the other tasks of the chain ready and lets them run, the highest first, until each of them
 * is suspended. */
void chain_pass( void );
