/* SPDX-License-Identifier: Apache-2.0 */

/* Registers with a value of their own, for programs on a RISC-V core. One file of a program includes this. */
#pragma once

#include <stdint.h>

/* Puts the value into every register but x0, sp, gp and tp, looks so many times whether it is still
 * there, and returns whether it was. sp is checked by finding the value on the stack. */
uint32_t hold( uint32_t value, uint32_t times );

/* The same for what a call preserves, during a yield. */
uint32_t yield_with( uint32_t value );

__asm( "    .macro save_all                                                               \n"
       "    addi  sp, sp, -64                                                             \n"
       "    sw    ra, 0( sp )                                                             \n"
       "    .irp  n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11                                 \n"
       "    sw    s\\n, 4 + 4 * \\n( sp )                                                 \n"
       "    .endr                                                                         \n"
       "    sw    a0, 56( sp )                                                            \n"
       "    sw    a1, 60( sp )                                                            \n"
       "    .endm                                                                         \n"
       "    .macro restore_all                                                            \n"
       "    lw    ra, 0( sp )                                                             \n"
       "    .irp  n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11                                 \n"
       "    lw    s\\n, 4 + 4 * \\n( sp )                                                 \n"
       "    .endr                                                                         \n"
       "    addi  sp, sp, 64                                                              \n"
       "    .endm                                                                         \n"
       "    .pushsection .text.hold, \"ax\"                                               \n"
       "    .global hold                                                                  \n"
       "hold:                                                                             \n"
       "    save_all                                                                      \n"
       "    lw    x1, 56( sp )                                                            \n"
       "    .irp  n, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20            \n"
       "    mv    x\\n, x1                                                                \n"
       "    .endr                                                                         \n"
       "    .irp  n, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31                           \n"
       "    mv    x\\n, x1                                                                \n"
       "    .endr                                                                         \n"
       "1:  lw    x1, 56( sp )                                                            \n"
       "    .irp  n, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20            \n"
       "    bne   x\\n, x1, 2f                                                            \n"
       "    .endr                                                                         \n"
       "    .irp  n, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31                           \n"
       "    bne   x\\n, x1, 2f                                                            \n"
       "    .endr                                                                         \n"
       "    lw    x1, 60( sp )                                                            \n"
       "    addi  x1, x1, -1                                                              \n"
       "    sw    x1, 60( sp )                                                            \n"
       "    bnez  x1, 1b                                                                  \n"
       "    li    a0, 1                                                                   \n"
       "    j     3f                                                                      \n"
       "2:  li    a0, 0                                                                   \n"
       "3:  restore_all                                                                   \n"
       "    ret                                                                           \n"
       "    .popsection                                                                   \n"
       "    .pushsection .text.yield_with, \"ax\"                                         \n"
       "    .global yield_with                                                            \n"
       "yield_with:                                                                       \n"
       "    save_all                                                                      \n"
       "    .irp  n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11                                 \n"
       "    mv    s\\n, a0                                                                \n"
       "    .endr                                                                         \n"
       "    call  vPortYield                                                              \n"
       "    lw    a1, 56( sp )                                                            \n"
       "    li    a0, 0                                                                   \n"
       "    .irp  n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11                                 \n"
       "    bne   s\\n, a1, 4f                                                            \n"
       "    .endr                                                                         \n"
       "    li    a0, 1                                                                   \n"
       "4:  restore_all                                                                   \n"
       "    ret                                                                           \n"
       "    .popsection                                                                   \n" );
