/* SPDX-License-Identifier: Apache-2.0 */

#include "windows.h"

#define TRIAL_ROUNDS 1000U

uint32_t windows_round;
uint32_t windows_fixed;

/* From a reading of mtime to the start of a window, and to a reading after its end. */
static uint32_t reading;

static BENCH_FUNCTION uint32_t read_around( void )
{
    uint32_t from = ticks_mtime();

    BENCH_START_AT( "reading_start", from );
    BENCH_STOP_AT( "reading_stop" );
    return ticks_mtime() - from;
}

void windows_begin( void )
{
    uint32_t one;

    bench_begin();
    one = bench_busy_loop_cycles( 1 );
    windows_round = ( bench_busy_loop_cycles( 1U + TRIAL_ROUNDS ) - one ) / TRIAL_ROUNDS;
    windows_fixed = one - windows_round;
    reading = read_around();
}

uint32_t windows_to_tick( uint32_t from, TickType_t tick )
{
    return ticks_at( tick ) - from - reading;
}
