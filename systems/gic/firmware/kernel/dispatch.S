/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The switch from one task to another. Where a task stands is saved on its own stack, the same for
 * who was interrupted and who called: r0 to r12, lr, pc, cpsr.
 *
 * In all that follows: r4 the core, r5 the GIC's interface, r0 what was acknowledged. Interrupts are
 * masked. Tasks run in system mode; C functions are called on the stack of interrupt mode, whose
 * registers nobody else uses.
 */
#include "FreeRTOSConfig.h"
#include "gic_layout.h"

    .syntax unified
    .arm
    .text

/* Calls a C function away from the stack of a task. */
    .macro  call function
    cps     #gicMODE_IRQ
    bl      \function
    cps     #gicMODE_SYSTEM
    .endm

/* A task above the running one is ready, or a core has requests, or a device. */
    .global vGicInterrupt
    .type   vGicInterrupt, %function
vGicInterrupt:
    sub     lr, lr, #4
    srsdb   sp!, #gicMODE_SYSTEM
    cps     #gicMODE_SYSTEM
    push    { r0-r12, lr }
    ldr     r5, =BOARD_GIC_INTERFACE
    mrc     p15, 0, r4, c13, c0, 4
    ldr     r0, [ r5, #gicINTERFACE_ACKNOWLEDGE ]
    ldr     r1, [ r4, #gicCORE_CURRENT ]
    ldr     r7, =pxGicTasks
    ldr     r2, [ r1, #gicTCB_GROUP ]
    uxtb    r6, r0                  /* without the sender of an SGI */
    ldr     r6, [ r7, r6, lsl #2 ]
    str     sp, [ r1, #gicTCB_STACK ]
    /* who ran stays ready: its group must have a pending task again */
    ldr     r3, [ r2, #gicGROUP_PENDING ]
    cmp     r3, #0
    streq   r1, [ r2, #gicGROUP_PENDING ]
    ldrdeq  r2, r3, [ r1, #gicTCB_PENDING ]
    streq   r3, [ r2 ]
    ldr     r10, [ r6, #gicTCB_GROUP ]
    ldrd    r2, r3, [ r10, #gicGROUP_PENDING ]
    subs    r2, r2, r6
    bne     service

/* r10: the group of the task whose interrupt it is; r2: 0; r3: the group's cursor. */
dispatch:
    add     r8, r10, #gicGROUP_END
    ldr     r3, [ r3, #gicITEM_NEXT ]
    cmp     r3, r8
    ldreq   r3, [ r3, #gicITEM_NEXT ]
    strd    r2, r3, [ r10, #gicGROUP_PENDING ]
    ldr     r8, [ r3, #gicITEM_OWNER ]
    str     r0, [ r5, #gicINTERFACE_END ]
    ldr     r9, [ r8, #gicTCB_LEVEL ]
    str     r9, [ r5, #gicINTERFACE_MASK ]
    strd    r8, r9, [ r4, #gicCORE_CURRENT ]
#if configNUMBER_OF_CORES > 1
    /* Either this core sees a request now, or who made it sees the new task (requests.h). */
    dmb
    ldr     r3, [ r4, #gicCORE_INBOX ]
    cmp     r3, #0
    bne     requests
run:
#endif
    clrex                           /* the next task's STREX must not trust another one's LDREX */
    ldr     sp, [ r8, #gicTCB_STACK ]
    pop     { r0-r12, lr }
    rfeia   sp!

#if configNUMBER_OF_CORES > 1
requests:
    mov     r0, r4
    call    xGicServeRequests
    cmp     r0, #0
    beq     run
    ldr     r0, [ r4, #gicCORE_CURRENT ]
    call    vGicLeave
    b       pick

requested:
    str     r0, [ r5, #gicINTERFACE_END ]
    mov     r0, r4
    call    xGicServeRequests
    cmp     r0, #0
    bne     pick
    ldr     r8, [ r4, #gicCORE_CURRENT ]
    b       run
#endif

/* No task, or one whose interrupt was taken back when it was on its way already. */
service:
#if configNUMBER_OF_CORES > 1
    uxtb    r1, r0
    cmp     r1, #gicREQUEST_INTERRUPT
    beq     requested
#endif
    mov     r6, r0
    mov     r1, r4
    call    xGicService
    str     r6, [ r5, #gicINTERFACE_END ]
    cmp     r0, #0
    bne     pick
    ldr     r1, [ r4, #gicCORE_CURRENT ]
    ldr     sp, [ r1, #gicTCB_STACK ]
    pop     { r0-r12, lr }
    rfeia   sp!

/* void vGicSwitch( uint32_t ulState ) */
    .global vGicSwitch
    .type   vGicSwitch, %function
vGicSwitch:
    mov     r2, lr
    mov     r3, r0
    push    { r2, r3 }
    push    { r0-r12, lr }
    mrc     p15, 0, r4, c13, c0, 4
    ldr     r5, =BOARD_GIC_INTERFACE
    ldr     r1, [ r4, #gicCORE_CURRENT ]
    str     sp, [ r1, #gicTCB_STACK ]

/* Nobody runs: takes what the GIC has. The lowest task is always ready, so there is something. */
pick:
    mov     r1, #gicUNMASKED
    str     r1, [ r5, #gicINTERFACE_MASK ]
    ldr     r7, =pxGicTasks
    ldr     r0, [ r5, #gicINTERFACE_ACKNOWLEDGE ]
    uxtb    r6, r0
    ldr     r6, [ r7, r6, lsl #2 ]
    ldr     r10, [ r6, #gicTCB_GROUP ]
    ldrd    r2, r3, [ r10, #gicGROUP_PENDING ]
    subs    r2, r2, r6
    beq     dispatch
    mov     r6, r0
    mov     r1, r4
    call    xGicService
    str     r6, [ r5, #gicINTERFACE_END ] /* ignored where nothing was acknowledged */
    b       pick

/* void vGicRunFirst( TCB_t * pxTask, GicCore_t * pxCore ) */
    .global vGicRunFirst
    .type   vGicRunFirst, %function
vGicRunFirst:
    mcr     p15, 0, r1, c13, c0, 4
    ldr     r5, =BOARD_GIC_INTERFACE
    ldr     r2, [ r0, #gicTCB_LEVEL ]
    str     r2, [ r5, #gicINTERFACE_MASK ]
    str     r2, [ r1, #gicCORE_LEVEL ]
    ldr     sp, [ r0, #gicTCB_STACK ]
    pop     { r0-r12, lr }
    rfeia   sp!
    .ltorg
