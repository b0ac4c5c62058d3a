/* SPDX-License-Identifier: Apache-2.0 */

/* Ticks of the hybrid, for FreeRTOS's port on the native machine: they pass in the hardware, which
 * interrupts when software is wanted. */
#include "FreeRTOS.h"
#include "task.h"
#include "hardware.h"
#include "host_tick.h"
#include "isochron_hybrid.h"
#include "machine.h"
/*-----------------------------------------------------------*/

void vHostStartTick( void )
{
    /* configINITIAL_TICK_COUNT is where the program says. */
}
/*-----------------------------------------------------------*/

void machine_port_begin_tick( uint32_t ulCycles )
{
    hardware_begin_tick( ulCycles );
}
/*-----------------------------------------------------------*/

void machine_port_settle( void )
{
    hardware_settle();
}
/*-----------------------------------------------------------*/

void machine_port_tick( void )
{
    machine_port_begin_tick( 0 );
    machine_port_settle();
}
/*-----------------------------------------------------------*/

bool bHostTickInterrupts( void )
{
    return hardware_switch_requested();
}
/*-----------------------------------------------------------*/

bool bHostServeTick( void )
{
    const bool bInterrupts = bHostTickInterrupts();

    if( bInterrupts )
    {
        portYIELD_FROM_ISR( xIsochronHybridInterrupt() );
    }

    return bInterrupts;
}
/*-----------------------------------------------------------*/
