/* SPDX-License-Identifier: Apache-2.0 */

/* From reset to main. All cores start here; all but core 0 wait in a pen until they are let out. */
#include "board.h"
#include "kernel_vectors.h"

#define MODE_IRQ           0x12
#define MODE_SUPERVISOR    0x13
#define MODE_ABORT         0x17
#define MODE_UNDEFINED     0x1B
#define MODE_SYSTEM        0x1F

#define STACK_SIZE         0x1000 /* of a mode of a core; link.ld has room for five modes */

    .syntax unified
    .arm
    .section .vectors, "ax"
    .balign 32
    .global _start
_start:
board_vectors:
    ldr     pc, =reset
    ldr     pc, =KERNEL_UNDEFINED
    ldr     pc, =KERNEL_SUPERVISOR_CALL
    ldr     pc, =prefetch_abort
    ldr     pc, =data_abort
    nop
    .global board_interrupt_vector
board_interrupt_vector:
    ldr     pc, =KERNEL_INTERRUPT
    ldr     pc, =fast_interrupt
    .ltorg

    .text
    .macro  stack mode
    cps     #\mode
    mov     sp, r1
    sub     r1, r1, #STACK_SIZE
    .endm

reset:
    ldr     r0, =board_vectors
    mcr     p15, 0, r0, c12, c0, 0 /* vectors are here, not at 0 */
    mrc     p15, 0, r0, c1, c0, 0
    bic     r0, r0, #( 1 << 13 )
    mcr     p15, 0, r0, c1, c0, 0
    mov     r0, #( 0xF << 20 )     /* stock's port looks at the floating-point unit */
    mcr     p15, 0, r0, c1, c0, 2
    isb
    mov     r0, #0x40000000
    .fpu    neon
    vmsr    fpexc, r0

    mrc     p15, 0, r4, c0, c0, 5
    and     r4, r4, #3
    ldr     r1, =board_stacks_top
    mov     r2, #( 5 * STACK_SIZE )
    mul     r2, r2, r4
    sub     r1, r1, r2
    stack   MODE_IRQ
    stack   MODE_ABORT
    stack   MODE_UNDEFINED
    stack   MODE_SYSTEM
    stack   MODE_SUPERVISOR
    cps     #MODE_SYSTEM
    cmp     r4, #0
    bne     pen

    ldr     r0, =__bss_start
    ldr     r1, =__bss_end
    mov     r2, #0
1:  cmp     r0, r1
    strlo   r2, [ r0 ], #4
    blo     1b
    bl      main
    mov     r0, #1
    bl      board_exit

pen:
    ldr     r0, =board_cores_released
1:  ldr     r1, [ r0 ]
    cmp     r1, #0
    wfeeq
    beq     1b
    dmb
    mov     r0, r4
    bl      board_core_main

    .global board_release_cores
board_release_cores:
    ldr     r0, =board_cores_released
    mov     r1, #1
    dmb
    str     r1, [ r0 ]
    dsb
    sev
    bx      lr

/* An exception that nobody expects: its name, and where. */
    .macro  fatal name, text
    .global \name
\name:
    ldr     r0, =1f
    b       fatal_exception
1:  .asciz  "\text"
    .balign 4
    .endm

    fatal   board_undefined, "undefined instruction"
    fatal   board_routine_uses_floating_point, "a routine uses floating point"
    fatal   board_unexpected_call, "supervisor call"
    fatal   prefetch_abort, "prefetch abort"
    fatal   data_abort, "data abort"
    fatal   fast_interrupt, "fast interrupt"

fatal_exception:
    mov     r1, lr
    bl      board_fatal
    .ltorg

/* In .data: core 0 clears .bss while the others look at this. */
    .data
    .balign 4
board_cores_released:
    .word   0
