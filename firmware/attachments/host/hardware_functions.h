// SPDX-License-Identifier: Apache-2.0
//
// The functions of hardware.h, on the class Hardware of the file that includes this.
#pragma once

#include "hardware.h"

// Built before main(), so that processes that are forked later share it.
static Hardware & hardware()
{
    static Hardware instance;
    return instance;
}

extern "C" void hardware_store( uint32_t offset, uint32_t value )
{
    hardware().transfer( true, offset, value );
    hardware().compute();
}

extern "C" uint32_t hardware_load( uint32_t offset )
{
    const uint32_t value = hardware().transfer( false, offset, 0 );
    hardware().compute();
    return value;
}

extern "C" void hardware_begin_tick( uint32_t cycles )
{
    hardware().begin_tick();
    hardware().clock( static_cast<int>( cycles ) );
}

extern "C" void hardware_settle()
{
    hardware().settle();
}

extern "C" void hardware_line( uint32_t line )
{
    hardware().line( line );
}

extern "C" bool hardware_switch_requested()
{
    return hardware().switch_requested();
}

extern "C" const uint32_t * const hardware_task_states = hardware().task_states();
