/* SPDX-License-Identifier: Apache-2.0 */

/* Port of FreeRTOS's SMP kernel to one thread that plays all cores, one step of one core at a time.
 * So a lock that is not free when a core takes it is a fault. */
#pragma once

#include <stdint.h>

typedef uint64_t StackType_t;
typedef long BaseType_t;
typedef unsigned long UBaseType_t;
typedef uint32_t TickType_t;

#define portSTACK_TYPE          uint64_t
#define portBASE_TYPE           long
#define portPOINTER_SIZE_TYPE   uintptr_t
#define portMAX_DELAY           ( ( TickType_t ) 0xFFFFFFFFUL )
#define portTICK_TYPE_IS_ATOMIC 1
#define portTICK_PERIOD_MS      ( ( TickType_t ) 1000 / configTICK_RATE_HZ )
#define portSTACK_GROWTH        ( -1 )
#define portBYTE_ALIGNMENT      16
#define portNOP()
#define portMEMORY_BARRIER() __asm volatile( "" ::: "memory" )

#define portTASK_FUNCTION_PROTO( vFunction, pvParameters ) void vFunction( void * pvParameters )
#define portTASK_FUNCTION( vFunction, pvParameters )       void vFunction( void * pvParameters )

extern BaseType_t xOracleCore;
extern BaseType_t xOracleInterrupts[ configNUMBER_OF_CORES ];
extern UBaseType_t uxOracleNesting[ configNUMBER_OF_CORES ];
void vOracleYield( void );
void vOracleEnableInterrupts( void );
void vOracleTakeLock( BaseType_t xCoreID, int lock );
void vOracleGiveLock( BaseType_t xCoreID, int lock );

#define portGET_CORE_ID()         xOracleCore
#define portYIELD()               vOracleYield()
#define portYIELD_CORE( xCoreID ) ( xOracleInterrupts[ xCoreID ] = 1 )
#define portDISABLE_INTERRUPTS()
#define portENABLE_INTERRUPTS()                vOracleEnableInterrupts()
#define portSET_INTERRUPT_MASK()               0
#define portCLEAR_INTERRUPT_MASK( x )          ( void ) ( x )
#define portSET_INTERRUPT_MASK_FROM_ISR()      0
#define portCLEAR_INTERRUPT_MASK_FROM_ISR( x ) ( void ) ( x )
#define portGET_TASK_LOCK( xCoreID )           vOracleTakeLock( xCoreID, 0 )
#define portRELEASE_TASK_LOCK( xCoreID )       vOracleGiveLock( xCoreID, 0 )
#define portGET_ISR_LOCK( xCoreID )            vOracleTakeLock( xCoreID, 1 )
#define portRELEASE_ISR_LOCK( xCoreID )        vOracleGiveLock( xCoreID, 1 )

#define portCRITICAL_NESTING_IN_TCB                          0
#define portGET_CRITICAL_NESTING_COUNT( xCoreID )            ( uxOracleNesting[ xCoreID ] )
#define portSET_CRITICAL_NESTING_COUNT( xCoreID, uxNesting ) ( uxOracleNesting[ xCoreID ] = ( uxNesting ) )
#define portINCREMENT_CRITICAL_NESTING_COUNT( xCoreID )      ( uxOracleNesting[ xCoreID ]++ )
#define portDECREMENT_CRITICAL_NESTING_COUNT( xCoreID )      ( uxOracleNesting[ xCoreID ]-- )

void vTaskEnterCritical( void );
void vTaskExitCritical( void );
UBaseType_t vTaskEnterCriticalFromISR( void );
void vTaskExitCriticalFromISR( UBaseType_t uxSavedInterruptStatus );
#define portENTER_CRITICAL()            vTaskEnterCritical()
#define portEXIT_CRITICAL()             vTaskExitCritical()
#define portENTER_CRITICAL_FROM_ISR()   vTaskEnterCriticalFromISR()
#define portEXIT_CRITICAL_FROM_ISR( x ) vTaskExitCriticalFromISR( x )
