/* SPDX-License-Identifier: Apache-2.0 */

/* The port's C part: a new task's stack, the start of the scheduler, the tick. */
#include "FreeRTOS.h"
#include "task.h"

#define CYCLES_OF_A_TICK ( configCPU_CLOCK_HZ / configTICK_RATE_HZ )

#if ( configSMP_COUNTING_LOCKS == 0 )
uint32_t ulPortLockNesting[ configNUMBER_OF_CORES ][ 2 ];
#endif

UBaseType_t uxPortCriticalNesting[ configNUMBER_OF_CORES ];

static uint64_t ullNextTick;
static BaseType_t xStarted;

void vPortStartFirstTask( void ) __attribute__( ( noreturn ) );
void vPortTick( BaseType_t xCoreID );

StackType_t * pxPortInitialiseStack( StackType_t * pxTopOfStack, TaskFunction_t pxCode, void * pvParameters )
{
    StackType_t * const pxFrame = pxTopOfStack - portFRAME_WORDS;

    pxFrame[ portFRAME_PC ] = ( StackType_t ) pxCode;
    pxFrame[ portFRAME_RA ] = 0; /* a task's function does not return: an access fault otherwise */
    pxFrame[ portFRAME_A0 ] = ( StackType_t ) pvParameters;
    pxFrame[ portFRAME_MSTATUS ] = portMSTATUS_NEW_TASK;
    return pxFrame;
}

static void set_next_tick( void )
{
    volatile uint32_t * const compare = &SOC_REGISTER( SOC_CLINT_MTIMECMP_OFFSET );

    ullNextTick += CYCLES_OF_A_TICK;
    compare[ 0 ] = UINT32_MAX; /* between the two stores it is not to lie in the past */
    compare[ 1 ] = ( uint32_t ) ( ullNextTick >> 32 );
    compare[ 0 ] = ( uint32_t ) ullNextTick;
}

/* Called with interrupts masked; each core starts with its idle task. */
BaseType_t xPortStartScheduler( void )
{
    ullNextTick = SOC_REGISTER( SOC_CLINT_MTIME_OFFSET );
    set_next_tick();
    __asm volatile( "csrw mie, %0" ::"r"( portMIE_SOFTWARE | portMIE_TIMER | portMIE_EXTERNAL ) );

    xStarted = pdTRUE;

    for( BaseType_t xCoreID = 1; xCoreID < configNUMBER_OF_CORES; xCoreID++ )
    {
        portYIELD_CORE( xCoreID );
    }

    vPortStartFirstTask();
}

void vPortEndScheduler( void )
{
}

void vPortTick( BaseType_t xCoreID )
{
    UBaseType_t uxState;
    BaseType_t xSwitch;

    set_next_tick();
    uxState = taskENTER_CRITICAL_FROM_ISR();
    xSwitch = xTaskIncrementTick();
    taskEXIT_CRITICAL_FROM_ISR( uxState );

    if( xSwitch != pdFALSE )
    {
        vTaskSwitchContext( xCoreID );
    }
}

/* For the assertions of FreeRTOSConfig.h. The kernel asks within its critical sections: so its own function,
 * which has one, cannot be asked here. */
int board_in_interrupt( void )
{
    return ( xStarted != pdFALSE ) && iPortOnInterruptStack();
}
