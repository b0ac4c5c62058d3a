/* SPDX-License-Identifier: Apache-2.0 */

/* Constants that dispatch.S shares with the C files; gic.h holds the structures against them. */
#pragma once

#include "board.h"

/* Tasks, and routines that are to go on, are the interrupts from gicFIRST_TASK on. */
#define gicFIRST_TASK BOARD_FIRST_FREE_INTERRUPT
#define gicTASKS      ( BOARD_INTERRUPTS - gicFIRST_TASK )

/* The levels of two priorities that are neighbours differ by this. */
#define gicLEVEL_STEP ( 1 << ( 8 - BOARD_PRIORITY_BITS ) )

/* Identifiers of interrupts are looked at as bytes; 255 stands for none at all (1023). */
#define gicINTERRUPTS 256

/* The software-generated interrupts by which a core hears of requests, and of tasks that come to it. */
#define gicREQUEST_INTERRUPT 0
#define gicARRIVAL_INTERRUPT 1

/* CPU interface of the GIC. */
#define gicINTERFACE_CONTROL      0x00
#define gicINTERFACE_MASK         0x04
#define gicINTERFACE_BINARY_POINT 0x08
#define gicINTERFACE_ACKNOWLEDGE  0x0C
#define gicINTERFACE_END          0x10
#define gicUNMASKED               0xFF
#define gicIDENTIFIER_MASK        0x3FF

/* GicCore_t */
#define gicCORE_INBOX   0
#define gicCORE_CURRENT 4
#define gicCORE_LEVEL   8
#define gicCORE_TOPMOST 12
#define gicCORE_TICK    16
#if configNUMBER_OF_CORES > 1
    #define gicCORE_GROUPS   20
    #define gicCORE_FLOATING 28
#else
    #define gicCORE_FLOATING 20
#endif
#if configGIC_FPU
    #define gicCORE_NO_ROUTINE ( gicCORE_FLOATING + 4 )
#else
    #define gicCORE_NO_ROUTINE gicCORE_FLOATING
#endif

/* TCB_t */
#define gicTCB_STACK     0
#define gicTCB_GROUP     4
#define gicTCB_PENDING   8
#define gicTCB_BIT       12
#define gicTCB_LEVEL     16
#define gicTCB_ITEM      20
#define gicTCB_CONTAINER 36
#if configGIC_FPU
    #define gicTCB_FLOATING        56
    #define gicTCB_FLOATING_ENABLE 60
    #define gicTCB_FLOATING_SIZE   8
#else
    #define gicTCB_FLOATING_SIZE 0
#endif

/* With several cores */
#define gicTCB_PRIORITY_REGISTER 40
#define gicTCB_PRIORITY          44
#define gicTCB_NEXT_REQUEST      ( 64 + gicTCB_FLOATING_SIZE )
#define gicTCB_REQUESTS          ( 68 + gicTCB_FLOATING_SIZE )
#define gicTCB_HELD              ( 72 + gicTCB_FLOATING_SIZE )
#define gicTCB_EVENT             ( 76 + gicTCB_FLOATING_SIZE )
#define gicTCB_LOCK              ( 96 + gicTCB_FLOATING_SIZE )
#define gicTCB_AWAITED           ( 100 + gicTCB_FLOATING_SIZE )
#define gicTCB_NOTIFICATION      ( 101 + gicTCB_FLOATING_SIZE )

/* The state of a notification that its task waits for */
#define gicAWAITED 1

/* Requests (requests.h) */
#define gicREQUEST_SUSPEND  1
#define gicREQUEST_RESUME   2 /* behind the suspension, if both are there */
#define gicREQUEST_PRIORITY 4 /* prvPriority says which */
#define gicREQUEST_DELETE   8
#define gicREQUEST_INBOX    16 /* the task is in its core's inbox, or on its way to a core */
#define gicREQUEST_MOVE     32 /* pxWanted says where to */
#define gicMOVE_TO_INBOX    1  /* shifts the one to the other */
#define gicREQUEST_WAKE     64 /* it has been taken from the list of an object (events.c) */
#define gicREQUEST_FINAL    0x80000000 /* it is going to be deleted, and joins no list; this stays */

/* GicRoutine_t, from its control block on */
#define gicROUTINE_EVENT    ( -24 )
#define gicROUTINE_FUNCTION ( -16 )
#define gicROUTINE_KEPT     ( -12 ) /* three words, loaded and stored at once */

/* GicDevice_t: what its mark has more than its own address */
#define gicDEVICE      4
#define gicDEVICE_TICK 8
#define gicRESOURCE    12

/* GicGroup_t */
#define gicGROUP_PENDING 0
#define gicGROUP_CURSOR  4
#define gicGROUP_END     8
#define gicGROUP_FIRST   12
#define gicGROUP_SIZE    20

/* ListItem_t, and MiniListItem_t as far as it goes */
#define gicITEM_NEXT      4
#define gicITEM_PREVIOUS  8
#define gicITEM_OWNER     12
#define gicITEM_CONTAINER 16

#define gicMODE_IRQ    0x12
#define gicMODE_SYSTEM 0x1F
