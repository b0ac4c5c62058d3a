/* SPDX-License-Identifier: Apache-2.0 */

/* Start-up. The core fetches its first instruction at the boot address + 0x80. Ibex and CV32E40P take
 * traps through a table of 32 jumps, aligned to 256 bytes, VexRiscv through its first entry. The table
 * here, which ends where the reset code begins, serves until the scheduler starts; every trap it
 * takes is an exception, and an error. So its first entry is enough, and in the place of the others is
 * what a program needs around main that has thread-local data, constructors or functions for its end:
 * link.ld lets others go without it, and they are not a byte longer. */

/* VexRiscv's own register: which lines of its array are the machine external interrupt, of which
 * the first is the interrupt generator; and whether custom instructions are legal. */
#define VEXRISCV_CONTROL             0xBC0
#define VEXRISCV_CONTROL_EXTERNAL    0x00000001
#define VEXRISCV_CONTROL_CUSTOM      0x80000000

#define MSTATUS_FS_INITIAL           0x2000

    .section .vectors, "ax"
    .balign 256
early_vectors:
    .option push
    .option norvc                               /* each entry has 4 bytes */
    .option norelax
    j     early_trap

/* link.ld makes this board_main, or main itself. The thread-local data of main and of interrupts are in
 * .bss: what begins with a value is copied there. */
    .global board_run_main
board_run_main:
    la    tp, board_thread_local
    la    t0, __tdata_source
    la    t1, __tdata_source_end
    mv    t2, tp
    j     2f
1:  lw    t3, 0(t0)
    addi  t0, t0, 4
    sw    t3, 0(t2)
    addi  t2, t2, 4
2:  bne   t0, t1, 1b
    la    s0, __init_array_start
    la    s1, __init_array_end
    jal   s3, call_functions
    jal   main                                  /* keeps s0: destructors follow constructors */
    mv    s2, a0
    la    s1, board_destructors_end
    jal   s3, call_functions
    mv    a0, s2
    j     board_end                             /* board_exit; or exit, if it has more to do */

/* Calls the functions whose addresses are from s0 to s1. Returns to s3. */
1:  lw    t0, 0(s0)
    addi  s0, s0, 4
    jalr  t0
call_functions:
    bne   s0, s1, 1b
    jr    s3

    j     early_trap                            /* the last of the 32 */
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
#elif defined(BOARD_CORE_CV32E40P)
    csrw  mcountinhibit, zero                   /* its counters stand still after reset */
#endif
#ifdef __riscv_flen
    li    t0, MSTATUS_FS_INITIAL                /* main may use floating point */
    csrs  mstatus, t0
#endif
    la    t0, __bss_start
    la    t1, __bss_end
1:  bgeu  t0, t1, 2f
    sw    zero, 0(t0)
    addi  t0, t0, 4
    j     1b
2:  call  board_main
    call  board_exit                            /* with main's return value */

/* The stack of interrupts is main's: whatever is on it is not needed any more. */
early_trap:
    la    sp, __freertos_irq_stack_top
    csrr  a0, mcause
    call  freertos_risc_v_application_exception_handler
1:  j     1b

/* link.ld makes this board_end, if a function was handed to atexit. */
    .section .text.board_run_exit, "ax"
    .global board_run_exit
board_run_exit:
    tail  exit
