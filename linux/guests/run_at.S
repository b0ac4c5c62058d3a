/* SPDX-License-Identifier: Apache-2.0 */

/*
 * uint32_t run_at( const uint32_t * address, uint32_t value )
 *
 * Goes on at an address with `value` in every register but t6, which has the address, until a trap of
 * S mode. Returns its cause.
 */
#include "registers.inc"

    .macro SET n
    mv    x\n, a1
    .endm

    .section .text.run_at, "ax"
    .global run_at
    .balign 4
run_at:
    addi  sp, sp, -128
    EACH  KEEP, 1, 3, 4, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    sw    sp, kept, t6
    la    t6, trapped
    csrw  stvec, t6
    mv    t6, a0
    EACH  SET, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25
    EACH  SET, 26, 27, 28, 29, 30
    jr    t6

    .balign 4
trapped:
    .option push
    .option norelax                             /* gp is anybody's */
    lw    sp, kept
    .option pop
    csrr  a0, scause
    EACH  RESTORE, 1, 3, 4, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    addi  sp, sp, 128
    ret

    .section .data.kept, "aw"
    .balign 4
kept:
    .word 0
