/* SPDX-License-Identifier: Apache-2.0 */

/* uint32_t run_with( const uint32_t * registers, uint32_t address, uint32_t mode )
 *
 * Goes on at an address with these 32 values in the registers, in S mode or in U mode, until a trap of S mode. Returns
 * its cause. */
#include "registers.inc"

#define SPP     0x100
#define KEPT    1, 3, 4, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27

    .macro TAKE n
    lw    x\n, 4 * \n( t6 )
    .endm

    .section .text.run_with, "ax"
    .global run_with
    .balign 4
run_with:
    addi  sp, sp, -128
    EACH  KEEP, KEPT
    sw    sp, kept, t6
    la    t6, trapped
    csrw  stvec, t6
    csrw  sepc, a1
    li    t6, SPP
    csrc  sstatus, t6
    csrs  sstatus, a2
    mv    t6, a0
    EACH  TAKE, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25
    EACH  TAKE, 26, 27, 28, 29, 30, 31
    sret

    .balign 4
trapped:
    .option push
    .option norelax                             /* gp is anybody's */
    lw    sp, kept
    .option pop
    csrr  a0, scause
    EACH  RESTORE, KEPT
    addi  sp, sp, 128
    ret

    .section .data.kept, "aw"
    .balign 4
kept:
    .word 0
