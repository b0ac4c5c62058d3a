/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's options. The assembler computes with the addresses, too: they are plain numbers, without casts.
 * ISOCHRON_KERNEL of CMake sets configUSE_HW_ACCELERATION and configISOCHRON_HYBRID. */
#pragma once

/* SOC: where the hardware kernel is, and with which sizes it was built. The first creation of a task
 * compares them with the hardware. */
#define configHW_ACCELERATION_BASE_ADDRESS   0xA0000000
#define configMAX_HW_ACCELERATION_TASKS      32 /* NTasks; the idle task counts */
#define configMAX_HW_ACCELERATION_SEMAPHORES 64 /* NObjects */
#define configMAX_PRIORITIES                 32 /* at most NPriorities */

/* SOC: 1 if the core takes interrupt n through entry n of its vectors, as Ibex does; 0 if it takes every
 * trap through the first one. */
#define configISOCHRON_VECTORED_INTERRUPTS 1

/* SOC: to which interrupt switch_request_o is connected, by its number in mcause. 3 is the machine
 * software interrupt; Ibex's fast interrupts are 16 to 30. */
#define configISOCHRON_REQUEST_INTERRUPT 3

/* SOC: only for the attachment `contexts`. */
#define configISOCHRON_BANKS_BASE_ADDRESS 0xA0100000
#define configISOCHRON_CALLS_BASE_ADDRESS 0xA0300000

/* SOC: the clock. */
#define configCPU_CLOCK_HZ            50000000
#define configTICK_RATE_HZ            1000
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS

/* SOC: the timer of the CLINT, which only stock FreeRTOS uses; otherwise these may be 0. */
#if ( configISOCHRON_HYBRID == 1 )
    #define configMTIME_BASE_ADDRESS    0
    #define configMTIMECMP_BASE_ADDRESS 0
#else
    #define configMTIME_BASE_ADDRESS    0x9200BFF8
    #define configMTIMECMP_BASE_ADDRESS 0x92004000
#endif

/* SOC: memory. Stacks are in words. */
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
