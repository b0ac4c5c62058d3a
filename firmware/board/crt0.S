/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Start-up. The core fetches its first instruction at the boot address + 0x80. Ibex takes its traps
 * through a table of 32 jumps, aligned to 256 bytes, VexRiscv through its first entry. The table
 * here, which ends where the reset code begins, serves until the scheduler starts; every trap it
 * takes is an error.
 */

/* VexRiscv's own register: which lines of its array are the machine external interrupt, of which
 * the first is the interrupt generator; and whether custom instructions are legal. */
#define VEXRISCV_CONTROL             0xBC0
#define VEXRISCV_CONTROL_EXTERNAL    0x00000001
#define VEXRISCV_CONTROL_CUSTOM      0x80000000

    .section .vectors, "ax"
    .balign 256
early_vectors:
    .option push
    .option norvc                               /* each entry has 4 bytes */
    .rept 32
    j     early_trap
    .endr
    .option pop

    .global _start
_start:
    .option push
    .option norelax                             /* gp is not valid yet */
    la    gp, __global_pointer$
    .option pop
    la    sp, __freertos_irq_stack_top
    la    t0, early_vectors
    csrw  mtvec, t0
#ifdef BOARD_CORE_VEXRISCV
    li    t0, VEXRISCV_CONTROL_CUSTOM | VEXRISCV_CONTROL_EXTERNAL
    csrw  VEXRISCV_CONTROL, t0
#endif
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
