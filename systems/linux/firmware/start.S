/* SPDX-License-Identifier: Apache-2.0 */

/* Start-up: code, data and stacks are in RAM of their own, which nothing but M mode reaches. */
    .macro COPY load, start, end
    la    t0, \load
    la    t1, \start
    la    t2, \end
    beq   t0, t1, 2f
1:  bgeu  t1, t2, 2f
    lw    t3, 0( t0 )
    sw    t3, 0( t1 )
    addi  t0, t0, 4
    addi  t1, t1, 4
    j     1b
2:
    .endm

    .section .start, "ax"
    .global _start
_start:
    .option push
    .option norelax                             /* gp is not valid yet */
    la    gp, __global_pointer$
    .option pop
    la    sp, __freertos_irq_stack_top
    la    t0, early_trap
    csrw  mtvec, t0
    csrwi mie, 0
    COPY  __code_load, __code_start, __code_end
    COPY  __data_load, __data_start, __data_end
    la    t0, __bss_start
    la    t1, __bss_end
3:  bgeu  t0, t1, 4f
    sw    zero, 0( t0 )
    addi  t0, t0, 4
    j     3b
4:  call  main
    call  board_exit                            /* with main's return value */

/* Until the scheduler starts every trap is an error. */
    .balign 4
early_trap:
    la    sp, __freertos_irq_stack_top
    csrr  a0, mcause
    csrr  a1, mepc
    call  freertos_risc_v_application_exception_handler
1:  j     1b
