/* SPDX-License-Identifier: Apache-2.0 */

/* What FreeRTOS's common demos need, over the board's FreeRTOSConfig.h. A tick has
 * 10,000 cycles, which the demos take for a millisecond. */
#pragma once

#define configCPU_CLOCK_HZ                    10000000
#define configTICK_RATE_HZ                    1000
#define configMAX_PRIORITIES                  7
#define configMINIMAL_STACK_SIZE              256
#define configTOTAL_HEAP_SIZE                 ( 140 * 1024 )
#define configUSE_TICK_HOOK                   1
#define configUSE_MUTEXES                     1
#define configUSE_RECURSIVE_MUTEXES           1
#define configUSE_QUEUE_SETS                  1
#define configQUEUE_REGISTRY_SIZE             10
#define configUSE_TIMERS                      1
#define configTIMER_TASK_PRIORITY             ( configMAX_PRIORITIES - 1 )
#define configTASK_NOTIFICATION_ARRAY_ENTRIES 3
#define configUSE_TRACE_FACILITY              1
#define INCLUDE_xTaskAbortDelay               1
#define INCLUDE_xTaskGetHandle                1
#define INCLUDE_xTimerPendFunctionCall        1
#define INCLUDE_eTaskGetState                 1
#define INCLUDE_xSemaphoreGetMutexHolder      1

#include_next <FreeRTOSConfig.h>

/* TimerDemo's test of a full queue wants more than the board's. */
#undef configTIMER_QUEUE_LENGTH
#define configTIMER_QUEUE_LENGTH 20
