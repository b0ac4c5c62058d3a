/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's port layer for a native process (machine.h). Interrupts and yields behave as on
 * FreeRTOS's RISC-V port: a yield switches at once, also in a critical section or while interrupts
 * are masked, and nesting and mask belong to the task. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "machine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As wide as on RV32, stack words apart: they hold a pointer. */
#define portSTACK_TYPE        uint64_t
#define portBASE_TYPE         int32_t
#define portUBASE_TYPE        uint32_t
#define portPOINTER_SIZE_TYPE uintptr_t

typedef portSTACK_TYPE StackType_t;
typedef portBASE_TYPE BaseType_t;
typedef portUBASE_TYPE UBaseType_t;
typedef uint32_t TickType_t;

#define portMAX_DELAY ( ( TickType_t ) 0xffffffffUL )

#define portSTACK_GROWTH   ( -1 )
#define portTICK_PERIOD_MS ( ( TickType_t ) 1000 / configTICK_RATE_HZ )
#define portBYTE_ALIGNMENT 16

/* Scheduler utilities. */
extern void vTaskSwitchContext( void );
extern void vPortYield( void );
extern void vPortSwitchAfterInterrupt( void );
#define portYIELD() vPortYield()
#define portEND_SWITCHING_ISR( xSwitchRequired ) \
    do                                           \
    {                                            \
        if( ( xSwitchRequired ) != pdFALSE )     \
        {                                        \
            traceISR_EXIT_TO_SCHEDULER();        \
            vPortSwitchAfterInterrupt();         \
        }                                        \
        else                                     \
        {                                        \
            traceISR_EXIT();                     \
        }                                        \
    } while( 0 )
#define portYIELD_FROM_ISR( x ) portEND_SWITCHING_ISR( x )

/* Critical section management. */
#define portCRITICAL_NESTING_IN_TCB 0
#define portDISABLE_INTERRUPTS()    machine_mask()
#define portENABLE_INTERRUPTS()     machine_unmask()

extern size_t xCriticalNesting;
#define portENTER_CRITICAL()      \
    {                             \
        portDISABLE_INTERRUPTS(); \
        xCriticalNesting++;       \
    }

#define portEXIT_CRITICAL()          \
    {                                \
        xCriticalNesting--;          \
        if( xCriticalNesting == 0 )  \
        {                            \
            portENABLE_INTERRUPTS(); \
        }                            \
    }

/* A task's context is not on its stack, so it is given back apart. */
extern void vPortReleaseContext( void * pvTCB );
#define portCLEAN_UP_TCB( pxTCB ) vPortReleaseContext( pxTCB )

#define portTASK_FUNCTION_PROTO( vFunction, pvParameters ) void vFunction( void * pvParameters )
#define portTASK_FUNCTION( vFunction, pvParameters )       void vFunction( void * pvParameters )

#define portNOP()
#define portINLINE __inline
/* A build for coverage counts a function once, not once for each place that it is inlined in. */
#ifndef portFORCE_INLINE
    #define portFORCE_INLINE inline __attribute__( ( always_inline ) )
#endif

/* Where the scheduler's suspension begins: an interrupt may come before and after. */
#define portSOFTWARE_BARRIER() machine_point()
#define portMEMORY_BARRIER()   machine_point()

#ifdef __cplusplus
}
#endif
