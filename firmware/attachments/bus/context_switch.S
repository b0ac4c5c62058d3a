/* SPDX-License-Identifier: Apache-2.0 */

/* Context switches of the attachment `bus`, for RV32I and RV32IM, with or without F. No path has a loop or
 * a branch that depends on data, so every one takes a constant number of cycles. With F the number
 * depends on which of the two tasks have used floating point.
 *
 * Interrupts are masked where, and only where, the stack pointer and the hardware kernel's idea of
 * the running task disagree, and while an interrupted task's registers are restored: if it could
 * be interrupted again before its frame is gone, no bound could be given for its stack. */
#include "isochron_constants.h"
#include "register_access.h"
#include "context_frame.h"

#if ( __riscv_xlen != 32 ) || defined( __riscv_32e )
    #error "The frames of this attachment are for RV32I."
#endif
#if !defined( __riscv_float_abi_soft )
    #include "floating_point.S"
#else
    .macro SAVE_FLOAT_OF_CALLER
    .endm
    .macro RESTORE_FLOAT_OF_CALLER
    .endm
    .macro NO_FLOAT_IN_TRAP
    .endm
    .macro SAVE_FLOAT_OF_INTERRUPTED
    .endm
    .macro RESTORE_FLOAT_OF_INTERRUPTED
    .endm
    .macro FLOAT_AFTER_TRAP
    .endm
#endif

#define MSTATUS_MIE            0x8
#define MSTATUS_MPIE_MPP       0x1880
#define REQUEST_INTERRUPT      configISOCHRON_REQUEST_INTERRUPT

    .global ulIsochronFinish
    .global ulIsochronSwitch
    .global vPortYield
    .global vIsochronStartFirstTask
    .global ulIsochronVectors

/* FreeRTOS's variable, for debuggers: a load of it is a load of CURRENT. */
    .global pxCurrentTCB
    .equ  pxCurrentTCB, configHW_ACCELERATION_BASE_ADDRESS + ISOCHRON_CURRENT_OFFSET

    .weak freertos_risc_v_application_exception_handler
    .weak freertos_risc_v_application_interrupt_handler

    /* s0 to s11, stored or loaded. */
    .macro CALLEE_SAVED operation
    .irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    \operation  s\number, frameS0 + 4 * \number( sp )
    .endr
    .endm

    /* What a call may destroy, but for ra. */
    .macro CALLER_SAVED operation
    .set  .Lplace, frameT0
    .irp  register, t0, t1, t2, a0, a1, a2, a3, a4, a5, a6, a7, t3, t4, t5, t6
    \operation  \register, .Lplace( sp )
    .set  .Lplace, .Lplace + 4
    .endr
    .endm

    /* Makes room for a whole frame on the interrupted stack, and saves what a call may destroy. */
    .macro SAVE_CALLER_SAVED
    addi  sp, sp, -frameINTERRUPTED_SIZE
    sw    ra, frameRA( sp )
    CALLER_SAVED sw
    NO_FLOAT_IN_TRAP
    .endm

    /* Makes t0 negative if the hardware kernel requests a switch. */
    .macro REQUEST_TO_SIGN
    csrr  t0, mip
    slli  t0, t0, 31 - ( REQUEST_INTERRUPT )
    .endm

    /* The stack of this core's interrupts. */
    .macro LOAD_ISR_STACK
#if ( configNUMBER_OF_CORES > 1 )
    csrr  sp, mscratch
#else
    lw    sp, xISRStackTop
#endif
    .endm

    /* Goes on as a call that has been switched in again, by its RESULT. */
    .macro RETURN_TO_CALLER
    RESTORE_FLOAT_OF_CALLER
    lw    ra, frameCALLER_RA( sp )
    CALLEE_SAVED lw
#if ( configNUMBER_OF_CORES > 1 )
    li    t1, ISOCHRON_RESULT_OK
    bgtu  a0, t1, finish_command
    addi  sp, sp, frameCALLER_SIZE
#else
    addi  sp, sp, frameCALLER_SIZE
    li    t1, ISOCHRON_RESULT_OK
    bgtu  a0, t1, ulIsochronFinish
#endif
    ret
    .endm

    .macro RESTORE_CALLER_SAVED_AND_RETURN
    FLOAT_AFTER_TRAP
    lw    ra, frameRA( sp )
    CALLER_SAVED lw
    addi  sp, sp, frameINTERRUPTED_SIZE
    mret
    .endm


/* uint32_t ulIsochronFinish( uint32_t ulResult ): ulResult is AGAIN or an error code. With several cores
 * ulIsochronFinish( uint32_t ulResult, uintptr_t uxCommand, uint32_t ulArgument ): or LATER. */
    .section .text.ulIsochronSwitch, "ax"
    .balign 4
ulIsochronFinish:
    bgez  a0, refused

/* uint32_t ulIsochronSwitch( void ) */
ulIsochronSwitch:
    addi  sp, sp, -frameCALLER_SIZE
    sw    ra, frameCALLER_RA( sp )
