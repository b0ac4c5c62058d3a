/* SPDX-License-Identifier: Apache-2.0 */

/* Periodic tasks for the benchmarks of the time manager: tasks that only wait, and a director, a
 * FreeRTOS task, that says how many there are and when they wake. */
#pragma once

#include "FreeRTOS.h"
#include "task.h"

#include "alchemy/task.h"
#include "bench.h"
#include "time_base.h"

/* The line on which stopwatch and probes see the time manager: soc_pkg::OtherLine. */
#define TIME_MANAGER_LINE 7

/* The paper's numbers of tasks, and on. */
#define NUMBERS_OF_TASKS { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 32, 64 }
#define MOST_TASKS       64

/* Longer than any benchmark. */
#define FAR_NS ( ( RTIME ) 1000 * NS_PER_SECOND )

#define WAITING_PRIORITY 2

/* What the task of a number does, for ever. Called in each task; it waits in rt_task_wait_period(). */
typedef void ( *waiting_task_t )( unsigned number );

/* Sees to it that `count` tasks, and no others, are there, each waiting in rt_task_wait_period() or
 * not yet periodic. All have priority WAITING_PRIORITY. */
void waiting_tasks( unsigned count, waiting_task_t function );

/* Lets the task's next release be at a date (TM_NOW: one period from now), and one each period after it. */
void waiting_release( unsigned number, RTIME date, RTIME period );

/* Starts a benchmark, after bench_begin(). */
void waiting_begin( TaskFunction_t director, UBaseType_t priority );

/* Rests until an interrupt: the core then starts each from the same state. */
static inline void waiting_rest( void )
{
    __asm volatile( "wfi" );
}
