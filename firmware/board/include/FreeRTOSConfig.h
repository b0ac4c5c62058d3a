/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS on the reference SoC. One configuration for every kernel and every program: what may
 * differ is set on the compiler's command line (-D), everything else is equal. */
#pragma once

#include "soc.h"

/* Which kernel. 0: FreeRTOS as it is; 1: the hardware kernel, or the hybrid. */
#ifndef configUSE_HW_ACCELERATION
    #define configUSE_HW_ACCELERATION 0
#endif
#ifndef configISOCHRON_HYBRID
    #define configISOCHRON_HYBRID 0
#endif

/* FreeRTOS V11.2's port for RISC-V, which the hybrid has, too, does not save floating-point registers. */
#if defined( __riscv ) && !defined( __riscv_float_abi_soft )
    #if ( configUSE_HW_ACCELERATION == 0 ) || ( configISOCHRON_HYBRID == 1 )
        #error "This kernel does not save floating-point registers: take isochron, or build with -mabi=ilp32."
    #endif
#endif

/* Cores of the SoC. A board that has more and includes this file says so. */
#ifndef configBOARD_CORES
    #define configBOARD_CORES 1
#endif
#if defined( configNUMBER_OF_CORES ) && ( configNUMBER_OF_CORES > configBOARD_CORES )
    #error "The reference SoC has one core: use isochron run --cores, or ISOCHRON_NUMBER_OF_CORES of CMake."
    /* nothing more is wrong then */
    #undef configNUMBER_OF_CORES
    #define configNUMBER_OF_CORES 1
#endif

#ifndef configHW_ACCELERATION_BASE_ADDRESS
    #define configHW_ACCELERATION_BASE_ADDRESS 0xA0000000
#endif
#define configISOCHRON_BANKS_BASE_ADDRESS 0xA0100000
#define configISOCHRON_CALLS_BASE_ADDRESS 0xA0300000
#define configISOCHRON_TRACE_BASE_ADDRESS 0xA0400000

/* 1: on VexRiscv the UART may interrupt (board_set_uart_handler), as it may on Ibex. */
#ifndef configBOARD_UART_INTERRUPT
    #define configBOARD_UART_INTERRUPT 0
#endif

/* 1: for a SoC with the time manager, and with a hardware kernel of as many tasks as that may wake. */
#ifndef configBOARD_TIME_MANAGER
    #define configBOARD_TIME_MANAGER 0
#endif
#if configBOARD_TIME_MANAGER
    #define configISOCHRON_TIME_MANAGER_BASE_ADDRESS 0xA0200000
    #define configMAX_HW_ACCELERATION_TASKS          128
    #define configNUM_THREAD_LOCAL_STORAGE_POINTERS  1 /* the alchemy layer's */
#endif

#ifndef configMAX_HW_ACCELERATION_TASKS
    #define configMAX_HW_ACCELERATION_TASKS 32
#endif
#ifndef configMAX_HW_ACCELERATION_SEMAPHORES
    #define configMAX_HW_ACCELERATION_SEMAPHORES 64
#endif

/* 0: FreeRTOS's generic selection of the next task, any number of priorities; 1: the port's
 * bitmap, at most 32. */
#ifndef configUSE_PORT_OPTIMISED_TASK_SELECTION
    #define configUSE_PORT_OPTIMISED_TASK_SELECTION 0
#endif
#ifndef configMAX_PRIORITIES
    #if configUSE_PORT_OPTIMISED_TASK_SELECTION
        #define configMAX_PRIORITIES 32
    #else
        #define configMAX_PRIORITIES 64
    #endif
#endif

/* 1, of FreeRTOS as it is, on Ibex: a tick saves all registers only if it switches (short_tick.S). VexRiscv
 * takes every trap through one entry, which saves all. */
#ifndef configBOARD_SHORT_TICK
    #define configBOARD_SHORT_TICK 0
#endif

/* Time. The CLINT's mtime counts clock cycles. */
#ifndef configCPU_CLOCK_HZ
    #define configCPU_CLOCK_HZ 50000000
#endif
#ifndef configTICK_RATE_HZ
    #define configTICK_RATE_HZ 1000
#endif
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#ifndef configINITIAL_TICK_COUNT
    #define configINITIAL_TICK_COUNT 0
#endif
#if configISOCHRON_HYBRID == 1
    #define configMTIME_BASE_ADDRESS    0 /* the hybrid has a timer of its own */
    #define configMTIMECMP_BASE_ADDRESS 0
#else
    #define configMTIME_BASE_ADDRESS    ( SOC_BASE + SOC_CLINT_MTIME_OFFSET )
    #define configMTIMECMP_BASE_ADDRESS ( SOC_BASE + SOC_CLINT_MTIMECMP_OFFSET )
