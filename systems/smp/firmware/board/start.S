/* SPDX-License-Identifier: Apache-2.0 */

/* Start-up of every core, 0x80 bytes behind the vectors of its traps. The first core runs
 * main(); the others sleep until the scheduler of the first one wakes them, those for which there is
 * no scheduler for good. */
#include "port_layout.h"

    .section .vectors, "ax"
    .balign 256
vectors:
    .option push
    .option norvc                               /* each entry has 4 bytes */
    .option norelax
    j     vPortException
    .rept 2
    j     vPortInterrupt
    .endr
    j     vPortSoftwareInterrupt
    .rept 3
    j     vPortInterrupt
    .endr
    j     vPortTimerInterrupt
    .rept 24
    j     vPortInterrupt
    .endr
    .option pop

    .global _start
_start:
    .option push
    .option norelax                             /* gp is not valid yet */
    la    gp, __global_pointer$
    .option pop
    la    t0, vectors
    csrw  mtvec, t0
    csrr  t0, mhartid
    la    sp, ucPortInterruptStacks
    li    t1, portINTERRUPT_STACK_BYTES
    mul   t1, t1, t0
    add   sp, sp, t1
    li    t1, portINTERRUPT_STACK_BYTES
    add   sp, sp, t1
    csrw  mscratch, sp                          /* where traps of this core find their stack */
    bnez  t0, 3f

    la    t0, __bss_start
    la    t1, __bss_end
1:  bgeu  t0, t1, 2f
    sw    zero, 0(t0)
    addi  t0, t0, 4
    j     1b
2:  call  main
    call  board_exit                            /* with main's return value */

/* Interrupts are masked: one that is enabled ends the sleep and is not taken. */
3:  li    t1, portMIE_SOFTWARE
    csrw  mie, t1
4:  wfi
    csrr  t1, mip
    andi  t1, t1, portMIE_SOFTWARE
    beqz  t1, 4b
    tail  vPortStartFirstTask
