/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS in a native process. One configuration for FreeRTOS as it is and for the hardware
 * kernel; configUSE_HW_ACCELERATION is set on the compiler's command line. */
#pragma once

#include <stdint.h>

/* The hardware kernel: as src/isochron/building/native.py builds it. The address is not on any bus. */
#define configHW_ACCELERATION_BASE_ADDRESS 0xA0000000
/* Of the hybrid: its timer runs for each tick that the program makes. */
#define configISOCHRON_TICK_PERIOD         0

/* Time. Ticks come when the program says so, so the rate is a name only. The tick starts where the
 * program says, too; FreeRTOS as it is wants a constant here, its port sets the tick. */
#ifndef configCPU_CLOCK_HZ
    #define configCPU_CLOCK_HZ 1000000
#endif
#ifndef configTICK_RATE_HZ
    #define configTICK_RATE_HZ 1000
#endif
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#ifndef configINITIAL_TICK_COUNT
    #if ( configUSE_HW_ACCELERATION == 1 )
extern uint32_t ulHostFirstTick;
        #define configINITIAL_TICK_COUNT ulHostFirstTick
    #else
        #define configINITIAL_TICK_COUNT                  0
        #define configINCLUDE_FREERTOS_TASK_C_ADDITIONS_H 1
    #endif
#endif

/* Scheduling. */
#ifndef configMAX_PRIORITIES
    #define configMAX_PRIORITIES 8
#endif
#define configUSE_PORT_OPTIMISED_TASK_SELECTION 0
#ifndef configUSE_PREEMPTION
    #define configUSE_PREEMPTION 1
#endif
#ifndef configUSE_TIME_SLICING
    #define configUSE_TIME_SLICING 1
#endif
#ifndef configIDLE_SHOULD_YIELD
    #define configIDLE_SHOULD_YIELD 1
#endif
#ifndef configUSE_TICKLESS_IDLE
    #define configUSE_TICKLESS_IDLE 0
#endif

/* What there is. */
#ifndef configUSE_MUTEXES
    #define configUSE_MUTEXES 1
#endif
#ifndef configUSE_RECURSIVE_MUTEXES
    #define configUSE_RECURSIVE_MUTEXES 1
#endif
#ifndef configUSE_COUNTING_SEMAPHORES
    #define configUSE_COUNTING_SEMAPHORES 1
#endif
#ifndef configUSE_QUEUE_SETS
    #define configUSE_QUEUE_SETS 1
#endif
#ifndef configUSE_TASK_NOTIFICATIONS
    #define configUSE_TASK_NOTIFICATIONS 1
#endif
#ifndef configTASK_NOTIFICATION_ARRAY_ENTRIES
    #define configTASK_NOTIFICATION_ARRAY_ENTRIES 3
#endif
#ifndef configUSE_TIMERS
    #define configUSE_TIMERS 0
#endif
#ifndef configTIMER_TASK_PRIORITY
    #define configTIMER_TASK_PRIORITY ( configMAX_PRIORITIES - 2 )
#endif
#define configTIMER_QUEUE_LENGTH     8
#define configTIMER_TASK_STACK_DEPTH 16
#ifndef configUSE_TRACE_FACILITY
    #define configUSE_TRACE_FACILITY 1
#endif

/* Hooks. */
#ifndef configUSE_IDLE_HOOK
    #define configUSE_IDLE_HOOK 1
#endif
#ifndef configUSE_TICK_HOOK
    #define configUSE_TICK_HOOK 0
#endif
#ifndef configUSE_MALLOC_FAILED_HOOK
    #define configUSE_MALLOC_FAILED_HOOK 0
#endif
#ifndef configCHECK_FOR_STACK_OVERFLOW
    #define configCHECK_FOR_STACK_OVERFLOW 0
#endif

/* Memory. Tasks run on the machine's stacks; FreeRTOS's stack holds a pointer only. */
#ifndef configSUPPORT_DYNAMIC_ALLOCATION
    #define configSUPPORT_DYNAMIC_ALLOCATION 1
#endif
#ifndef configSUPPORT_STATIC_ALLOCATION
    #define configSUPPORT_STATIC_ALLOCATION 1
#endif
#ifndef configKERNEL_PROVIDED_STATIC_MEMORY
    #define configKERNEL_PROVIDED_STATIC_MEMORY 1
#endif
#ifndef configTOTAL_HEAP_SIZE
    #define configTOTAL_HEAP_SIZE ( 64 * 1024 )
#endif
#define configMINIMAL_STACK_SIZE 16
#ifndef configMAX_TASK_NAME_LEN
    #define configMAX_TASK_NAME_LEN 16
#endif

#ifndef INCLUDE_vTaskPrioritySet
    #define INCLUDE_vTaskPrioritySet 1
#endif
#ifndef INCLUDE_uxTaskPriorityGet
    #define INCLUDE_uxTaskPriorityGet 1
#endif
#ifndef INCLUDE_vTaskDelete
    #define INCLUDE_vTaskDelete 1
#endif
#ifndef INCLUDE_vTaskSuspend
    #define INCLUDE_vTaskSuspend 1
#endif
#ifndef INCLUDE_xResumeFromISR
    #define INCLUDE_xResumeFromISR 1
#endif
#ifndef INCLUDE_xTaskDelayUntil
    #define INCLUDE_xTaskDelayUntil 1
#endif
#ifndef INCLUDE_vTaskDelay
    #define INCLUDE_vTaskDelay 1
#endif
#ifndef INCLUDE_xTaskGetSchedulerState
    #define INCLUDE_xTaskGetSchedulerState 1
#endif
#ifndef INCLUDE_xTaskGetCurrentTaskHandle
    #define INCLUDE_xTaskGetCurrentTaskHandle 1
#endif
#ifndef INCLUDE_xTaskGetIdleTaskHandle
    #define INCLUDE_xTaskGetIdleTaskHandle 1
#endif
#ifndef INCLUDE_eTaskGetState
    #define INCLUDE_eTaskGetState 1
#endif
#ifndef INCLUDE_xTaskAbortDelay
    #define INCLUDE_xTaskAbortDelay 1
#endif
#ifndef INCLUDE_xSemaphoreGetMutexHolder
    #define INCLUDE_xSemaphoreGetMutexHolder 1
#endif

#ifdef __cplusplus
extern "C"
#endif
    void host_assertion_failed( const char * file, int line ) __attribute__( ( noreturn ) );
#ifndef configASSERT
    #define configASSERT( x )                            \
    do                                                   \
    {                                                    \
        if( ( x ) == 0 )                                 \
        {                                                \
            host_assertion_failed( __FILE__, __LINE__ ); \
        }                                                \
    } while( 0 )
#endif

/* Where an application includes its trace recorder. */
#ifdef configTRACE_HEADER
    #include configTRACE_HEADER
#endif
