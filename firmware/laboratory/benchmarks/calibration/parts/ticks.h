/* SPDX-License-Identifier: Apache-2.0 */

/* When ticks are, in cycles of the CLINT's mtime, on every kernel. */
#pragma once

#include "FreeRTOS.h"
#include "task.h"

#include "bench.h"
#include "soc.h"

#define CYCLES_PER_TICK ( configCPU_CLOCK_HZ / configTICK_RATE_HZ )

/* The mtime of tick 0, modulo 2^32. With ticks in hardware it is at most the reading of a loop of
 * a few cycles too early, and that of the moment from which on a task can read the tick. */
extern uint32_t ticks_epoch;

/* Finds ticks_epoch. Takes dozens of ticks where they are made in hardware. From a task. */
void ticks_find_epoch( void );

static inline uint32_t ticks_mtime( void )
{
    return SOC_REGISTER( SOC_CLINT_MTIME_OFFSET );
}

/* The mtime of a tick. */
static inline uint32_t ticks_at( TickType_t tick )
{
    return ticks_epoch + tick * CYCLES_PER_TICK;
}

/* Runs on until a tick has passed. */
static inline void ticks_wait_for( TickType_t tick )
{
    while( ( int32_t ) ( xTaskGetTickCount() - tick ) < 0 )
    {
    }
}

/* Runs on until mtime has a value. */
static inline void ticks_wait_until( uint32_t mtime )
{
    while( ( int32_t ) ( ticks_mtime() - mtime ) < 0 )
    {
    }
}

/* Runs on until some cycles behind an mtime, always as many; it must be a hundred cycles ahead. */
void ticks_wait_exactly( uint32_t mtime );
