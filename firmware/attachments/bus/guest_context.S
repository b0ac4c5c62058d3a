/* SPDX-License-Identifier: Apache-2.0 */

/* The guest's context: the end of context_switch.S, whose labels it uses, with configISOCHRON_GUEST.
 *
 * While the guest runs, mtvec is guest_vectors and mscratch the address of xIsochronGuest. Everything in
 * M mode has ulIsochronVectors: no other path is longer for the guest. In the control block of its
 * task, while that does not run in M mode, is the address of xIsochronGuest with the tag 3. */
#include "isochron_guest.h"

#define MIP_STIP        0x20
#define MIE_MTIE        0x80
#define MCAUSE_TIMER    7

    .macro SAVE_GUEST first, others:vararg
    sw    x\first, guestX( \first )( sp )
    .ifnb \others
    SAVE_GUEST \others
    .endif
    .endm

    .macro RESTORE_GUEST first, others:vararg
    lw    x\first, guestX( \first )( t0 )
    .ifnb \others
    RESTORE_GUEST \others
    .endif
    .endm

/* void vIsochronEnterGuest( void ) */
    .section .text.vIsochronEnterGuest, "ax"
    .global vIsochronEnterGuest
    .balign 4
vIsochronEnterGuest:
    la    t0, xIsochronGuest
    csrci mstatus, MSTATUS_MIE
    sw    sp, guestSTACK( t0 )
    j     resume_guest

    .balign 64
guest_vectors:
    csrrw sp, mscratch, sp
    csrc  mstatus, sp                       /* MPRV, see xIsochronGuest */
    SAVE_GUEST 5, 6, 7, 3, 1, 4, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24
    SAVE_GUEST 25, 26, 27, 28, 29, 30, 31
    csrr  t1, mcause
    csrr  t0, mscratch
    csrr  t2, mepc
    csrr  t3, mstatus
    sw    t0, guestX( 2 )( sp )
    sw    t2, guestMEPC( sp )
    sw    t3, guestMSTATUS( sp )
    la    t0, ulIsochronVectors
    csrw  mtvec, t0
    li    t2, MIE_MTIE
    csrc  mie, t2
    .option push
    .option norelax
    la    gp, __global_pointer$
    .option pop
    bgez  t1, guest_exception
    slli  t1, t1, 1                         /* without the highest bit: an interrupt */
    addi  t1, t1, -2 * ( REQUEST_INTERRUPT )
    bnez  t1, guest_interrupt

/* The hardware kernel requests a switch. */
guest_switch:
    POINT_TO_REGISTERS
    LOAD_REGISTER t1, ISOCHRON_CURRENT_OFFSET
    addi  t2, sp, guestTAG
    sw    t2, 0( t1 )
    j     dispatch

/* Another interrupt: the guest's timer, or one of the application's. A switch that is requested
 * meanwhile is done here rather than by another trap. */
guest_interrupt:
    mv    s0, sp
    addi  t1, t1, -2 * ( MCAUSE_TIMER - ( REQUEST_INTERRUPT ) )
    bnez  t1, 1f
    li    t0, MIP_STIP
    csrs  mip, t0
    sw    zero, guestTIMER( sp )
    j     2f
1:  csrr  a0, mcause
    csrr  a1, mepc
    lw    sp, xISRStackTop
    call  freertos_risc_v_application_interrupt_handler
2:  REQUEST_TO_SIGN
    mv    sp, s0
    bltz  t0, guest_switch
    j     resume_guest

/* What the guest asks M mode for is done as its task, with interrupts enabled. */
guest_exception:
    mv    a0, t1
    csrr  a1, mtval
    lw    sp, guestSTACK( sp )
    csrsi mstatus, MSTATUS_MIE
    call  vIsochronGuestException

/* Most registers are restored with interrupts enabled: what comes then finds code of this task, on its
 * stack. gp is ours until the end. */
resume_guest:
    la    t0, xIsochronGuest
    lw    sp, guestSTACK( t0 )
    csrsi mstatus, MSTATUS_MIE
    RESTORE_GUEST 1, 4, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    RESTORE_GUEST 28, 29, 30, 31
    la    t1, guest_vectors
    csrci mstatus, MSTATUS_MIE
    csrw  mtvec, t1
    csrw  mscratch, t0
    lw    t1, guestTIMER( t0 )
    lw    t2, guestMEPC( t0 )
    csrs  mie, t1
    lw    t1, guestMSTATUS( t0 )
    csrw  mepc, t2
    csrw  mstatus, t1
    RESTORE_GUEST 2, 3, 6, 7, 5
    mret

/* See vIsochronStopGuest(). */
    .global ulIsochronGuestStopped
ulIsochronGuestStopped:
    ecall
