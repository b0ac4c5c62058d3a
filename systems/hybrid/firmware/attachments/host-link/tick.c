/* SPDX-License-Identifier: Apache-2.0 */

/* Ticks of the hybrid, for FreeRTOS's port on the native machine: they pass in the hardware, which
 * interrupts when software is wanted. */
#include "FreeRTOS.h"
#include "task.h"
#include "hardware.h"
#include "hardware_tick.h"
#include "host_tick.h"
#include "isochron_hybrid.h"
#include "machine.h"

void vHostStartTick( void )
{
    /* configINITIAL_TICK_COUNT is where the program says. */
}

bool bHostTickInterrupts( void )
{
    return hardware_switch_requested();
}

bool bHostServeTick( void )
{
    const bool bInterrupts = bHostTickInterrupts();

    if( bInterrupts )
    {
        portYIELD_FROM_ISR( xIsochronHybridInterrupt() );
    }

    return bInterrupts;
}