#if ( configNUMBER_OF_CORES > 1 )
    sw    a1, frameCOMMAND( sp )
    sw    a2, frameARGUMENT( sp )
#endif
    CALLEE_SAVED sw
    SAVE_FLOAT_OF_CALLER
    POINT_TO_REGISTERS
    LOAD_REGISTER t1, ISOCHRON_CURRENT_OFFSET
    csrrci t2, mstatus, MSTATUS_MIE         /* in the delay of the load */
    andi  t2, t2, MSTATUS_MIE
    beqz  t2, switch_masked
    sw    sp, 0( t1 )                       /* the control block's first word */

/* Interrupts are masked, the running task's stack pointer is in its control block, registers can be
 * reached by t0: the hardware switches. */
dispatch:
#if ( isochronSWITCH_IN_SOFTWARE == 1 )
    LOAD_ISR_STACK                          /* nobody else uses that stack now */
    call  vTaskSwitchContext
    POINT_TO_REGISTERS
    LOAD_REGISTER t1, ISOCHRON_CURRENT_OFFSET
#else
    LOAD_REGISTER t1, ISOCHRON_DISPATCH_OFFSET
#endif
    lui   t2, %hi( MSTATUS_MPIE_MPP )       /* of use to resume_tagged only, but free in the */
    lw    sp, 0( t1 )                       /* delays of the two loads */
    addi  t2, t2, %lo( MSTATUS_MPIE_MPP )
    slli  t1, sp, frameTAG_SHIFT            /* negative: a masked caller; positive: interrupted */
    bnez  t1, resume_tagged

/* The next task called the kernel. Its frame is still on the stack while interrupts are enabled:
 * they find a valid stack, and it grows by one frame at most. */
    csrsi mstatus, MSTATUS_MIE
    LOAD_REGISTER a0, ISOCHRON_RESULT_OFFSET
    RETURN_TO_CALLER

refused:
#if ( configNUMBER_OF_CORES > 1 )
    li    t1, ISOCHRON_RESULT_LATER
    beq   a0, t1, ulIsochronSwitch
#endif
    tail  ulIsochronRefused

#if ( configNUMBER_OF_CORES > 1 )
/* The switch that a command which was LATER had to wait for has been done. Without a command there is nothing
 * to issue again. */
finish_command:
    lw    a1, frameCOMMAND( sp )
    lw    a2, frameARGUMENT( sp )
    addi  sp, sp, frameCALLER_SIZE
    li    t1, ISOCHRON_RESULT_LATER
    bne   a0, t1, ulIsochronFinish
    beqz  a1, 1f
    ISSUE a1, a2
    POINT_TO_REGISTERS
    LOAD_REGISTER a0, ISOCHRON_RESULT_OFFSET
    li    t1, ISOCHRON_RESULT_OK
    bgtu  a0, t1, ulIsochronFinish
1:  ret
#endif

/* The caller has interrupts masked, in a critical section or by hand, and finds them so when it
 * runs again, as in FreeRTOS: nothing is served before the switch, or after it. Its nesting goes
 * to its frame. */
switch_masked:
#ifdef isochronASSERTS_TASK
    call  vIsochronAssertTask
    POINT_TO_REGISTERS
    LOAD_REGISTER t1, ISOCHRON_CURRENT_OFFSET
#endif
#if ( configISOCHRON_MONITOR_CRITICAL_SECTIONS == 1 )
    call  vIsochronTimeSection
    lw    t2, pvIsochronSection
    sw    t2, frameSECTION( sp )
    POINT_TO_REGISTERS
    LOAD_REGISTER t1, ISOCHRON_CURRENT_OFFSET
#endif
#if ( configNUMBER_OF_CORES > 1 )
    call  uxIsochronOpenSection
    sw    a0, frameNESTING( sp )
    POINT_TO_REGISTERS
    LOAD_REGISTER t1, ISOCHRON_CURRENT_OFFSET
#else
    lw    t2, xCriticalNesting
    sw    t2, frameNESTING( sp )
    sw    zero, xCriticalNesting, t2
#endif
    addi  t2, sp, frameMASKED_TAG
    sw    t2, 0( t1 )
    j     dispatch

resume_masked:
#if ( configISOCHRON_GUEST == 1 )
    slli  t2, t1, 1
    bltz  t2, resume_guest
#endif
    addi  sp, sp, -frameMASKED_TAG
#if ( configNUMBER_OF_CORES > 1 )
    lw    a0, frameNESTING( sp )
    call  vIsochronCloseSection
    POINT_TO_REGISTERS
#else
    lw    t1, frameNESTING( sp )
    sw    t1, xCriticalNesting, t2
#endif
#if ( configISOCHRON_MONITOR_CRITICAL_SECTIONS == 1 )
    lw    t1, frameSECTION( sp )
    sw    t1, pvIsochronSection, t2
    csrr  t1, mcycle
    sw    t1, ulIsochronSectionBegin, t2
