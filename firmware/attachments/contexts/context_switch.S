/* SPDX-License-Identifier: Apache-2.0 */

/* Context switches of the attachment `contexts`. Nothing is saved: the registers that an instruction
 * means are those of the hardware kernel's running task, or in a trap those of traps.
 * docs/explanation/contexts.md describes how a task goes on.
 *
 * No path has a loop or a branch that depends on data, so every one takes a constant number of
 * cycles. */
#include "isochron_constants.h"
#include "isochron_contexts_constants.h"

#if ( __riscv_xlen != 32 ) || defined( __riscv_32e )
    #error \
        "The contexts are those of RV32I."
#endif
#if !defined( __riscv_float_abi_soft )
    #error "Floating-point registers are not contexts: build with a soft-float ABI (-mabi=ilp32)."
#endif

#if ( configISOCHRON_REQUEST_INTERRUPT != 3 )
    #error \
        "The contexts know the request as interrupt 3: leave configISOCHRON_REQUEST_INTERRUPT out of FreeRTOSConfig.h."
#endif

#define REGISTERS              ( configHW_ACCELERATION_BASE_ADDRESS + ISOCHRON_RESULT_OFFSET )
#define RESULT                 0
#define DISPATCH               ( ISOCHRON_DISPATCH_OFFSET - ISOCHRON_RESULT_OFFSET )
#define CURRENT                ( ISOCHRON_CURRENT_OFFSET - ISOCHRON_RESULT_OFFSET )
#define CURRENT_ID             ( ISOCHRON_CURRENT_ID_OFFSET - ISOCHRON_RESULT_OFFSET )
#define STATUS                 ( ISOCHRON_STATUS_OFFSET - ISOCHRON_RESULT_OFFSET )
#define STATUS_SWITCH_REQUESTED 0x1

#define BANKS                  configISOCHRON_BANKS_BASE_ADDRESS
#define BANK_SP                8
#define BANK_SHIFT             8
#define CONTROL                ( BANKS + ISOCHRON_CONTEXTS_CONTROL_TARGET_OFFSET )
#define TARGET                 0
#define VECTORS                ( ISOCHRON_CONTEXTS_CONTROL_VECTORS_OFFSET - ISOCHRON_CONTEXTS_CONTROL_TARGET_OFFSET )
#define RESUMED                ( ISOCHRON_CONTEXTS_CONTROL_RESUMED_OFFSET - ISOCHRON_CONTEXTS_CONTROL_TARGET_OFFSET )
#if ( isochronHOOKS == 1 ) || ( isochronSWITCH_IN_SOFTWARE == 1 )
    #define SWITCHES           0
#else
    #define SWITCHES           1            /* a field of VECTORS */
#endif
#if ( ISOCHRON_CONTEXTS_TASK_STRIDE != ( 1 << BANK_SHIFT ) )
    #error "BANK_SHIFT does not fit the contexts."
#endif

#define MSTATUS_MIE            0x8
#define MSTATUS_MPIE           0x80
#define MSTATUS_MPIE_MPP       0x1880
#define MIP_SOFTWARE           0x8
#define MIE_RESUME             ( 1 << 17 )

    .global vIsochronStartFirstTask
    .global ulIsochronVectors

/* FreeRTOS's variable, for debuggers: a load of it is a load of CURRENT. */
    .global pxCurrentTCB
    .equ  pxCurrentTCB, configHW_ACCELERATION_BASE_ADDRESS + ISOCHRON_CURRENT_OFFSET

    .weak freertos_risc_v_application_exception_handler
    .weak freertos_risc_v_application_interrupt_handler


#if ( isochronSWITCH_IN_SOFTWARE == 1 )
    #include "calls_in_software.S"
#else
    #include "calls.S"
#endif

/* Traps, with registers of their own, of which s0 = REGISTERS, s1 = CONTROL, and the interrupts' stack.
 * What comes before the vectors is for traps only: the core fetches a few instructions ahead. */
    .section .text.ulIsochronVectors, "ax"
    .balign 256

/* void vIsochronStartFirstTask( void ). Until here the registers of traps were main()'s. */
vIsochronStartFirstTask:
    li    s0, REGISTERS
    li    s1, CONTROL
    la    t0, ulIsochronVectors + SWITCHES
    sw    t0, VECTORS( s1 )
    la    t0, answer
    sw    t0, RESUMED( s1 )
    li    t0, MIE_RESUME
    csrs  mie, t0
    li    t0, MSTATUS_MPIE_MPP
    csrs  mstatus, t0
    lw    sp, xISRStackTop
    j     end_trap

