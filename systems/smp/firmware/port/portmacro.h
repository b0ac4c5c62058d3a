/* SPDX-License-Identifier: Apache-2.0 */

/* Port of FreeRTOS's SMP kernel to RISC-V cores without atomic instructions. It needs a software
 * interrupt for each core, in the CLINT, and two spin locks of a device: a load that answers 1 takes
 * one, a store gives it back. */
#pragma once

#include <stdint.h>

#include "port_layout.h"
#include "soc.h"

typedef uint32_t StackType_t;
typedef int32_t BaseType_t;
typedef uint32_t UBaseType_t;
typedef uint32_t TickType_t;

#define portSTACK_TYPE          uint32_t
#define portBASE_TYPE           int32_t
#define portUBASE_TYPE          uint32_t
#define portMAX_DELAY           ( ( TickType_t ) 0xFFFFFFFFUL )
#define portTICK_TYPE_IS_ATOMIC 1
#define portTICK_PERIOD_MS      ( ( TickType_t ) 1000 / configTICK_RATE_HZ )
#define portSTACK_GROWTH        ( -1 )
#define portBYTE_ALIGNMENT      16
#define portPOINTER_SIZE_TYPE   uint32_t

#define portTASK_FUNCTION_PROTO( vFunction, pvParameters ) void vFunction( void * pvParameters )
#define portTASK_FUNCTION( vFunction, pvParameters )       void vFunction( void * pvParameters )

#define portNOP()            __asm volatile( "nop" )
#define portMEMORY_BARRIER() __asm volatile( "" ::: "memory" )
#define portFORCE_INLINE     inline __attribute__( ( always_inline ) )
#define portINLINE           static inline __attribute__( ( always_inline ) )

/* Cores. */
portINLINE BaseType_t xPortGetCoreID( void )
{
    BaseType_t xCoreID;

    __asm volatile( "csrr %0, mhartid" : "=r"( xCoreID ) );
    return xCoreID;
}

#define portGET_CORE_ID()         xPortGetCoreID()
#define portYIELD_CORE( xCoreID ) ( SOC_REGISTER_OF( SOC_CLINT_MSIP_OFFSET, xCoreID ) = 1 )

/* Switches. */
#define portYIELD() __asm volatile( "ecall" ::: "memory" )
#define portEND_SWITCHING_ISR( xSwitchRequired )     \
    do                                               \
    {                                                \
        if( ( xSwitchRequired ) != 0 )               \
        {                                            \
            vTaskSwitchContext( portGET_CORE_ID() ); \
        }                                            \
    } while( 0 )
#define portYIELD_FROM_ISR( xSwitchRequired ) portEND_SWITCHING_ISR( xSwitchRequired )

/* Interrupts of the own core. Those of the port do not nest: their service routines are masked. */
#define portDISABLE_INTERRUPTS() __asm volatile( "csrci mstatus, %0" ::"i"( portMSTATUS_MIE ) : "memory" )
#define portENABLE_INTERRUPTS()  __asm volatile( "csrsi mstatus, %0" ::"i"( portMSTATUS_MIE ) : "memory" )

portINLINE UBaseType_t uxPortSetInterruptMask( void )
{
    UBaseType_t uxBefore;

    __asm volatile( "csrrci %0, mstatus, %1" : "=r"( uxBefore ) : "i"( portMSTATUS_MIE ) : "memory" );
    return uxBefore;
}

#define portSET_INTERRUPT_MASK() uxPortSetInterruptMask()
#define portCLEAR_INTERRUPT_MASK( uxBefore ) \
    __asm volatile( "csrs mstatus, %0" ::"r"( ( uxBefore ) & portMSTATUS_MIE ) : "memory" )

/* Locks. They are taken and given back with interrupts masked, and a core may take them again. */
#define portISR_LOCK  0U
#define portTASK_LOCK 1U

