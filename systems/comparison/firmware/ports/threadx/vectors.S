/* SPDX-License-Identifier: Apache-2.0 */

/* Every trap comes here. A thread's frame is that of ThreadX's port for RISC-V: 32 words, which
 * _tx_thread_context_save fills as far as a call changes registers. The counterpart is here, for that
 * of the port reads the program counter where it is with 64 bits. Interrupts do not nest. */

#define FRAME          128
#define RA             28
#define MEPC           30

/* In a thread's control block. */
#define STACK_POINTER  8
#define TIME_SLICE     24

#define INTERRUPTED    1
#define MPP_AND_MPIE   0x1880

    /* What a call may change; t0 is the last, for it is used. */
    .macro RESTORE_CHANGED
    .irp number, 6, 7
    lw    x\number, ( 24 - \number ) * 4( sp )
    .endr
    .irp number, 10, 11, 12, 13, 14, 15, 16, 17
    lw    x\number, ( 37 - \number ) * 4( sp )
    .endr
    .irp number, 28, 29, 30, 31
    lw    x\number, ( 44 - \number ) * 4( sp )
    .endr
    lw    x1, RA * 4( sp )
    lw    x8, 12 * 4( sp )
    lw    x5, 19 * 4( sp )
    .endm

    /* What a call keeps, but for s0, which the port saves with the others. */
    .macro SAVE_KEPT
    sw    x9, 11 * 4( t0 )
    .irp number, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    sw    x\number, ( 28 - \number ) * 4( t0 )
    .endr
    .endm

    .section .text.threadx_vectors, "ax"
    .balign 256
    .global threadx_vectors
threadx_vectors:
    .rept 32
    j     trap
    .endr

trap:
    addi  sp, sp, -FRAME
    sw    ra, RA * 4( sp )
    csrr  ra, mcause
    bgez  ra, exception

    /* It goes on with the stack of interrupts. */
    call  _tx_thread_context_save
    csrr  a0, mcause
    call  threadx_interrupt

    sw    zero, _tx_thread_system_state, t0
    lw    t1, _tx_thread_current_ptr
    beqz  t1, to_scheduler
    lw    t2, _tx_thread_preempt_disable
    bnez  t2, resume
    lw    t2, _tx_thread_execute_ptr
    bne   t1, t2, preempt

resume:
    lw    sp, STACK_POINTER( t1 )
    lw    t0, MEPC * 4( sp )
    csrw  mepc, t0
    li    t0, MPP_AND_MPIE
    csrw  mstatus, t0
    RESTORE_CHANGED
    addi  sp, sp, FRAME
    mret

preempt:
    lw    t0, STACK_POINTER( t1 )
    SAVE_KEPT
    li    t2, INTERRUPTED
    sw    t2, 0( t0 )
    lw    t2, _tx_timer_time_slice
    beqz  t2, 1f
    sw    t2, TIME_SLICE( t1 )
    sw    zero, _tx_timer_time_slice, t0
1:  sw    zero, _tx_thread_current_ptr, t0
to_scheduler:
    j     _tx_thread_schedule

exception:
    call  freertos_risc_v_application_exception_handler
1:  j     1b
