/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Copying an item of a queue, with interrupts enabled (hardware_kernel/queue_transfer.c says why that
 * works). Changes no register that a call must preserve, and no stack, so that it can be left at
 * any instruction by way of its end.
 */
#include "register_access.h"

#define STATUS_HELD     0x40

/* Bytes that a loop copies in a round: of a piece (the smallest one's), of an item, of what is no
 * whole number of these, and of what is not aligned. */
#define PIECE_BLOCK     64
#if ( configISOCHRON_OPEN_TRANSFERS == 1 )
#define BLOCK           256
#define PART            16
#else
#define BLOCK           128
#define PART            32
#endif
#define SHIFTED         16

#define MSTATUS_MIE     0x8

#if ( configISOCHRON_OPEN_TRANSFERS == 1 )
    .global ulIsochronCopy
    .global xIsochronTransfer
    .global ucIsochronOpenBegin
    .global ucIsochronOpenCommit
    .global ucIsochronOpenCleared
    .global ucIsochronOpenLost
#else
    .global vIsochronTransfer
    .global vIsochronTransferPieces
    .global xIsochronLeaveTransfer
#endif
    .global prvIsochronFinishTransfer
    .global ulIsochronNoCommand

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

    .section .sbss.ulIsochronNoCommand, "aw", @nobits
    .balign 4
ulIsochronNoCommand:
    .zero 4

#if ( configISOCHRON_OPEN_TRANSFERS == 1 )
    .section .text.ulIsochronCopy, "ax"
    .balign 4
ucIsochronOpenBegin:
#else
/* a0: to, a1: from, a2: size, a3: address of how far the transfer is, and that it is open,
 * a4: address of whose that says it is, a5: command that holds, a6: address of the last four arguments of
 * vIsochronTransfer(). What is left at any instruction, by way of its end, is gone on with in C. */
    .section .text.vIsochronTransfer, "ax"
    .balign 4
vIsochronTransferPieces:
    POINT_TO_REGISTERS
    LOAD_REGISTER t1, ISOCHRON_STATUS_OFFSET
    lw    a7, 0( a3 )
    andi  t1, t1, STATUS_HELD
    beqz  t1, transfer_end
copy_piece:
    addi  t2, a1, configISOCHRON_PIECE
copy_block_of_piece:
    COPY  PIECE_BLOCK
    bne   a1, t2, copy_block_of_piece

    addi  a7, a7, configISOCHRON_PIECE
    sw    a7, 0( a3 )
    lw    t1, 8( a6 )
    li    t2, isochronRELEASE
    ISSUE t1, t2
    addi  a2, a2, -configISOCHRON_PIECE

    /* Nothing is held: who waits comes now. */
    .rept isochronPAUSE
    nop
    .endr
    csrrci t3, mstatus, MSTATUS_MIE
    lw    t2, 0( a3 )
    andi  t3, t3, MSTATUS_MIE
    bgez  t2, pieces_end                    /* transferOPEN */
    ISSUE a5, zero
    LOAD_REGISTER t1, ISOCHRON_RESULT_OFFSET
    li    t2, configISOCHRON_PIECE
    bgtu  a2, t2, pieces_go_on
    slli  a7, a7, 1
    srli  a7, a7, 1
    sw    a7, 0( a3 )
    sw    zero, 0( a4 )
    csrs  mstatus, t3
    lw    a3, 0( a6 )
    lw    a4, 4( a6 )
    lw    a5, 8( a6 )
    lw    a6, 12( a6 )
    j     vIsochronTransfer
pieces_go_on:
    csrs  mstatus, t3
    j     copy_piece
pieces_end:
    csrs  mstatus, t3
    ret
#endif

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

#if ( configISOCHRON_OPEN_TRANSFERS == 1 )
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
#else
/* a0: to, a1: from, a2: size, a3: pointer to change, a4: to what, a5: command, a6: its argument. */
    .balign 4
vIsochronTransfer:
    POINT_TO_REGISTERS
    LOAD_REGISTER t0, ISOCHRON_STATUS_OFFSET
    or    t1, a0, a1                        /* in the delay of the load */
    andi  t1, t1, 3
    andi  t2, a2, -PART
    add   a2, a1, a2                        /* the end of what is copied */
    andi  t0, t0, STATUS_HELD
    beqz  t0, transfer_end
    bnez  t1, copy_unaligned
#endif
copy_aligned:
    beqz  t2, copy_words
    add   t1, a1, t2
    andi  t2, t2, BLOCK - 1
#if ( configISOCHRON_OPEN_TRANSFERS == 1 )
    bnez  t2, copy_rest_of_block

    .option push
    .option norvc
copy_block:
    COPY  BLOCK
    .option pop
    bne   a1, t1, copy_block
    beq   a1, a2, transfer_commit
#else
    beqz  t2, copy_block
    add   t2, a1, t2
copy_part:
    COPY  PART
    bne   a1, t2, copy_part
    beq   a1, t1, copy_words
copy_block:
    COPY  BLOCK
    bne   a1, t1, copy_block
#endif

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
#if ( configISOCHRON_OPEN_TRANSFERS == 1 )
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
#else
    SKIP_NO_COMMAND a5, transfer_end
    sw    a4, 0( a3 )
transfer_command:
    ISSUE a5, a6
transfer_end:
    ret

/* Interrupts do not nest, so mepc is still the interrupted task's. */
    .section .text.xIsochronLeaveTransfer, "ax"
    .balign 4
xIsochronLeaveTransfer:
    csrr  t0, mepc
    la    t1, vIsochronTransferPieces
    la    t2, transfer_end
    li    a0, 0
    bltu  t0, t1, 1f
    bgeu  t0, t2, 1f
    csrw  mepc, t2
    la    t1, transfer_command
    sub   t1, t1, t0
    seqz  a0, t1
1:  ret
#endif
/*-----------------------------------------------------------*/

/* Calls vKernelFinishTransfer(), returns to t0, and changes no other register. */
    .section .text.prvIsochronFinishTransfer, "ax"
    .balign 4
prvIsochronFinishTransfer:
    addi  sp, sp, -64
    sw    ra, 0( sp )
    sw    t0, 4( sp )
    sw    t1, 8( sp )
    sw    t2, 12( sp )
    sw    t3, 16( sp )
    sw    t4, 20( sp )
    sw    t5, 24( sp )
    sw    t6, 28( sp )
    sw    a0, 32( sp )
    sw    a1, 36( sp )
    sw    a2, 40( sp )
    sw    a3, 44( sp )
    sw    a4, 48( sp )
    sw    a5, 52( sp )
    sw    a6, 56( sp )
    sw    a7, 60( sp )
    call  vKernelFinishTransfer
    lw    ra, 0( sp )
    lw    t0, 4( sp )
    lw    t1, 8( sp )
    lw    t2, 12( sp )
    lw    t3, 16( sp )
    lw    t4, 20( sp )
    lw    t5, 24( sp )
    lw    t6, 28( sp )
    lw    a0, 32( sp )
    lw    a1, 36( sp )
    lw    a2, 40( sp )
    lw    a3, 44( sp )
    lw    a4, 48( sp )
    lw    a5, 52( sp )
    lw    a6, 56( sp )
    lw    a7, 60( sp )
    addi  sp, sp, 64
    jr    t0
/*-----------------------------------------------------------*/
