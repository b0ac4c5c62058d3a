/* SPDX-License-Identifier: Apache-2.0 */

#include "ticks.h"

#include "board.h"

#define TICKS_LOOKED_AT 40U

/* Of ticks_wait_exactly(): when the loop ends, whose round takes less than this, and the instructions
 * of a cycle each of which what is left takes some. */
#define LAST_CYCLES 48

uint32_t ticks_epoch;

void ticks_find_epoch( void )
{
    #if ( configUSE_HW_ACCELERATION == 0 )
    taskENTER_CRITICAL();
    ticks_epoch = SOC_REGISTER( SOC_CLINT_MTIMECMP_OFFSET ) - ( xTaskGetTickCount() + 1U ) * CYCLES_PER_TICK;
    taskEXIT_CRITICAL();
    #else
    for( unsigned i = 0; i < TICKS_LOOKED_AT; i++ )
    {
        TickType_t from = xTaskGetTickCount();
        TickType_t now;
        uint32_t before;
        uint32_t last = ticks_mtime();

        /* another phase of the loop below each time */
        for( volatile unsigned k = 0; k < i; k++ )
        {
        }

        do
        {
            before = last;
            last = ticks_mtime();
            now = xTaskGetTickCount();
        } while( now == from );

        /* the old tick was read after `before`, so the new one came later */
        before -= now * CYCLES_PER_TICK;

        if( ( i == 0U ) || ( ( int32_t ) ( before - ticks_epoch ) > 0 ) )
        {
            ticks_epoch = before;
        }
    }
    #endif
}

BENCH_FUNCTION void ticks_wait_exactly( uint32_t mtime )
{
    uint32_t left;

    ticks_wait_until( mtime - LAST_CYCLES );
    left = mtime - ticks_mtime();

    if( left > LAST_CYCLES )
    {
        board_print( "a moment to wait for has passed\n" );
        board_exit( BOARD_EXIT_FAILURE );
    }

    __asm volatile( ".option push\n"
                    ".option norvc\n"
                    "la   t0, 1f\n"
                    "slli t1, %[left], 2\n"
                    "sub  t0, t0, t1\n"
                    "jr   t0\n"
                    ".rept %[most]\n"
                    "nop\n"
                    ".endr\n"
                    "1:\n"
                    ".option pop\n" ::[left] "r"( left ),
                    [most] "i"( LAST_CYCLES )
                    : "t0", "t1" );
}
