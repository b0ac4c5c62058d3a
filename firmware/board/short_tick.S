/* SPDX-License-Identifier: Apache-2.0 */

/* A tick of FreeRTOS's RISC-V port that saves what C functions may change, and the rest of the frame only if the
 * tick switches: what FreeRTOS-Kernel's pull request 1482 proposes, written anew. It is a baseline to measure
 * against (configBOARD_SHORT_TICK), with the frame of the port: where x8 to x31 are, for example. */
#include "isochron_assembler.h"

#if configBOARD_SHORT_TICK

    #if configUSE_TICK_HOOK
        #error a tick hook may switch before the frame is whole: set configUSE_TICK_HOOK or configBOARD_SHORT_TICK to 0
    #endif
    #include <portContext.h>

    .macro move_registers instruction, base, numbers:vararg
    .irp   number, \numbers
    \instruction x\number, ( \number - 3 ) * portWORD_SIZE( \base )
    .endr
    .endm

    .section .text.short_tick, "ax"
    .global short_tick
    .balign 4
short_tick:
    addi  sp, sp, -portCONTEXT_SIZE
    sw    ra, portWORD_SIZE( sp )
    move_registers sw, sp, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29, 30, 31
    mv    s0, sp                                /* the frame: C functions keep it */
    lw    sp, xISRStackTop

    /* the next tick: mtimecmp = ullNextTime; ullNextTime += one tick. Its words are written so that the whole is
     * never below the old one. */
    lw    a0, pullMachineTimerCompareRegister
    lw    a1, pullNextTime
    lw    a2, 0( a1 )
    lw    a3, 4( a1 )
    li    a4, -1
    sw    a4, 0( a0 )
    sw    a3, 4( a0 )
    sw    a2, 0( a0 )
    lw    a4, uxTimerIncrementsForOneTick
    add   a4, a4, a2
    sltu  a2, a4, a2
    add   a3, a3, a2
    sw    a4, 0( a1 )
    sw    a3, 4( a1 )

    call  xTaskIncrementTick
    bnez  a0, switches
    mv    sp, s0
    lw    ra, portWORD_SIZE( sp )
    move_registers lw, sp, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29, 30, 31
    addi  sp, sp, portCONTEXT_SIZE
    mret

switches:
    move_registers sw, s0, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    csrr  t0, mepc
    sw    t0, 0( s0 )
    csrr  t0, mstatus
    sw    t0, portMSTATUS_OFFSET * portWORD_SIZE( s0 )
    lw    t0, xCriticalNesting
    sw    t0, portCRITICAL_NESTING_OFFSET * portWORD_SIZE( s0 )
    lw    t0, pxCurrentTCB
    sw    s0, 0( t0 )
    call  vTaskSwitchContext
    portcontextRESTORE_CONTEXT

#endif
