/* SPDX-License-Identifier: Apache-2.0 */

/* Ticks that pass in the hardware, for the one file of an attachment that includes this. */
#pragma once

#include "hardware.h"
#include "machine.h"

void machine_port_begin_tick( uint32_t ulCycles )
{
    hardware_begin_tick( ulCycles );
}

void machine_port_settle( void )
{
    hardware_settle();
}

void machine_port_tick( void )
{
    machine_port_begin_tick( 0 );
    machine_port_settle();
}
