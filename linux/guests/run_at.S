/* SPDX-License-Identifier: Apache-2.0 */

/*
 * uint32_t run_at( const uint32_t * address, uint32_t value )
 *
 * Goes on at an address with `value` in every register but t6, which has the address, until a trap of
 * S mode. Returns its cause.
 */

    .macro EACH action, first, others:vararg
    \action \first
    .ifnb \others
    EACH  \action, \others
    .endif
    .endm

    .macro KEEP n
    sw    x\n, 4 * \n( t6 )
    .endm

    .macro RESTORE n
    lw    x\n, 4 * \n( sp )
    .endm

    .macro FILL n
    mv    x\n, a1
    .endm

    .section .text.run_at, "ax"
    .global run_at
    .balign 4
run_at:
    la    t6, kept
    EACH  KEEP, 1, 2, 3, 4, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    csrw  sscratch, t6
    la    t6, trapped
    csrw  stvec, t6
    mv    t6, a0
    EACH  FILL, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25
    EACH  FILL, 26, 27, 28, 29, 30
    jr    t6

    .balign 4
trapped:
    la    sp, kept                              /* sscratch may have been changed */
    csrr  a0, scause
    EACH  RESTORE, 1, 3, 4, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 2
    ret

    .section .bss.kept, "aw", @nobits
    .balign 4
kept:
    .space 4 * 32