/* The hardware kernel requests a switch that the running task did not ask for, or hooks. Without code
 * of ours before it, the hardware switches as soon as the trap begins. */
#if ( isochronHOOKS == 1 ) || ( isochronSWITCH_IN_SOFTWARE == 1 )
switch_requested:
    #if ( isochronHOOKS == 1 )
        call  vKernelCallHooks
        csrr  t0, mip
        andi  t0, t0, MIP_SOFTWARE
        beqz  t0, end_trap
    #endif
    #if ( isochronSWITCH_IN_SOFTWARE == 1 )
        call  prvSwitchInSoftware
        j     end_trap

/* Switches. The running task's stack pointer goes to the first word of its control block, for
 * stack checks. */
prvSwitchInSoftware:
        lw    t0, CURRENT_ID( s0 )
        li    t1, BANKS + BANK_SP
        slli  t0, t0, BANK_SHIFT
        add   t0, t0, t1
        lw    t0, 0( t0 )
        lw    t1, CURRENT( s0 )
        sw    t0, 0( t1 )
        tail  vTaskSwitchContext
    #endif
#endif
#if ( isochronSWITCH_IN_SOFTWARE == 0 )
requested:
    lw    zero, DISPATCH( s0 )
    j     end_trap
#endif

/* Any other interrupt: the application's handler. Then, if it (or something else meanwhile)
 * requests a switch, do it here rather than by another trap. */
interrupt:
    csrr  a0, mcause
    csrr  a1, mepc
    call  freertos_risc_v_application_interrupt_handler
    csrr  t0, mip
    andi  t0, t0, MIP_SOFTWARE
#if ( isochronHOOKS == 1 ) || ( isochronSWITCH_IN_SOFTWARE == 1 )
    bnez  t0, switch_requested
#else
    bnez  t0, requested
#endif
    j     end_trap

/* The application's handler may return: to the instruction after, as in FreeRTOS's port. */
exception:
    csrr  a0, mcause
    csrr  a1, mepc
    addi  t0, a1, 4
    csrw  mepc, t0
    la    t1, masked_call
    beq   a1, t1, switch_by_call
#if ( isochronSWITCH_IN_SOFTWARE == 1 )
    la    t1, dispatch
    beq   a1, t1, switch_by_call
#endif
    mv    a1, t0
    call  freertos_risc_v_application_exception_handler
    j     end_trap

/* A task switches by a call. It may have interrupts masked, and so may the next one. */
switch_by_call:
#if ( isochronSWITCH_IN_SOFTWARE == 1 )
    call  prvSwitchInSoftware
#else
    lw    zero, DISPATCH( s0 )
#endif
    li    t1, MSTATUS_MPIE_MPP
    li    t2, MSTATUS_MPIE
    la    t3, masked_resumed
    csrs  mstatus, t1
    j     end_call

/* An application that has interrupts or exceptions provides handlers of these names. */
freertos_risc_v_application_exception_handler:
freertos_risc_v_application_interrupt_handler:
    j     .

/* Ibex takes interrupt n through entry n, exceptions through entry 0. The machine software interrupt
 * is 3 (the hardware kernel's), the fast interrupt of the contexts 17. Both have several entries, and
 * the end of a trap has some, too: the core has no interrupts 4 to 6, and the SoC none above 17. */
    .balign 256
ulIsochronVectors:
    .option push
    .option norvc
    j     exception
    j     interrupt
    j     interrupt
#if ( isochronHOOKS == 1 ) || ( isochronSWITCH_IN_SOFTWARE == 1 )
    j     switch_requested
    .rept 3
    j     interrupt
    .endr
#else
    lw    t0, TARGET( s1 )                  /* the hardware has switched, or is about to */
    csrw  mepc, t0
    mret
    j     interrupt
#endif
    .rept 10
    j     interrupt
    .endr
end_trap:
    lw    t0, TARGET( s1 )
    csrw  mepc, t0
    mret

/* The same for a task that switched by a call: t2 is MSTATUS_MPIE, t3 masked_resumed. */
end_call:
    lw    t0, TARGET( s1 )
    csrw  mepc, t0
    bne   t0, t3, 1f
    csrc  mstatus, t2
1:  mret
    .rept 7
    j     interrupt
    .endr
    .option pop
