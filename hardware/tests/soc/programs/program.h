/* SPDX-License-Identifier: Apache-2.0 */
/* clang-format off */
/* What the programs of the simulator's tests share. */
#include "soc_constants.h"

#define PERIPHERALS 0x90000000
#define KERNEL      0xA0000000

/* Where the core starts, and a vector table that sends every trap to `trap`. */
.macro vectors
    .section .vectors, "ax"
vector_table:
    .rept 32
    j       trap
    .endr
    .globl  _start
_start:
    la      t0, vector_table
    csrw    mtvec, t0
    la      sp, 0x40040000
.endm

/* Load the address of a peripheral's register. */
.macro device register, offset
    li      \register, PERIPHERALS + \offset
.endm

/* End the simulation with the exit code in a0. */
.macro exit
    device  t0, SOC_SIMULATION_EXIT_OFFSET
    sw      a0, 0(t0)
    j       .
.endm

/* A label that other tools see as a function, for the place of a crash. */
.macro function name
    .globl  \name
    .type   \name, @function
\name:
.endm
