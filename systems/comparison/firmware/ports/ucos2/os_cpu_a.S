/* SPDX-License-Identifier: Apache-2.0 */

/* Traps and switches. A context is a frame of 32 words on the task's stack: mepc, then x1 to x31 at
 * their numbers, with mstatus in the place of x2; x3 and x4 belong to nobody. */

#define FRAME           128
#define MEPC            0
#define MSTATUS         8
#define CAUSE_ECALL     11

    .macro ALL operation
    \operation  x1, 1 * 4( sp )
    .irp number, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    \operation  x\number, \number * 4( sp )
    .endr
    .endm

    .section .text.ucos2_vectors, "ax"
    .balign 256
ucos2_vectors:
    .rept 32
    j     trap
    .endr

trap:
    addi  sp, sp, -FRAME
    ALL   sw
    csrr  a0, mcause
    csrr  s0, mepc
    csrr  s1, mstatus
    sw    s1, MSTATUS( sp )
    bltz  a0, interrupt
    li    t0, CAUSE_ECALL
    bne   a0, t0, exception

    /* OS_TASK_SW(): the task goes on behind the ecall. */
    addi  s0, s0, 4
    sw    s0, MEPC( sp )
    lw    t0, OSTCBCur
    sw    sp, 0( t0 )
    j     OSIntCtxSw

/* On the stack of interrupts. If OSIntExit() switches it does not come back. */
interrupt:
    sw    s0, MEPC( sp )
    lw    t0, OSTCBCur
    sw    sp, 0( t0 )
    la    sp, __freertos_irq_stack_top
    call  ucos2_interrupt
    lw    t0, OSTCBCur
    j     restore

exception:
    call  freertos_risc_v_application_exception_handler
1:  j     1b

/* Goes on with the task of the highest priority; the running one's context is saved. */
    .global OSIntCtxSw
OSIntCtxSw:
    lbu   t0, OSPrioHighRdy
    sb    t0, OSPrioCur, t1
    lw    t0, OSTCBHighRdy
    sw    t0, OSTCBCur, t1
restore:
    lw    sp, 0( t0 )
    lw    t0, MEPC( sp )
    csrw  mepc, t0
    lw    t0, MSTATUS( sp )
    csrw  mstatus, t0
    ALL   lw
    addi  sp, sp, FRAME
    mret

/* Called by OSStart() with interrupts disabled, as they are from reset on. */
    .global OSStartHighRdy
OSStartHighRdy:
    la    t0, ucos2_vectors
    csrw  mtvec, t0
    call  ucos2_start_tick
    li    t0, 1
    sb    t0, OSRunning, t1
    j     OSIntCtxSw
