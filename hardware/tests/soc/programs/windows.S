/* SPDX-License-Identifier: Apache-2.0 */
/* Windows of known length. Single-cycle instructions only, where a count is expected. */
#include "program.h"

    vectors
    device  t0, SOC_STOPWATCH_START_OFFSET

    /* The labels are on the stopwatch's own stores, so both measure the same thing. */
    .globl  probe_start_stopwatch, probe_stop_stopwatch
probe_start_stopwatch:
    sw      zero, 0(t0)
    addi    a0, zero, 1
    lw      a1, SOC_STOPWATCH_COUNT_OFFSET - SOC_STOPWATCH_START_OFFSET(t0)
    add     a1, a1, a1
probe_stop_stopwatch:
    sw      zero, SOC_STOPWATCH_PAUSE_OFFSET - SOC_STOPWATCH_START_OFFSET(t0)
    lw      s0, SOC_STOPWATCH_COUNT_OFFSET - SOC_STOPWATCH_START_OFFSET(t0)

    .globl  probe_start_ten, probe_stop_ten
probe_start_ten:
    .rept 10
    nop
    .endr
probe_stop_ten:
    nop

    /* The second start replaces the first; the second stop has no start. */
    .globl  probe_start_again, probe_start_again.2, probe_stop_again, probe_stop_again.second
probe_start_again:
    nop
    nop
probe_start_again.2:
    nop
    nop
    nop
probe_stop_again:
    nop
probe_stop_again.second:
    nop

    /* One instruction ends a window and begins the next one of the same metric. */
    .globl  probe_start_chain, probe_stop_chain.1, probe_start_chain.1, probe_stop_chain.2
probe_start_chain:
    nop
probe_stop_chain.1:
probe_start_chain.1:
    nop
    nop
probe_stop_chain.2:
    nop

    mv      a0, s0
    exit

trap:
    li      a0, 99
    exit
