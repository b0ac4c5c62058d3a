/* SPDX-License-Identifier: Apache-2.0 */

/* The switch from one task to another. Where a task stands is saved on its own stack, the same for
 * who was interrupted and who called: r0 to r12, lr, pc, cpsr.
 *
 * In all that follows: r4 the core, r5 the GIC's interface, r0 what was acknowledged. Interrupts are
 * masked. Tasks run in system mode; C functions are called on the stack of interrupt mode, whose
 * registers nobody else uses. */
#include "FreeRTOSConfig.h"
#include "gic_layout.h"

    .syntax unified
    .arm
    .fpu neon
    .text

/* A bit of the GIC's in the register of clearing, by the one of setting */
#define CLEAR_PENDING 0x80

/* From here on the GIC identifies nothing. */
#define WITHDRAWN     0xFC

/* Lets who runs use the floating-point registers, if they are its own (floating.S). */
    .macro  let_use_floating task, scratch
#if configGIC_FPU
    ldr     \scratch, [ \task, #gicTCB_FLOATING_ENABLE ]
    vmsr    fpexc, \scratch
#endif
    .endm

/* Calls a C function away from the stack of a task. */
    .macro  call function
    cps     #gicMODE_IRQ
    bl      \function
    cps     #gicMODE_SYSTEM
    .endm

#if configNUMBER_OF_CORES > 1
/* What is asked of a task together with its place in the inbox, and nothing else */
#define ALONE( request ) ( gicREQUEST_INBOX | ( request ) )
#if configGIC_OBJECTS == 1
#define DELETION ( ALONE( gicREQUEST_DELETE ) | gicREQUEST_FINAL )
#else
#define DELETION ALONE( gicREQUEST_DELETE )
#endif

/* Takes a request from the word r7 of its task, if it is alone there. r2: 0. Uses r3 and r8. */
    .macro  take_alone request
1:
    ldrex   r3, [ r7 ]
    cmp     r3, #ALONE( \request )
    bne     serve
    strex   r8, r2, [ r7 ]
    cmp     r8, #0
    bne     1b
    .endm

/* A ready task r6 is taken from its group r10, as by prvUnlinkReady, with the same instructions whatever is
 * there. r11: its item; r0, r1: its register and bit. Uses r2, r3, r7 to r9. */
    .macro  unlink_ready
    add     r11, r6, #gicTCB_ITEM
    ldrd    r8, r9, [ r11, #gicITEM_NEXT ]
    ldrd    r2, r3, [ r10, #gicGROUP_PENDING ]
    ldrd    r0, r1, [ r6, #gicTCB_PENDING ]
    str     r9, [ r8, #gicITEM_PREVIOUS ]
    str     r8, [ r9, #gicITEM_NEXT ]
    ldr     r7, [ r10, #gicGROUP_FIRST ]
    cmp     r3, r11
    moveq   r3, r9                  /* the cursor steps back */
    str     r1, [ r0, #CLEAR_PENDING ]
    add     r8, r10, #gicGROUP_END
    eor     r8, r8, r7              /* 0: nobody is left */
    cmp     r2, r6
    moveq   r2, #0
    cmp     r2, #1
    cmplo   r2, r8                  /* lower: nobody is pending, and somebody is left */
    ldrlo   r2, [ r7, #gicITEM_OWNER ]
    ldrdlo  r8, r9, [ r2, #gicTCB_PENDING ]
    strlo   r9, [ r8 ]
    strd    r2, r3, [ r10, #gicGROUP_PENDING ]
    .endm
#endif

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
runs:
    str     r9, [ r5, #gicINTERFACE_MASK ]
    strd    r8, r9, [ r4, #gicCORE_CURRENT ]
    let_use_floating r8, r3
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

/* The interrupt by which another core asks for something. What is mostly asked for is done here: of one task
 * alone, and that of a ready one, or the resumption of one that is above who runs. */
requested:
    str     r0, [ r5, #gicINTERFACE_END ]
    mov     r2, #0
take_inbox:
    ldrex   r6, [ r4 ]              /* gicCORE_INBOX */
    strex   r3, r2, [ r4 ]
    cmp     r3, #0
    bne     take_inbox
    dmb                             /* before its word is: then it may be put there anew */
    cmp     r6, #1
    ldrhs   r8, [ r6, #gicTCB_NEXT_REQUEST ]
    rsbshs  r8, r8, #0
    blo     serve                   /* none, or several */
    ldr     r10, [ r6, #gicTCB_GROUP ]
    ldr     r3, [ r6, #gicTCB_CONTAINER ]
    add     r7, r6, #gicTCB_REQUESTS
    cmp     r3, r10
    beq     requested_of_ready
    ldr     r2, [ r10, #gicGROUP_PENDING ]
    ldr     r9, [ r6, #gicTCB_LEVEL ]
    ldr     r8, [ r4, #gicCORE_LEVEL ]
#if configGIC_OBJECTS == 1
    ldr     r11, =pxGicSuspender
    ldr     r11, [ r11 ]
    orr     r2, r2, r11
#endif
    orrs    r2, r2, r3
    bne     serve                   /* delayed or deleted, or there are others of its level */
    cmp     r9, r8
    bhs     serve
#if configGIC_OBJECTS == 1
    ldr     r11, [ r6, #gicTCB_LOCK ]
    cmp     r11, #0
    bne     requested_of_waiting
#endif
    take_alone gicREQUEST_RESUME
ready:
    /* It is alone in its group, and the next one to run: the GIC need not say so. */
    add     r11, r10, #gicGROUP_END
    add     r3, r6, #gicTCB_ITEM
    str     r11, [ r3, #gicITEM_NEXT ]
    str     r11, [ r3, #gicITEM_PREVIOUS ]
    str     r10, [ r3, #gicITEM_CONTAINER ]
    str     r3, [ r11, #gicITEM_NEXT ]
    str     r3, [ r11, #gicITEM_PREVIOUS ]
    str     r3, [ r10, #gicGROUP_CURSOR ]
    mov     r8, r6
    b       runs

#if configGIC_OBJECTS == 1
/* It waits for an object, by the lock r11. If it is in no list, and that lock is free, nobody is about to
 * touch it behind the lock (systems/gic/model/wake.pml). */
requested_of_waiting:
    ldr     r3, [ r6, #( gicTCB_EVENT + gicITEM_CONTAINER ) ]
#if !defined( configUSE_TASK_NOTIFICATIONS ) || ( configUSE_TASK_NOTIFICATIONS == 1 )
    ldrb    r0, [ r6, #gicTCB_AWAITED ]
    add     r0, r0, r6
    ldrb    r0, [ r0, #gicTCB_NOTIFICATION ]
    cmp     r0, #gicAWAITED
    beq     serve
#endif
    cmp     r3, #0
    bne     serve
    dmb
    ldrd    r0, r1, [ r11 ]
    cmp     r0, r1
    bne     serve
    take_alone gicREQUEST_WAKE
    str     r2, [ r6, #gicTCB_LOCK ]
    b       ready
#endif

requested_of_ready:
    ldrex   r12, [ r7 ]
    cmp     r12, #ALONE( gicREQUEST_PRIORITY )
    bne     requested_to_leave
#ifdef configASSERT
    ldr     r3, [ r6, #gicTCB_HELD ]
    cmp     r3, #0
    bne     serve                   /* looks whether the priority is above the ceiling */
#endif
    strex   r3, r2, [ r7 ]
    cmp     r3, #0
    bne     requested_of_ready
    dmb                             /* the priority is that of the request, or a later one */
    unlink_ready
    /* prvChangePriority */
    ldr     r3, [ r6, #gicTCB_PRIORITY ]
    ldr     r2, [ r6, #gicTCB_PRIORITY_REGISTER ]
#if configGIC_OBJECTS == 1
    ldr     r7, [ r6, #gicTCB_EVENT ]
    uxtb    r3, r3                  /* the one that it is to run with */
#endif
    ldrd    r8, r9, [ r4, #gicCORE_GROUPS ] /* and configMAX_PRIORITIES */
    sub     r9, r9, r3
#if configGIC_OBJECTS == 1
    cmp     r7, #0
    strpl   r9, [ r6, #gicTCB_EVENT ] /* its rank, unless it has bits of an event group there */
#endif
#if BOARD_PRIORITY_BITS < 8
    lsl     r9, r9, #( 8 - BOARD_PRIORITY_BITS )
#endif
    add     r3, r3, r3, lsl #2      /* gicGROUP_SIZE is four times five */
    add     r10, r8, r3, lsl #2
    str     r10, [ r6, #gicTCB_GROUP ]
    str     r9, [ r6, #gicTCB_LEVEL ]
    strb    r9, [ r2 ]
    /* prvLink */
    ldrd    r2, r3, [ r10, #gicGROUP_PENDING ]
    ldr     r7, [ r3, #gicITEM_PREVIOUS ]
    str     r10, [ r11, #gicITEM_CONTAINER ]
    str     r3, [ r11, #gicITEM_NEXT ]
    str     r7, [ r11, #gicITEM_PREVIOUS ]
    str     r11, [ r7, #gicITEM_NEXT ]
    str     r11, [ r3, #gicITEM_PREVIOUS ]
    cmp     r2, #0
    streq   r6, [ r10, #gicGROUP_PENDING ]
    streq   r1, [ r0 ]
    /* Another one runs if it has fallen, or has risen above who runs. */
    ldrd    r0, r1, [ r4, #gicCORE_CURRENT ]
    cmp     r0, r6
    beq     who_runs_is_changed
    cmp     r9, r1
    blo     pick
    b       who_runs_stays
who_runs_is_changed:
    cmp     r9, r1
    bhi     pick
who_runs_stays:
    mov     r6, #0                  /* nothing is left to do but that */
    b       serve

requested_to_leave:
    cmp     r12, #DELETION
#if configGIC_OBJECTS == 0
    cmpne   r12, #ALONE( gicREQUEST_SUSPEND )
#endif
    bne     serve
    strex   r3, r2, [ r7 ]
    cmp     r3, #0
    bne     requested_of_ready
    unlink_ready
    mov     r3, #0
    str     r3, [ r6, #gicTCB_CONTAINER ]
    cmp     r12, #DELETION
    bne     who_left
    mov     r0, r4
    mov     r1, r6
    call    vGicBury
who_left:
    ldr     r0, [ r4, #gicCORE_CURRENT ]
    cmp     r0, r6
    beq     pick
    b       who_runs_stays

/* r6: what was in the inbox */
serve:
    mov     r0, r4
    mov     r1, r6
    call    xGicServe
    cmp     r0, #0
    bne     pick
    ldr     r8, [ r4, #gicCORE_CURRENT ]
    b       run
#endif

/* No task, or one whose interrupt was taken back when it was on its way already. r1: who ran; r2: the
 * mark of a device or a resource, r3: its routine. */
service:
#if configNUMBER_OF_CORES > 1
    uxtb    r7, r0
    cmp     r7, #gicREQUEST_INTERRUPT
    beq     requested
#endif
    cmp     r2, #gicDEVICE
    beq     begin
    cmp     r2, #gicDEVICE_TICK
    ldreq   r3, [ r4, #gicCORE_TICK ]
    beq     begin
    cmp     r2, #gicRESOURCE
    beq     go_on
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

/* A routine r3 begins, on the stack of the core's routines, above the topmost one. All that are there
 * have lower levels, so it ends before they go on. */
begin:
    ldr     r11, [ r4, #gicCORE_TOPMOST ]
    mov     r8, r3
    ldr     r9, [ r8, #gicTCB_LEVEL ]
    ldr     r3, [ r11, #gicTCB_LEVEL ]
    ldr     r2, [ r1, #gicTCB_GROUP ]
    cmp     r3, r9
    beq     equal
    str     r0, [ r5, #gicINTERFACE_END ]
    str     r9, [ r5, #gicINTERFACE_MASK ]
    strd    r8, r9, [ r4, #gicCORE_CURRENT ]
    stmdb   r8, { r1, r2, r11 }
    let_use_floating r8, r3
#if configNUMBER_OF_CORES > 1
    dmb                             /* as behind a dispatch: its level may be below that of who ran */
    ldr     r3, [ r4, #gicCORE_INBOX ]
    cmp     r3, #0
    bne     requests_first
begin_now:
#endif
    str     r8, [ r4, #gicCORE_TOPMOST ]
    ldr     r2, [ r11, #gicTCB_STACK ]
    ldr     r3, [ r8, #gicROUTINE_FUNCTION ]
    bic     sp, r2, #7
    cpsie   i
    blx     r3
    cpsid   i

/* Its end. Who was interrupted goes on, if it is what it was, and nobody above is ready. */
    ldmdb   r8, { r1, r2, r11 }
    ldr     r10, [ r8, #gicTCB_GROUP ]
    str     r11, [ r4, #gicCORE_TOPMOST ]
    ldrd    r6, r7, [ r10, #gicGROUP_PENDING ]
    add     r9, r10, #gicGROUP_END
    cmp     r6, #0
    bne     was_interrupted
interrupted_by_nobody:
    cmp     r7, r9
    bne     was_switched
    ldr     r3, [ r1, #gicTCB_GROUP ]
    ldr     r6, [ r1, #gicTCB_CONTAINER ]
    cmp     r3, r2
    cmpeq   r6, r2
    bne     pick
    mov     r8, r1
    ldr     r9, [ r8, #gicTCB_LEVEL ]
    str     r9, [ r5, #gicINTERFACE_MASK ]
    strd    r8, r9, [ r4, #gicCORE_CURRENT ]
    let_use_floating r8, r0
    ldr     r0, [ r5, #gicINTERFACE_ACKNOWLEDGE ]
    uxtb    r6, r0
    cmp     r6, #WITHDRAWN
    blo     another
#if configNUMBER_OF_CORES > 1
    dmb
    ldr     r3, [ r4, #gicCORE_INBOX ]
    cmp     r3, #0
    bne     requests
#endif
    clrex
    ldr     sp, [ r8, #gicTCB_STACK ]
    pop     { r0-r12, lr }
    rfeia   sp!

/* In place of who was interrupted, which is saved and pending. */
another:
    ldr     r7, =pxGicTasks
    ldr     r6, [ r7, r6, lsl #2 ]
    ldr     r10, [ r6, #gicTCB_GROUP ]
    ldrd    r2, r3, [ r10, #gicGROUP_PENDING ]
    subs    r2, r2, r6
    beq     dispatch
    b       service

/* Its interrupt to go on is not wanted any more. */
was_interrupted:
    ldrd    r2, r3, [ r8, #gicTCB_PENDING ]
    mov     r6, #0
    str     r3, [ r2, #CLEAR_PENDING ]
    str     r6, [ r10, #gicGROUP_PENDING ]
    ldr     r2, [ r8, #( gicROUTINE_KEPT + 4 ) ]
    b       interrupted_by_nobody

/* A task has run, so it is the turn of who is next: as if that one had called. */
was_switched:
    str     r9, [ r10, #gicGROUP_CURSOR ]
    b       pick

/* The topmost routine is of the same level, and the GIC may take either. It goes on first, since its
 * stack is below; the device's interrupt is pending again. */
equal:
    ldrd    r2, r3, [ r8, #gicROUTINE_EVENT ]
    str     r2, [ r3 ]
topmost_goes_on:
    ldr     r10, [ r11, #gicTCB_GROUP ]
    ldrd    r2, r3, [ r11, #gicTCB_PENDING ]
    str     r3, [ r2, #CLEAR_PENDING ]
    ldr     r3, [ r10, #gicGROUP_CURSOR ]
    mov     r2, #0
    b       dispatch

/* A section r3, which was preempted, goes on. Its interrupt is one level above the ceiling. If the topmost
 * routine is of that level, the GIC may take either: that one goes on first, since its stack may be below. */
go_on:
    ldr     r11, [ r4, #gicCORE_TOPMOST ]
    ldr     r9, [ r3, #gicTCB_LEVEL ]
    ldr     r2, [ r11, #gicTCB_LEVEL ]
    ldr     r10, [ r3, #gicTCB_GROUP ]
    sub     r9, r9, #gicLEVEL_STEP
    cmp     r2, r9
    movne   r2, #0
    ldrne   r3, [ r10, #gicGROUP_CURSOR ]
    bne     dispatch
    ldrd    r2, r3, [ r3, #gicTCB_PENDING ]
    str     r3, [ r2 ]              /* it is pending again */
    b       topmost_goes_on

#if configNUMBER_OF_CORES > 1
requests_first:
    mov     r0, r4
    call    xGicServeRequests
    cmp     r0, #0
    beq     begin_now
    ldrd    r2, r3, [ r8, #gicROUTINE_EVENT ] /* it has not begun: its device interrupts again */
    str     r2, [ r3 ]
    b       pick
#endif

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
    ldr     r1, =xGicNoTask
    cmp     r2, #gicDEVICE
    beq     begin
    cmp     r2, #gicDEVICE_TICK
    ldreq   r3, [ r4, #gicCORE_TICK ]
    beq     begin
    cmp     r2, #gicRESOURCE
    beq     go_on
    mov     r6, r0
    mov     r1, r4
    call    xGicService
    str     r6, [ r5, #gicINTERFACE_END ] /* ignored where nothing was acknowledged */
    b       pick

/* void vGicRunFirst( TCB_t * pxTask, GicCore_t * pxCore ) */
    .global vGicRunFirst
    .type   vGicRunFirst, %function
vGicRunFirst:
    ldr     r5, =BOARD_GIC_INTERFACE
    ldr     r2, [ r0, #gicTCB_LEVEL ]
    str     r2, [ r5, #gicINTERFACE_MASK ]
    str     r2, [ r1, #gicCORE_LEVEL ]
    str     sp, [ r1, #gicCORE_NO_ROUTINE ] /* routines have the stack that start-up leaves */
    let_use_floating r0, r2
    ldr     sp, [ r0, #gicTCB_STACK ]
    pop     { r0-r12, lr }
    rfeia   sp!
    .ltorg
