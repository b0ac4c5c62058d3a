/* SPDX-License-Identifier: Apache-2.0 */

/* Counts the cycles of functions of the kernel as the co-designed FreeRTOS paper does in its listing
 * 1: the counter starts in front of the call and stops behind it. The linker (--wrap) puts these in
 * the place of the functions that the port calls.
 *
 * What is counted is the call, the function, its return, and one cycle more: from the instruction
 * at the first label to the one at the second, each of one cycle, as in bench.h. START to PAUSE lie
 * in one line of a cache, so that no instrument meets a refill that the other does not. */
#include "soc_constants.h"

#define SOC_BASE     0x90000000
#define STOPWATCH    ( SOC_BASE + SOC_STOPWATCH_START_OFFSET )
#define RESET        ( SOC_BASE + SOC_STOPWATCH_RESET_OFFSET - STOPWATCH )
#define START        0
#define PAUSE        ( SOC_BASE + SOC_STOPWATCH_PAUSE_OFFSET - STOPWATCH )
#define COUNT        ( SOC_BASE + SOC_STOPWATCH_COUNT_OFFSET - STOPWATCH )

/* Goes to 2 at once when t0 is 0. Where both meet, all but the count is the same. */
    .macro BEGIN metric
    addi  sp, sp, -16
    sw    ra, 12( sp )
    sw    s0, 8( sp )
    lui   s0, STOPWATCH >> 12
    beqz  t0, 2f
    sw    t0, counted_open, t1
    sw    zero, RESET( s0 )
    .balign 32
    sw    zero, START( s0 )
    .global probe_start_\metric
probe_start_\metric:
    nop
    .endm

    .macro END metric
    .global probe_stop_\metric
probe_stop_\metric:
    nop
    sw    zero, PAUSE( s0 )
    lw    t0, COUNT( s0 )
    mv    s0, a0
    mv    a0, t0
    call  counted
    mv    a0, s0
    lw    ra, 12( sp )
    lw    s0, 8( sp )
    addi  sp, sp, 16
    ret
    .endm

    .macro COUNTED function, metric
    .section .text.__wrap_\function, "ax"
    .balign 32
    .weak   __real_\function
    .global __wrap_\function
__wrap_\function:
    lw    t0, counting
    BEGIN \metric
2:  jal   ra, __real_\function
    END   \metric
    .endm

    COUNTED vTaskSwitchContext, switch_context
    COUNTED xTaskIncrementTick, increment_tick

/* void counted_suspend( uint32_t count ): the caller suspends itself. The next task goes on behind
 * its own call of this; count: whether what it takes is a sample. */
    .section .text.counted_suspend, "ax"
    .balign 32
    .global counted_suspend
counted_suspend:
    mv    t0, a0
    BEGIN suspend_dispatch
2:  li    a0, 0
    jal   ra, vTaskSuspend
    END   suspend_dispatch
