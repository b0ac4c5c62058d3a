/* SPDX-License-Identifier: Apache-2.0 */

/* Traps. The interrupted task's registers are on its own stack before the kernel is called, and its
 * stack is not touched after that: another core may run it as soon as vTaskSwitchContext() returns the
 * locks. Meanwhile the core is on the stack that its mscratch points to. s0 is the core's number, s1
 * where its task is in pxCurrentTCBs. */
#include "soc.h"
#include "port_layout.h"

#define ENVIRONMENT_CALL    11
#define CLINT_MSIP          ( SOC_BASE + SOC_CLINT_MSIP_OFFSET )

    .macro SAVE_REGISTERS
    addi  sp, sp, -4 * portFRAME_WORDS
    sw    ra, 4 * portFRAME_RA(sp)
    .irp  n, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    sw    x\n, 4 * (portFRAME_X5 + \n - 5)(sp)
    .endr
    csrr  t0, mstatus
    sw    t0, 4 * portFRAME_MSTATUS(sp)
    .endm

    .macro LOAD_REGISTERS
    lw    t0, 4 * portFRAME_MSTATUS(sp)
    csrw  mstatus, t0
    lw    t0, 4 * portFRAME_PC(sp)
    csrw  mepc, t0
    lw    ra, 4 * portFRAME_RA(sp)
    .irp  n, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    lw    x\n, 4 * (portFRAME_X5 + \n - 5)(sp)
    .endr
    addi  sp, sp, 4 * portFRAME_WORDS
    .endm

/* Where this core's task is in pxCurrentTCBs. */
    .macro FIND_TASK
    csrr  s0, mhartid
    slli  t0, s0, 2
    la    s1, pxCurrentTCBs
    add   s1, s1, t0
    .endm

/* Leaves the task, which goes on at `pc`. */
    .macro LEAVE_TASK pc
    sw    \pc, 4 * portFRAME_PC(sp)
    FIND_TASK
    lw    t0, 0(s1)
    sw    sp, 0(t0)
    csrr  sp, mscratch
    .endm

    .macro ENTER_INTERRUPT
    SAVE_REGISTERS
    csrr  a0, mepc
    LEAVE_TASK a0
    .endm

    .text
    .global vPortException
vPortException:
    SAVE_REGISTERS
    csrr  a0, mcause
    li    t0, ENVIRONMENT_CALL
    bne   a0, t0, fault
    csrr  a0, mepc
    addi  a0, a0, 4                             /* behind the call */
    LEAVE_TASK a0
    mv    a0, s0
    call  vTaskSwitchContext
    j     enter_task

fault:
    csrr  sp, mscratch
    call  freertos_risc_v_application_exception_handler
1:  j     1b

/* A request of another core. It is cleared first: the next one is not to be lost. */
    .global vPortSoftwareInterrupt
vPortSoftwareInterrupt:
    ENTER_INTERRUPT
    li    t0, CLINT_MSIP
    slli  t1, s0, 2
    add   t0, t0, t1
    sw    zero, 0(t0)
    mv    a0, s0
    call  vTaskSwitchContext
    j     enter_task

    .global vPortTimerInterrupt
vPortTimerInterrupt:
    ENTER_INTERRUPT
    mv    a0, s0
    call  vPortTick
    j     enter_task

    .global vPortInterrupt
vPortInterrupt:
    ENTER_INTERRUPT
    csrr  a0, mcause
    call  freertos_risc_v_application_interrupt_handler
    j     enter_task

/* void vPortStartFirstTask( void ): the core's first task, with interrupts masked. The request that has
 * woken the core is served by that. */
    .global vPortStartFirstTask
vPortStartFirstTask:
    FIND_TASK
    li    t0, CLINT_MSIP
    slli  t1, s0, 2
    add   t0, t0, t1
    sw    zero, 0(t0)

enter_task:
    lw    t0, 0(s1)
    lw    sp, 0(t0)
    LOAD_REGISTERS
    mret

    .weak freertos_risc_v_application_interrupt_handler
freertos_risc_v_application_interrupt_handler:
    j     fault
