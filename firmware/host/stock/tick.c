/* SPDX-License-Identifier: Apache-2.0 */

/* Ticks of FreeRTOS as it is on the native machine: interrupts of a timer. */
#include "FreeRTOS.h"
#include "task.h"
#include "host_tick.h"
#include "machine.h"
/*-----------------------------------------------------------*/

void machine_port_tick( void )
{
    if( xTaskIncrementTick() != pdFALSE )
    {
        vPortSwitchAfterInterrupt();
    }
}
/*-----------------------------------------------------------*/

bool bHostTickInterrupts( void )
{
    /* The program raises the interrupt. */
    return false;
}
/*-----------------------------------------------------------*/

bool bHostServeTick( void )
{
    return false;
}
/*-----------------------------------------------------------*/
