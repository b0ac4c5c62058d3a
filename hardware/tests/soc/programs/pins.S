/* SPDX-License-Identifier: Apache-2.0 */
/* Ten interrupts of line 3 at random phases; the window is from the pin to the handler. The
   stopwatch, triggered by the pin, is paused at the stop label. Prints nothing; a0 sums what
   the stopwatch counted. */
#include "program.h"

#define LINE    3
#define MIE     8
#define MEIE    (1 << 11)
#define REPEATS 10

    /* Its existence is what counts: the pin starts metric `response`. */
    .globl  probe_pin3_start_response
    .set    probe_pin3_start_response, _start

    vectors
    device  s0, SOC_INTERRUPT_GENERATOR_PENDING_OFFSET
    device  s1, SOC_STOPWATCH_START_OFFSET
    li      s2, 0
    li      s3, REPEATS
    li      t1, 31
    sw      t1, SOC_INTERRUPT_GENERATOR_MASK_OFFSET + 4 * LINE - SOC_INTERRUPT_GENERATOR_PENDING_OFFSET(s0)
    li      s4, 1 << LINE
    sw      s4, SOC_INTERRUPT_GENERATOR_ENABLE_OFFSET - SOC_INTERRUPT_GENERATOR_PENDING_OFFSET(s0)
    li      t1, MEIE
    csrw    mie, t1
    csrsi   mstatus, MIE

again:
    li      s5, 0
    sw      zero, SOC_STOPWATCH_RESET_OFFSET - SOC_STOPWATCH_START_OFFSET(s1)
    li      t1, (1 << 31) | LINE
    sw      t1, SOC_STOPWATCH_TRIGGER_OFFSET - SOC_STOPWATCH_START_OFFSET(s1)
    li      t1, 40
    .globl  probe_start_arming, probe_stop_arming
probe_start_arming:
    sw      t1, SOC_INTERRUPT_GENERATOR_DELAY_OFFSET + 4 * LINE - SOC_INTERRUPT_GENERATOR_PENDING_OFFSET(s0)
wait:
    beqz    s5, wait
    lw      t1, SOC_STOPWATCH_COUNT_OFFSET - SOC_STOPWATCH_START_OFFSET(s1)
    add     s2, s2, t1
    addi    s3, s3, -1
    bnez    s3, again
    mv      a0, s2
    exit

trap:
    .globl  probe_stop_response
probe_stop_response:
    sw      zero, SOC_STOPWATCH_PAUSE_OFFSET - SOC_STOPWATCH_START_OFFSET(s1)
probe_stop_arming:
    sw      s4, SOC_INTERRUPT_GENERATOR_ACKNOWLEDGE_OFFSET - SOC_INTERRUPT_GENERATOR_PENDING_OFFSET(s0)
    li      s5, 1
    mret