#if ( configSMP_COUNTING_LOCKS == 1 )
    #define portLOCKS ( ( volatile uint32_t * ) ( SOC_BASE + SOC_CLINT_MSIP_OFFSET + 0xD000 ) )

portINLINE void vPortTakeLock( BaseType_t xCoreID, uint32_t ulLock )
{
    ( void ) xCoreID;

    while( portLOCKS[ ulLock ] == 0 )
    {
    }

    portMEMORY_BARRIER();
}

portINLINE void vPortGiveLock( BaseType_t xCoreID, uint32_t ulLock )
{
    ( void ) xCoreID;
    portMEMORY_BARRIER();
    portLOCKS[ ulLock ] = 0;
}
#else
    #define portLOCKS ( ( volatile uint32_t * ) ( SOC_BASE + SOC_CLINT_MSIP_OFFSET + 0xC000 ) )

/* How often a core has taken each lock: of one core only that is not 0. */
extern uint32_t ulPortLockNesting[ configNUMBER_OF_CORES ][ 2 ];

portINLINE void vPortTakeLock( BaseType_t xCoreID, uint32_t ulLock )
{
    const uint32_t ulNesting = ulPortLockNesting[ xCoreID ][ ulLock ];

    if( ulNesting == 0 )
    {
        while( portLOCKS[ ulLock ] == 0 )
        {
        }
    }

    ulPortLockNesting[ xCoreID ][ ulLock ] = ulNesting + 1;
    portMEMORY_BARRIER();
}

portINLINE void vPortGiveLock( BaseType_t xCoreID, uint32_t ulLock )
{
    const uint32_t ulNesting = ulPortLockNesting[ xCoreID ][ ulLock ] - 1;

    ulPortLockNesting[ xCoreID ][ ulLock ] = ulNesting;
    portMEMORY_BARRIER();

    if( ulNesting == 0 )
    {
        portLOCKS[ ulLock ] = 0;
    }
}
#endif /* if ( configSMP_COUNTING_LOCKS == 1 ) */

#define portGET_TASK_LOCK( xCoreID )     vPortTakeLock( xCoreID, portTASK_LOCK )
#define portRELEASE_TASK_LOCK( xCoreID ) vPortGiveLock( xCoreID, portTASK_LOCK )
#define portGET_ISR_LOCK( xCoreID )      vPortTakeLock( xCoreID, portISR_LOCK )
#define portRELEASE_ISR_LOCK( xCoreID )  vPortGiveLock( xCoreID, portISR_LOCK )

/* Critical sections: FreeRTOS's, with a nesting count for each core. */
extern UBaseType_t uxPortCriticalNesting[ configNUMBER_OF_CORES ];
#define portCRITICAL_NESTING_IN_TCB               0
#define portGET_CRITICAL_NESTING_COUNT( xCoreID ) ( uxPortCriticalNesting[ xCoreID ] )
#define portSET_CRITICAL_NESTING_COUNT( xCoreID, uxNesting ) \
    ( uxPortCriticalNesting[ xCoreID ] = ( uxNesting ) )
#define portINCREMENT_CRITICAL_NESTING_COUNT( xCoreID ) ( uxPortCriticalNesting[ xCoreID ]++ )
#define portDECREMENT_CRITICAL_NESTING_COUNT( xCoreID ) ( uxPortCriticalNesting[ xCoreID ]-- )

void vTaskEnterCritical( void );
void vTaskExitCritical( void );
UBaseType_t vTaskEnterCriticalFromISR( void );
void vTaskExitCriticalFromISR( UBaseType_t uxSavedInterruptStatus );
#define portENTER_CRITICAL()          vTaskEnterCritical()
#define portEXIT_CRITICAL()           vTaskExitCritical()
#define portENTER_CRITICAL_FROM_ISR() vTaskEnterCriticalFromISR()
#define portEXIT_CRITICAL_FROM_ISR( uxSavedInterruptStatus ) \
    vTaskExitCriticalFromISR( uxSavedInterruptStatus )
