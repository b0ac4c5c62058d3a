/* SPDX-License-Identifier: Apache-2.0 */

/* The first instruction of the core, in the place of the program's own, which the loader keeps. */
    .section .jump, "ax"
    .global _start
_start:
    j     begin

    .section .first_instruction, "ax"
    .global first_instruction
first_instruction:
    .word 0

    .text
begin:
    la    sp, __stack_top
    j     loader
