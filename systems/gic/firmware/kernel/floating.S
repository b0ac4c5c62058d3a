/* SPDX-License-Identifier: Apache-2.0 */

/* Floating-point registers, saved when another task wants them. A core's registers have an owner: the task
 * that has used them last. They are switched off for all others, so that the first instruction by which
 * another task uses them is undefined; then they are saved for the owner, and are the other one's. */
#include "FreeRTOSConfig.h"
#include "gic_layout.h"

#if configGIC_FPU

#define ENABLED 0x40000000 /* of FPEXC */
#define THUMB   0x20       /* of CPSR */

    .syntax unified
    .arm
    .fpu neon
    .text

/* All registers to or from memory; changes both operands. */
    .macro  save area, scratch
    vstmia  \area!, { d0-d15 }
#if configGIC_FPU == 32
    vstmia  \area!, { d16-d31 }
#endif
    vmrs    \scratch, fpscr
    str     \scratch, [ \area ]
    .endm

    .macro  load area, scratch
    vldmia  \area!, { d0-d15 }
#if configGIC_FPU == 32
    vldmia  \area!, { d16-d31 }
#endif
    ldr     \scratch, [ \area ]
    vmsr    fpscr, \scratch
    .endm

/* The exception of an undefined instruction. r3: the core; r1: who uses the registers; r2: its memory. */
    .global vGicUndefined
    .type   vGicUndefined, %function
vGicUndefined:
    push    { r0-r3 }
    vmrs    r0, fpexc
    mrc     p15, 0, r3, c13, c0, 4
    tst     r0, #ENABLED
    bne     undefined               /* they are on already */
    ldr     r1, [ r3, #gicCORE_CURRENT ]
used:
    ldr     r2, [ r1, #gicTCB_FLOATING ]
    mov     r0, #ENABLED
    cmp     r2, #0
    beq     section
    vmsr    fpexc, r0
    str     r0, [ r1, #gicTCB_FLOATING_ENABLE ]
    ldr     r0, [ r3, #gicCORE_FLOATING ]
    cmp     r0, r1
    beq     owned
    str     r1, [ r3, #gicCORE_FLOATING ]
    cmp     r0, #0
    beq     saved
    mov     r1, #0
    str     r1, [ r0, #gicTCB_FLOATING_ENABLE ]
    ldr     r0, [ r0, #gicTCB_FLOATING ]
    save    r0, r1
saved:
    load    r2, r1
owned:
    mrs     r0, spsr
    tst     r0, #THUMB
    subeq   lr, lr, #4              /* the same instruction again */
    subne   lr, lr, #2
    pop     { r0-r3 }
    movs    pc, lr

/* No task has these registers: the section of a task uses those of its holder, a routine has none. */
section:
    ldr     r2, [ r1, #gicROUTINE_FUNCTION ]
    cmp     r2, #0
    ldreq   r1, [ r1, #gicROUTINE_KEPT ]
    beq     used
    pop     { r0-r3 }
    b       board_routine_uses_floating_point

undefined:
    pop     { r0-r3 }
    b       board_undefined

/* void vGicSaveFloating( GicCore_t * pxCore ): there is an owner; then there is none. */
    .global vGicSaveFloating
    .type   vGicSaveFloating, %function
vGicSaveFloating:
    mov     r1, #ENABLED
    vmsr    fpexc, r1
    ldr     r2, [ r0, #gicCORE_FLOATING ]
    mov     r1, #0
    str     r1, [ r0, #gicCORE_FLOATING ]
    str     r1, [ r2, #gicTCB_FLOATING_ENABLE ]
    ldr     r2, [ r2, #gicTCB_FLOATING ]
    save    r2, r3
    vmsr    fpexc, r1
    bx      lr

/* void vPortTaskUsesFPU( void ): as in FreeRTOS's port. The registers are the caller's from here on. */
    .global vPortTaskUsesFPU
    .type   vPortTaskUsesFPU, %function
vPortTaskUsesFPU:
    mov     r0, #0
    vmsr    fpscr, r0
    bx      lr
#endif /* configGIC_FPU */
