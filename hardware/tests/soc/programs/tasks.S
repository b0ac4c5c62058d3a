/* SPDX-License-Identifier: Apache-2.0 */
/* Stores to pxCurrentTCB as FreeRTOS's context switch does: two tasks, three switches. */
#include "program.h"

    vectors
    la      t0, pxCurrentTCB
    li      t1, 0x100
    li      t2, 0x200
    sw      t1, 0(t0)
    .rept 9
    nop
    .endr
    sw      t2, 0(t0)
    .rept 4
    nop
    .endr
    sw      t2, 0(t0)
    .rept 4
    nop
    .endr
    sw      t1, 0(t0)
    li      a0, 0
    exit

trap:
    li      a0, 99
    exit

    .data
    .globl  pxCurrentTCB
pxCurrentTCB:
    .word   0
