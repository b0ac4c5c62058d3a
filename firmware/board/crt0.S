/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Start-up. Ibex fetches its first instruction at the boot address + 0x80 and takes its traps
 * through a table of 32 jumps, aligned to 256 bytes. The table here, which ends where the reset
 * code begins, serves until the scheduler starts; every trap it takes is an error.
 */
    .section .vectors, "ax"
    .balign 256
early_vectors:
    .rept 32
    j     early_trap
    .endr

    .global _start
_start:
    .option push
    .option norelax                             /* gp is not valid yet */
    la    gp, __global_pointer$
    .option pop
    la    sp, __freertos_irq_stack_top
    la    t0, early_vectors
    csrw  mtvec, t0
    la    t0, __bss_start
    la    t1, __bss_end
1:  bgeu  t0, t1, 2f
    sw    zero, 0(t0)
    addi  t0, t0, 4
    j     1b
2:  call  main
    call  board_exit                            /* with main's return value */

/* The stack of interrupts is main's: whatever is on it is not needed any more. */
early_trap:
    la    sp, __freertos_irq_stack_top
    csrr  a0, mcause
    call  freertos_risc_v_application_exception_handler
1:  j     1b
