/* SPDX-License-Identifier: Apache-2.0 */

/* uint32_t check_registers( uint32_t seed, uint32_t rounds )
 *
 * Puts another value into each register, and looks at all of them as often as `rounds` says: somebody may
 * interrupt meanwhile. Returns 0, or bits of a value that was not what it should be. Each has
 * `seed` and its own number; a0 to a3 are needed for the work. M mode's gp and tp are constant, a
 * program's are its own. */
#if defined( __linux__ )
    #define FILLED    1, 3, 4, 5, 6, 7, 8, 9, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
#else
    #define FILLED    1, 5, 6, 7, 8, 9, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
#endif
#define KEPT          1, 3, 4, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27

#include "registers.inc"

    .macro CHECK n
    sub   a3, x\n, a0
    addi  a3, a3, -\n
    or    a2, a2, a3
    .endm

    .section .text.check_registers, "ax"
    .global check_registers
    .balign 4
check_registers:
    addi  sp, sp, -128
    EACH  KEEP, KEPT
    li    a2, 0
    EACH  FILL, FILLED
1:  EACH  CHECK, FILLED
    addi  a1, a1, -1
    bnez  a1, 1b
    EACH  RESTORE, KEPT
    addi  sp, sp, 128
    mv    a0, a2
    ret
