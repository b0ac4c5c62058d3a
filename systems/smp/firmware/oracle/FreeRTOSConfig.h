/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's SMP scheduler within the oracle. How it is built is said on the command line:
 * configNUMBER_OF_CORES, configUSE_CORE_AFFINITY, configUSE_TASK_PREEMPTION_DISABLE,
 * configUSE_TIME_SLICING, configRUN_MULTIPLE_PRIORITIES. */
#pragma once

#define configMAX_PRIORITIES                      6
#define configUSE_PREEMPTION                      1
#define configUSE_PORT_OPTIMISED_TASK_SELECTION   0
#define configUSE_IDLE_HOOK                       0
#define configUSE_PASSIVE_IDLE_HOOK               0
#define configUSE_TICK_HOOK                       0
#define configTICK_RATE_HZ                        1000
#define configTICK_TYPE_WIDTH_IN_BITS             TICK_TYPE_WIDTH_32_BITS
#define configMINIMAL_STACK_SIZE                  64
#define configMAX_TASK_NAME_LEN                   8
#define configSUPPORT_STATIC_ALLOCATION           0
#define configSUPPORT_DYNAMIC_ALLOCATION          1
#define configUSE_COUNTING_SEMAPHORES             1
#define configUSE_MUTEXES                         1
#define configCHECK_FOR_STACK_OVERFLOW            0
#define configINCLUDE_FREERTOS_TASK_C_ADDITIONS_H 1

#define INCLUDE_vTaskPrioritySet   1
#define INCLUDE_vTaskSuspend       1
#define INCLUDE_vTaskDelay         1
#define INCLUDE_xTaskResumeFromISR 1

void vOracleFail( const char * pcWhat );
#define configASSERT( x )                           \
    do                                              \
    {                                               \
        if( !( x ) )                                \
        {                                           \
            vOracleFail( "assertion failed: " #x ); \
        }                                           \
    } while( 0 )