#endif

/* Scheduling. */
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

/* What an application may leave out; a benchmark leaves out what it does not use. */
#ifndef configUSE_MUTEXES
    #define configUSE_MUTEXES 0
#endif
#ifndef configUSE_COUNTING_SEMAPHORES
    #define configUSE_COUNTING_SEMAPHORES 1
#endif
#ifndef configUSE_TASK_NOTIFICATIONS
    #define configUSE_TASK_NOTIFICATIONS 1
#endif
#ifndef configUSE_TIMERS
    #define configUSE_TIMERS 0
#endif
#ifndef configTIMER_TASK_PRIORITY
    #define configTIMER_TASK_PRIORITY ( configMAX_PRIORITIES - 2 )
#endif
#define configTIMER_QUEUE_LENGTH     8
#define configTIMER_TASK_STACK_DEPTH 320
#ifndef configGENERATE_RUN_TIME_STATS
    #define configGENERATE_RUN_TIME_STATS 0
#endif
#ifndef configUSE_STATS_FORMATTING_FUNCTIONS
    #define configUSE_STATS_FORMATTING_FUNCTIONS 0
#endif
#ifndef configUSE_APPLICATION_TASK_TAG
    #define configUSE_APPLICATION_TASK_TAG 0
#endif
#ifndef configNUM_THREAD_LOCAL_STORAGE_POINTERS
    #define configNUM_THREAD_LOCAL_STORAGE_POINTERS 0
#endif
#ifndef configUSE_TRACE_FACILITY
    #define configUSE_TRACE_FACILITY 0
#endif

/* Hooks. */
#ifndef configUSE_IDLE_HOOK
    #define configUSE_IDLE_HOOK 0
#endif
#ifndef configUSE_TICK_HOOK
    #define configUSE_TICK_HOOK 0
#endif
#ifndef configUSE_MALLOC_FAILED_HOOK
    #define configUSE_MALLOC_FAILED_HOOK 1
#endif
#ifndef configCHECK_FOR_STACK_OVERFLOW
    #define configCHECK_FOR_STACK_OVERFLOW 0
#endif
#ifndef configUSE_DAEMON_TASK_STARTUP_HOOK
    #define configUSE_DAEMON_TASK_STARTUP_HOOK 0
#endif

/* Memory: 256 KiB in all. Stack sizes are in words. */
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
    #define configTOTAL_HEAP_SIZE ( 128 * 1024 )
#endif
#ifndef configMINIMAL_STACK_SIZE
    #define configMINIMAL_STACK_SIZE 160
#endif
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
#define INCLUDE_xResumeFromISR 1
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
#ifndef INCLUDE_xTaskGetHandle
    #define INCLUDE_xTaskGetHandle 0
#endif
#ifndef INCLUDE_uxTaskGetStackHighWaterMark
    #define INCLUDE_uxTaskGetStackHighWaterMark 0
#endif
#ifndef INCLUDE_uxTaskGetStackHighWaterMark2
    #define INCLUDE_uxTaskGetStackHighWaterMark2 0
#endif

/* Without NDEBUG: a call that would block or yield in an interrupt service routine fails an assertion. */
#ifndef NDEBUG
    #define portASSERT_IF_IN_ISR() configASSERT( board_in_interrupt() == 0 )
#endif

/* Measured programs are built with NDEBUG, as an application would be for production. */
#ifndef NDEBUG
    #ifdef __cplusplus
extern "C" {
    #endif
void board_assertion_failed( const char * file, int line );
int board_in_interrupt( void );
void board_print( const char * text );
    #ifdef __cplusplus
}
    #endif
    #ifndef configPRINT_STRING
        #define configPRINT_STRING( text ) board_print( text )
    #endif
    #define configASSERT( x )                             \
    do                                                    \
    {                                                     \
        if( ( x ) == 0 )                                  \
        {                                                 \
            board_assertion_failed( __FILE__, __LINE__ ); \
        }                                                 \
    } while( 0 )
#endif

/* Run time is counted in clock cycles. */
#if configGENERATE_RUN_TIME_STATS == 1
    #define portCONFIGURE_TIMER_FOR_RUN_TIME_STATS()
    #define portGET_RUN_TIME_COUNTER_VALUE()              \
    ( {                                                   \
    unsigned long cycles;                                 \
    __asm volatile( "csrr %0, mcycle" : "=r"( cycles ) ); \
    cycles;                                               \
    } )
#endif

/* Where an application includes its trace recorder. */
#ifdef configTRACE_HEADER
    #include configTRACE_HEADER
#endif
