/* SPDX-License-Identifier: Apache-2.0 */
/* Stretches with interrupts masked, inside and across the ends of windows. */
#include "program.h"

#define MIE 8

    vectors
    csrsi   mstatus, MIE

    .globl  probe_start_inside, probe_stop_inside
probe_start_inside:
    nop
    csrci   mstatus, MIE
    .rept 20
    nop
    .endr
    csrsi   mstatus, MIE
    nop
    csrci   mstatus, MIE
    .rept 5
    nop
    .endr
    csrsi   mstatus, MIE
probe_stop_inside:
    nop

    csrci   mstatus, MIE
    .globl  probe_start_masked, probe_stop_masked
probe_start_masked:
    .rept 7
    nop
    .endr
probe_stop_masked:
    nop
    csrsi   mstatus, MIE

    /* The longest stretch of all is outside every window. */
    .globl  longest
longest:
    csrci   mstatus, MIE
    .rept 100
    nop
    .endr
    csrsi   mstatus, MIE
    li      a0, 0
    exit

trap:
    li      a0, 99
    exit