#endif
    LOAD_REGISTER a0, ISOCHRON_RESULT_OFFSET
    RETURN_TO_CALLER

/* t1 is the shifted tag, t2 MSTATUS_MPIE_MPP. */
resume_tagged:
    bltz  t1, resume_masked
resume_interrupted:
    addi  sp, sp, -frameINTERRUPTED_TAG
    lw    t0, frameMEPC( sp )
    csrs  mstatus, t2                       /* the task before may have left by ret, not mret */
    csrw  mepc, t0
    CALLEE_SAVED lw
    RESTORE_FLOAT_OF_INTERRUPTED
    RESTORE_CALLER_SAVED_AND_RETURN

/* void vPortYield( void ). A yield always requests a switch: no need to load RESULT first. */
    .section .text.vPortYield, "ax"
    .balign 4
vPortYield:
    li    t0, COMMAND( ISOCHRON_TASK_YIELD_OFFSET )
    ISSUE t0, zero
#if ( configNUMBER_OF_CORES > 1 )
    li    a1, 0                             /* if it was LATER, the switch is enough */
#endif
    tail  ulIsochronSwitch

/* void vIsochronStartFirstTask( void ) */
    .section .text.vIsochronStartFirstTask, "ax"
    .balign 4
vIsochronStartFirstTask:
    POINT_TO_REGISTERS
    LOAD_REGISTER t1, ISOCHRON_CURRENT_OFFSET
    li    t2, MSTATUS_MPIE_MPP
    lw    sp, 0( t1 )
    tail  resume_interrupted                /* as every new task */

/* Traps. Ibex takes interrupt n through entry n, exceptions through entry 0. A core without vectors
 * takes all through entry 0. */
    .section .text.ulIsochronVectors, "ax"
    .balign 256
ulIsochronVectors:
#if ( configISOCHRON_VECTORED_INTERRUPTS == 1 )
    .option push
    .option norvc
    j     exception
    .rept ( REQUEST_INTERRUPT ) - 1
    j     interrupt
    .endr
    j     switch_requested
    .rept 31 - ( REQUEST_INTERRUPT )
    j     interrupt
    .endr
    .option pop
#else
    SAVE_CALLER_SAVED
    csrr  t0, mcause
    bgez  t0, exception_saved
    addi  t0, t0, -( REQUEST_INTERRUPT )
    slli  t0, t0, 1                         /* without the highest bit: an interrupt */
    beqz  t0, requested
    j     interrupt_saved
#endif

/* The hardware kernel requests a switch that the running task did not ask for. */
switch_requested:
    SAVE_CALLER_SAVED
requested:
#if ( isochronHOOKS == 1 )
    mv    t0, sp                            /* ... or wants hooks called, or both */
    LOAD_ISR_STACK
    addi  sp, sp, -16
    sw    t0, 0( sp )
    call  vKernelCallHooks
    lw    sp, 0( sp )
    REQUEST_TO_SIGN
    bgez  t0, return_interrupted
#endif
    csrr  t0, mepc
    sw    t0, frameMEPC( sp )
    CALLEE_SAVED sw
    SAVE_FLOAT_OF_INTERRUPTED
    POINT_TO_REGISTERS
    LOAD_REGISTER t1, ISOCHRON_CURRENT_OFFSET
    addi  t2, sp, frameINTERRUPTED_TAG
    sw    t2, 0( t1 )
    j     dispatch

/* Any other interrupt: the application's handler, on the interrupts' stack. Then, if it (or
 * something else meanwhile) requests a switch, do it here rather than by another trap. */
interrupt:
    SAVE_CALLER_SAVED
interrupt_saved:
    csrr  a0, mcause
    csrr  a1, mepc
    mv    t0, sp
    LOAD_ISR_STACK
    addi  sp, sp, -16
    sw    t0, 0( sp )
    call  freertos_risc_v_application_interrupt_handler
    lw    sp, 0( sp )
    REQUEST_TO_SIGN
    bltz  t0, requested
return_interrupted:
    RESTORE_CALLER_SAVED_AND_RETURN

/* The application's handler may return: to the instruction after, as in FreeRTOS's port. */
exception:
    SAVE_CALLER_SAVED
exception_saved:
    csrr  a0, mcause
    csrr  a1, mepc
    addi  a1, a1, 4
    sw    a1, frameMEPC( sp )
    mv    t0, sp
    LOAD_ISR_STACK
    addi  sp, sp, -16
    sw    t0, 0( sp )
    call  freertos_risc_v_application_exception_handler
    lw    sp, 0( sp )
    lw    t0, frameMEPC( sp )
    csrw  mepc, t0
    j     return_interrupted

/* An application that has interrupts or exceptions provides handlers of these names. */
freertos_risc_v_application_exception_handler:
freertos_risc_v_application_interrupt_handler:
    j     .

#if ( configISOCHRON_GUEST == 1 )
    #include "guest_context.S"
#endif
