/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's options. Clock, addresses and sizes are the SoC's: LiteX has written them. */
#pragma once

#include <generated/mem.h>
#include <generated/soc.h>

#define configHW_ACCELERATION_BASE_ADDRESS   ISOCHRON_BASE
#define configMAX_HW_ACCELERATION_TASKS      ISOCHRON_NTASKS
#define configMAX_HW_ACCELERATION_SEMAPHORES ISOCHRON_NOBJECTS
#define configMAX_PRIORITIES                 ISOCHRON_NPRIORITIES
#define configUSE_PORT_OPTIMISED_TASK_SELECTION \
    0 /* FreeRTOS's, for at most 32 priorities; the hardware selects */
#ifdef CONFIG_CPU_TYPE_IBEX
    #define configISOCHRON_VECTORED_INTERRUPTS 1 /* a cause has an entry of its own */
#else
    #define configISOCHRON_VECTORED_INTERRUPTS 0 /* every trap comes through one entry */
#endif

#define configCPU_CLOCK_HZ            CONFIG_CLOCK_FREQUENCY
#define configTICK_RATE_HZ            1000
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#define configMTIME_BASE_ADDRESS      0 /* there is no CLINT: the hardware kernel counts ticks */
#define configMTIMECMP_BASE_ADDRESS   0

/* Memory. Stacks are in words. */
#define configTOTAL_HEAP_SIZE            ( 32 * 1024 )
#define configMINIMAL_STACK_SIZE         160
#define configSUPPORT_DYNAMIC_ALLOCATION 1
#define configSUPPORT_STATIC_ALLOCATION  0

/* What the application uses. */
#define configMAX_TASK_NAME_LEN       16
#define configUSE_PREEMPTION          1
#define configUSE_IDLE_HOOK           0
#define configUSE_TICK_HOOK           0
#define configUSE_COUNTING_SEMAPHORES 1
#define configUSE_MUTEXES             1
#define INCLUDE_vTaskDelay            1
#define INCLUDE_vTaskDelete           1
#define INCLUDE_vTaskSuspend          1
#define INCLUDE_vTaskPrioritySet      1
#define INCLUDE_uxTaskPriorityGet     1

#ifdef __cplusplus
extern "C"
#endif
    void board_fail( const char * message );
#define configASSERT( x )                       \
    do                                          \
    {                                           \
        if( ( x ) == 0 )                        \
        {                                       \
            board_fail( "assertion failed\n" ); \
        }                                       \
    } while( 0 )
