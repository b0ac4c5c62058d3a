/* SPDX-License-Identifier: Apache-2.0 */

/* uint32_t call_with_registers( uint32_t seed )
 *
 * Asks for the SBI's version with another value in each register that the call does not use. Returns 0, or
 * bits of a value that was not what it should be afterwards, of the answer too. */
#define SBI_BASE    0x10
#define VERSION     0x02000000
#define KEPT        1, 3, 4, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
#define FILLED      1, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31

#include "registers.inc"

    .macro CHECK n
    sub   a1, x\n, a0
    addi  a1, a1, -\n
    or    a7, a7, a1
    .endm

    .section .text.call_with_registers, "ax"
    .global call_with_registers
    .balign 4
call_with_registers:
    addi  sp, sp, -128
    EACH  KEEP, KEPT
    sw    a0, 0( sp )
    EACH  FILL, FILLED
    li    a6, 0
    li    a7, SBI_BASE
    ecall
    addi  a7, a7, -SBI_BASE
    or    a7, a7, a6
    or    a7, a7, a0                            /* the error */
    lui   a0, VERSION >> 12
    xor   a1, a1, a0
    or    a7, a7, a1
    lw    a0, 0( sp )
    EACH  CHECK, FILLED
    EACH  RESTORE, KEPT
    addi  sp, sp, 128
    mv    a0, a7
    ret
