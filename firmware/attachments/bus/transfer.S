/* SPDX-License-Identifier: Apache-2.0 */

/* Copying an item of a queue, with interrupts enabled (hardware_kernel/queue_open.c says why that
 * works). Changes no register that a call must preserve, and no stack, so that it can be left at
 * any instruction by way of its end. */
#include "register_access.h"

/* Bytes that a loop copies in a round: of an item, of what is no whole number of these, and of what is not
 * aligned. */
#define BLOCK           256
#define PART            16
#define SHIFTED         16

    .global ulIsochronCopy
    .global xIsochronTransfer
    .global ucIsochronOpenBegin
    .global ucIsochronOpenCommit
    .global ucIsochronOpenCleared
    .global ucIsochronOpenLost

/* Copies from a1 to a0, both aligned to words, and moves both. No load is waited for. */
    .macro COPY bytes
    .set  offset, 0
    .rept \bytes / 16
    lw    t3, offset( a1 )
    lw    t4, offset + 4( a1 )
    lw    t5, offset + 8( a1 )
    lw    t6, offset + 12( a1 )
    sw    t3, offset( a0 )
    sw    t4, offset + 4( a0 )
    sw    t5, offset + 8( a0 )
    sw    t6, offset + 12( a0 )
    .set  offset, offset + 16
    .endr
    addi  a1, a1, \bytes
    addi  a0, a0, \bytes
    .endm

    .section .text.ulIsochronCopy, "ax"
    .balign 4
ucIsochronOpenBegin:

    /* Before its place, for which most items have no use. Whole words are stored all the same, once the place
     * where they go is aligned: each has bytes of two that are loaded, and each of those has bytes of the item. */
copy_unaligned:
    bnez  t2, 2f
    j     copy_bytes
1:  lbu   t0, 0( a1 )
    addi  a1, a1, 1
    sb    t0, 0( a0 )
    addi  a0, a0, 1
2:  andi  t0, a0, 3
    bnez  t0, 1b
    andi  t3, a1, 3
    sub   t2, a2, a1
    bnez  t3, copy_shifted
    andi  t2, t2, -PART
    j     copy_aligned

copy_shifted:
    andi  t2, t2, -SHIFTED
    beqz  t2, copy_bytes
    sub   a1, a1, t3
    add   t2, a1, t2
    slli  t4, t3, 3
    neg   t5, t4                            /* what is shifted by counts modulo 32 */
    lw    t0, 0( a1 )
1:  .irp  offset, 0, 8
    lw    t1, \offset + 4( a1 )
    srl   t0, t0, t4
    sll   t6, t1, t5
    or    t6, t6, t0
    sw    t6, \offset( a0 )
    lw    t0, \offset + 8( a1 )
    srl   t1, t1, t4
    sll   t6, t0, t5
    or    t6, t6, t1
    sw    t6, \offset + 4( a0 )
    .endr
    addi  a1, a1, SHIFTED
    addi  a0, a0, SHIFTED
    bne   a1, t2, 1b
    addi  t2, a2, -4
    sub   t2, t2, t3
    bltu  t2, a1, 3f
2:  lw    t1, 4( a1 )
    addi  a1, a1, 4
    srl   t0, t0, t4
    sll   t6, t1, t5
    or    t6, t6, t0
    sw    t6, 0( a0 )
    addi  a0, a0, 4
    mv    t0, t1
    bgeu  t2, a1, 2b
3:  add   a1, a1, t3
copy_bytes:
    beq   a1, a2, transfer_commit
1:  lbu   t0, 0( a1 )
    addi  a1, a1, 1
    sb    t0, 0( a0 )
    addi  a0, a0, 1
    bne   a1, a2, 1b
    j     transfer_commit

/* a0: to, a1: from, a2: size, a3: pointer to change, or 0, a4: to what, a5: command, a6: its argument, a7: address
 * of that of the record. */
    .balign 4
copy_rest_of_block:
    addi  t3, t2, -BLOCK                    /* is left out of it: 8 instructions for each PART */
    add   a0, a0, t3
    add   a1, a1, t3
    slli  t3, t3, 1
    la    t4, copy_block
    sub   t4, t4, t3
    jr    t4

xIsochronTransfer:
    lw    t0, 0( a7 )
    or    t1, a0, a1                        /* in the delay of the load */
    andi  t1, t1, 3
    andi  t2, a2, -PART
    add   a2, a1, a2                        /* the end of what is copied */
    beqz  t0, ucIsochronOpenLost
    bnez  t1, copy_unaligned
copy_aligned:
    beqz  t2, copy_words
    add   t1, a1, t2
    andi  t2, t2, BLOCK - 1
    bnez  t2, copy_rest_of_block

    .option push
    .option norvc
copy_block:
    COPY  BLOCK
    .option pop
    bne   a1, t1, copy_block
    beq   a1, a2, transfer_commit

copy_words:
    andi  t1, a2, -4                        /* both are aligned */
    beq   a1, t1, copy_rest
1:  lw    t0, 0( a1 )
    addi  a1, a1, 4
    sw    t0, 0( a0 )
    addi  a0, a0, 4
    bne   a1, t1, 1b

copy_rest:
    bne   a1, a2, copy_bytes
transfer_commit:
    beqz  a3, transfer_copied
    sw    a4, 0( a3 )
ucIsochronOpenCommit:
    ISSUE a5, a6
    lw    t0, 0( a7 )
    sw    zero, 0( t0 )
ucIsochronOpenCleared:
    sw    zero, 0( a7 )
    POINT_TO_REGISTERS
    LOAD_REGISTER a0, ISOCHRON_RESULT_OFFSET
    li    t1, ISOCHRON_RESULT_OK
    bgtu  a0, t1, 1f
    ret
1:  j     ulIsochronFinish
transfer_copied:
    li    a0, ISOCHRON_RESULT_OK
    ret

/* Where it goes on tells whose call it was: nothing else has stayed. */
ucIsochronOpenLost:
    la    t0, copied
    beq   t0, ra, 1f
    j     xKernelTransferLost
1:  li    a0, isochronLOST
    ret

/* The same arguments. */
    .balign 4
ulIsochronCopy:
    addi  sp, sp, -16
    sw    ra, 12( sp )
    jal   xIsochronTransfer
copied:
    lw    ra, 12( sp )
    addi  sp, sp, 16
    ret
