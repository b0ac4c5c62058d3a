/* SPDX-License-Identifier: Apache-2.0 */

/* The port layer of the kernel on the GIC: what FreeRTOS's headers want to know. */
#pragma once

#include <stdint.h>

#define portSTACK_TYPE uint32_t
#define portBASE_TYPE  long

typedef portSTACK_TYPE StackType_t;
typedef long BaseType_t;
typedef unsigned long UBaseType_t;
typedef uint32_t TickType_t;

#define portMAX_DELAY                                      ( ( TickType_t ) 0xFFFFFFFFUL )
#define portTICK_TYPE_IS_ATOMIC                            1
#define portSTACK_GROWTH                                   ( -1 )
#define portTICK_PERIOD_MS                                 ( ( TickType_t ) 1000 / configTICK_RATE_HZ )
#define portBYTE_ALIGNMENT                                 8
#define portPOINTER_SIZE_TYPE                              uint32_t
#define portCRITICAL_NESTING_IN_TCB                        1
#define portFORCE_INLINE                                   inline __attribute__( ( always_inline ) )
#define portNOP()                                          __asm volatile( "nop" )
#define portMEMORY_BARRIER()                               __asm volatile( "" ::: "memory" )
#define portTASK_FUNCTION_PROTO( vFunction, pvParameters ) void vFunction( void * pvParameters )
#define portTASK_FUNCTION( vFunction, pvParameters )       void vFunction( void * pvParameters )

void vGicYield( void );
void vGicEnterCritical( void );
void vGicExitCritical( void );
uint32_t ulGicEnterCriticalFromISR( void );
void vGicExitCriticalFromISR( uint32_t ulState );
uint32_t ulGicMask( void );
void vGicUnmask( uint32_t ulState );

#define portYIELD() vGicYield()

/* The GIC interrupts for a higher task by itself, at the end of the handler that woke it. */
#define portYIELD_FROM_ISR( xSwitchRequired )    ( ( void ) ( xSwitchRequired ) )
#define portEND_SWITCHING_ISR( xSwitchRequired ) portYIELD_FROM_ISR( xSwitchRequired )

/* One critical section at a time, on all cores. Who only masks interrupts excludes no other core. */
#define portENTER_CRITICAL()                   vGicEnterCritical()
#define portEXIT_CRITICAL()                    vGicExitCritical()
#define portDISABLE_INTERRUPTS()               ( ( void ) ulGicMask() )
#define portENABLE_INTERRUPTS()                __asm volatile( "cpsie i" ::: "memory" )
#define portSET_INTERRUPT_MASK_FROM_ISR()      ulGicMask()
#define portCLEAR_INTERRUPT_MASK_FROM_ISR( x ) vGicUnmask( x )

/* With configGIC_FPU any task may use floating point, whether it says so or not. */
void vPortTaskUsesFPU( void );
#define portTASK_USES_FLOATING_POINT() vPortTaskUsesFPU()

#if configNUMBER_OF_CORES > 1

    #define portGET_CORE_ID()               ( ( BaseType_t ) board_core() )
    #define portSET_INTERRUPT_MASK()        ulGicMask()
    #define portCLEAR_INTERRUPT_MASK( x )   vGicUnmask( x )
    #define portENTER_CRITICAL_FROM_ISR()   ulGicEnterCriticalFromISR()
    #define portEXIT_CRITICAL_FROM_ISR( x ) vGicExitCriticalFromISR( x )

/* What only FreeRTOS's own SMP kernel needs; nothing here has a lock for it. */
    #define portYIELD_CORE( x )        vGicHasNoSuchThing()
    #define portGET_TASK_LOCK( x )     vGicHasNoSuchThing()
    #define portRELEASE_TASK_LOCK( x ) vGicHasNoSuchThing()
    #define portGET_ISR_LOCK( x )      vGicHasNoSuchThing()
    #define portRELEASE_ISR_LOCK( x )  vGicHasNoSuchThing()
void vGicHasNoSuchThing( void );
#endif /* if configNUMBER_OF_CORES > 1 */
