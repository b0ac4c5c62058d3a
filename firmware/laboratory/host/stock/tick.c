/* SPDX-License-Identifier: Apache-2.0 */

/* Ticks of FreeRTOS as it is on the native machine: interrupts of a timer. */
#include "FreeRTOS.h"
#include "task.h"
#include "host_tick.h"
#include "machine.h"

void machine_port_tick( void )
{
    if( xTaskIncrementTick() != pdFALSE )
    {
        vPortSwitchAfterInterrupt();
    }
}

void machine_port_begin_tick( uint32_t ulCycles )
{
    machine_port_tick();
}

void machine_port_settle( void )
{
    /* A tick is one step. */
}

bool bHostTickInterrupts( void )
{
    /* The program raises the interrupt. */
    return false;
}

bool bHostServeTick( void )
{
    return false;
}
