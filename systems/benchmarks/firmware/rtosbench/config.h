/* SPDX-License-Identifier: Apache-2.0 */

/* What RTOSBench asks of a port: the types of its objects, and what it may assume. */
#pragma once

#include <stdint.h>

#include "FreeRTOS.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"

#define BASE_PRIO 10

/* The tests know their workload for a long of 64 bits; here it has 32. */
#define DO_WORKLOAD( i ) _workload_results[ i ] = rtosbench_work();

#define TASK_DEFAULT_RETURN
#define MAIN_DEFAULT_RETURN 0

typedef void no_task_retval_t;
typedef void * no_task_argument_t;
typedef int no_main_retval_t;
typedef int no_main_argument_t;
typedef no_task_retval_t ( *no_task_entry_t )( no_task_argument_t );
typedef TaskHandle_t no_task_handle_t;
typedef uint32_t no_time_t; /* clock cycles */
typedef SemaphoreHandle_t no_sem_t;
typedef SemaphoreHandle_t no_mutex_t;
typedef void * no_event_t; /* no test has one */
typedef QueueHandle_t no_mq_t;
typedef void ( *no_int_handler_t )( int, void * );

/* A square root, with a fraction of 16 bits, as in the tests. */
unsigned long rtosbench_work( void );
