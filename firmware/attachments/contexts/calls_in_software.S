/* SPDX-License-Identifier: Apache-2.0 */

/* The end of a kernel call that switches, with options that want code in a switch: part of
 * context_switch.S. Every switch is an ecall. */
    .global ulIsochronFinish
    .global ulIsochronSwitch
    .global vPortYield

/* uint32_t ulIsochronFinish( uint32_t ulResult ): ulResult is AGAIN or an error code. */
    .section .text.ulIsochronSwitch, "ax"
    .balign 4
ulIsochronFinish:
    bgez  a0, refused

/* uint32_t ulIsochronSwitch( void ). Interrupts may come at any time. */
ulIsochronSwitch:
    csrr  t1, mstatus
    li    t0, REGISTERS
    andi  t1, t1, MSTATUS_MIE
    beqz  t1, masked
dispatch:
    ecall
answer:
    lw    a0, RESULT( t0 )
    li    t1, ISOCHRON_RESULT_OK
    bgtu  a0, t1, ulIsochronFinish
    ret

refused:
    tail  ulIsochronRefused

/* The caller has interrupts masked: as in calls.S. */
masked:
    lw    t1, STATUS( t0 )
    andi  t1, t1, STATUS_SWITCH_REQUESTED
    beqz  t1, answer                        /* it waits for something else */
    addi  sp, sp, -16
    sw    ra, 0( sp )
#ifdef isochronASSERTS_TASK
    call  vIsochronAssertTask
    li    t0, REGISTERS
#endif
    lw    t1, xCriticalNesting
    sw    t1, 4( sp )
    sw    zero, xCriticalNesting, t1
masked_call:
    ecall
masked_resumed:
    csrci mstatus, MSTATUS_MIE              /* if another task's trap ended here */
    lw    t1, 4( sp )
    sw    t1, xCriticalNesting, t2
    lw    ra, 0( sp )
    addi  sp, sp, 16
    j     answer

/* void vPortYield( void ). A yield always requests a switch: no need to load RESULT first. */
vPortYield:
    li    t0, configHW_ACCELERATION_BASE_ADDRESS + ISOCHRON_TASK_YIELD_OFFSET
    sw    zero, 0( t0 )
    j     ulIsochronSwitch
