/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS on the Versatile Express boards. One configuration for both kernels and every program;
 * what may differ is set on the compiler's command line (-D). */
#pragma once

#include "board.h"

/* Which kernel. 0: FreeRTOS with its port ARM_CA9; 1: tasks are interrupts, scheduled by the GIC. */
#ifndef configUSE_GIC_SCHEDULER
    #define configUSE_GIC_SCHEDULER 0
#endif
#ifndef configNUMBER_OF_CORES
    #define configNUMBER_OF_CORES 1
#endif
#if configNUMBER_OF_CORES > 1
    #define configRUN_MULTIPLE_PRIORITIES 1
    #define configUSE_CORE_AFFINITY       1
    #define configUSE_PASSIVE_IDLE_HOOK   0
#endif

/* 0: FreeRTOS's generic selection of the next task; 1: the port's bitmap, at most 32 priorities. */
#ifndef configUSE_PORT_OPTIMISED_TASK_SELECTION
    #define configUSE_PORT_OPTIMISED_TASK_SELECTION 0
#endif

/* A GIC has one priority that is never delivered, and the kernel on the GIC takes the highest. */
#ifndef configMAX_PRIORITIES
    #define configMAX_PRIORITIES ( ( 1 << BOARD_PRIORITY_BITS ) - 2 )
#endif

/* The GIC, as stock's port wants it. */
#define configINTERRUPT_CONTROLLER_BASE_ADDRESS         BOARD_GIC_DISTRIBUTOR
#define configINTERRUPT_CONTROLLER_CPU_INTERFACE_OFFSET ( BOARD_GIC_INTERFACE - BOARD_GIC_DISTRIBUTOR )
#define configUNIQUE_INTERRUPT_PRIORITIES               ( 1 << BOARD_PRIORITY_BITS )
#define configMAX_API_CALL_INTERRUPT_PRIORITY           ( configUNIQUE_INTERRUPT_PRIORITIES / 2 + 2 )

#ifndef configTICK_RATE_HZ
    #define configTICK_RATE_HZ 1000
#endif
/* Where the GIC schedules: the tick comes as a task of this priority would; above all, as FreeRTOS's. */
#ifndef configGIC_TICK_PRIORITY
    #define configGIC_TICK_PRIORITY configMAX_PRIORITIES
#endif
/* FreeRTOS's objects and notifications where the GIC schedules. */
#ifndef configGIC_OBJECTS
    #define configGIC_OBJECTS 0
#endif
/* How many double registers of the floating-point unit tasks have where the GIC schedules: 0, 16, 32. */
#ifndef configGIC_FPU
    #define configGIC_FPU 0
#endif
/* A task is larger with these than FreeRTOS's: memory that the application gives for one grows by such
 * pointers, which are no task's. */
#if configGIC_OBJECTS || configGIC_FPU
    #define configNUM_THREAD_LOCAL_STORAGE_POINTERS ( 8 * ( configGIC_OBJECTS ) + 2 * ( configGIC_FPU != 0 ) )
#endif
#define configUSE_COUNTING_SEMAPHORES 1
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#ifndef configINITIAL_TICK_COUNT
    #define configINITIAL_TICK_COUNT 0
#endif

#ifndef configUSE_TIME_SLICING
    #define configUSE_TIME_SLICING 1
#endif
#define configUSE_PREEMPTION           1
#define configIDLE_SHOULD_YIELD        1
#define configUSE_IDLE_HOOK            ( configUSE_GIC_SCHEDULER == 0 )
#define configUSE_TICK_HOOK            0
#define configCHECK_FOR_STACK_OVERFLOW 0
#define configUSE_MALLOC_FAILED_HOOK   0
#ifndef configUSE_MUTEXES
    #define configUSE_MUTEXES 0
#endif
#define configUSE_RECURSIVE_MUTEXES configUSE_MUTEXES
#ifndef configUSE_TIMERS
    #define configUSE_TIMERS 0
#endif
#ifndef configTIMER_TASK_PRIORITY
    #define configTIMER_TASK_PRIORITY 3
#endif
#define configTIMER_QUEUE_LENGTH       4
#define configTIMER_TASK_STACK_DEPTH   512
#define INCLUDE_xTimerPendFunctionCall configUSE_TIMERS
#ifndef configUSE_STREAM_BUFFERS
    #define configUSE_STREAM_BUFFERS 0
#endif
#ifndef configUSE_QUEUE_SETS
    #define configUSE_QUEUE_SETS 0
#endif
#define configUSE_TASK_NOTIFICATIONS    1
#define configRECORD_STACK_HIGH_ADDRESS 1

#define configSUPPORT_DYNAMIC_ALLOCATION    1
#define configSUPPORT_STATIC_ALLOCATION     1
#define configKERNEL_PROVIDED_STATIC_MEMORY 1
#define configTOTAL_HEAP_SIZE               ( 512 * 1024 )
#define configMINIMAL_STACK_SIZE            256
#define configMAX_TASK_NAME_LEN             16

#define INCLUDE_vTaskPrioritySet          1
#define INCLUDE_uxTaskPriorityGet         1
#define INCLUDE_vTaskDelete               1
#define INCLUDE_vTaskSuspend              1
#define INCLUDE_xResumeFromISR            1
#define INCLUDE_xTaskDelayUntil           1
#define INCLUDE_vTaskDelay                1
#define INCLUDE_eTaskGetState             1
#define INCLUDE_xTaskGetSchedulerState    1
#define INCLUDE_xTaskGetCurrentTaskHandle 1
#define INCLUDE_xSemaphoreGetMutexHolder  1

#ifndef __ASSEMBLER__
    #define configSETUP_TICK_INTERRUPT() board_start_stock_tick()
    #define configCLEAR_TICK_INTERRUPT() board_clear_tick()
void board_start_stock_tick( void );

/* Measured programs are built with NDEBUG, as an application would be for production. */
    #ifndef NDEBUG
        #define configASSERT( x )                         \
    do                                                    \
    {                                                     \
        if( ( x ) == 0 )                                  \
        {                                                 \
            board_assertion_failed( __FILE__, __LINE__ ); \
        }                                                 \
    } while( 0 )
    #endif
#endif /* ifndef __ASSEMBLER__ */
