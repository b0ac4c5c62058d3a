/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Copying items. The hardware kernel keeps the order: a send or a receive begins with a command
 * that finds room or an item, and from then on the kernel is held: nobody else runs, no tick
 * passes, until the commit. So an item is copied with interrupts enabled, and what is masked does
 * not depend on its size.
 *
 * Interrupt service routines do come in between. One that calls the kernel while it is held first
 * finishes the interrupted task's transfer in its stead (vKernelFinishTransfer()). The control block
 * says which it is from before its beginning, and everything else follows from the queue, which
 * nobody else changes meanwhile. A copy can be repeated: its source stays until the commit.
 * vIsochronTransfer() sees at its beginning when nothing is left to do; if it is interrupted later,
 * its program counter is moved to its end.
 */
#ifndef ISOCHRON_HARDWARE_KERNEL_QUEUE_TRANSFER_C
#define ISOCHRON_HARDWARE_KERNEL_QUEUE_TRANSFER_C

#include "kernel.h"
#include "queue_messages.c"

/* What a transfer does with an item: one of FreeRTOS's copy positions, or one of these. */
#define transferRECEIVE ( ( UBaseType_t ) 3 )
#define transferPEEK    ( ( UBaseType_t ) 4 )

/* The argument of QUEUE_COMMIT (hardware/registers/isochron.rdl). */
#define transferCOMMIT( uxKind )               \
    ( ( ( uxKind ) == transferRECEIVE ) ? 1U : \
      ( ( uxKind ) == transferPEEK )    ? 2U : \
      ( ( uxKind ) == queueOVERWRITE )  ? 3U : \
                                          transferTO_FRONT( uxKind ) )

/* Of a queue of messages: it becomes the member of a queue set, or is none any longer. */
#define transferJOINS  ( 2U | 0x18U | kernelWAKE_NOBODY )
#define transferLEAVES ( 2U | 0x08U | kernelWAKE_NOBODY )

/* Where the item goes: of a queue of messages only. */
#if ( configISOCHRON_MESSAGES == 1 )
    #define transferTO_FRONT( uxKind ) ( ( ( uxKind ) == queueSEND_TO_FRONT ) ? 4U : 0U )
#else
    #define transferTO_FRONT( uxKind ) 0U
#endif

#if ( configISOCHRON_OPEN_TRANSFERS == 1 )

    /* The kind; the rest of uxTransferKind is told in queue_open_records.c. */
    #define transferKIND( uxTransferKind ) ( ( uxTransferKind ) & 7U )
    #define transferDONE( uxTransferKind ) 0U

#else

/* Larger items are copied in pieces of so many bytes (queue_pieces.c). */
#define transferPIECE                  ( ( UBaseType_t ) configISOCHRON_PIECE )
#define transferIN_PIECES( pxQueue )   __builtin_expect( ( pxQueue )->uxItemSize > transferPIECE, 0 )

/* The kind; how much of such an item has been copied, whole pieces; and that the transfer is open, the sign.
 */
#define transferKIND( uxTransferKind ) ( ( uxTransferKind ) & ( ( UBaseType_t ) isochronBYTES - 1U ) )
#define transferDONE( uxTransferKind ) \
    ( ( uxTransferKind ) & ~( ( UBaseType_t ) isochronBYTES - 1U ) & ~transferOPEN )
#define transferOPEN ( ~( ( ~( ( UBaseType_t ) 0U ) ) >> 1 ) )

#endif /* configISOCHRON_OPEN_TRANSFERS */

/* What a transfer copies, and what it changes. */
typedef struct
{
    void * pvTo;
    const void * pvFrom;
    uint8_t ** ppucRing;                       /* The pointer into the items that moves on, ... */
    uint8_t * pucNext;                         /* ... and to where. */
} Transfer_t;

/* Stands in for a pointer that does not move. */
static uint8_t * pucUnmoved;
/*-----------------------------------------------------------*/

/* Works out a transfer, as prvCopyDataToQueue() and prvCopyDataFromQueue() of FreeRTOS do. */
static portFORCE_INLINE void prvPlan( Queue_t * pxQueue, void * pvItem, UBaseType_t uxKind,
                                      Transfer_t * pxTransfer )
{
    const UBaseType_t uxItemSize = pxQueue->uxItemSize;
    uint8_t * pucNext;

    if( uxKind == queueSEND_TO_BACK )
    {
        pxTransfer->pvTo = pxQueue->pucWriteTo;
        pxTransfer->pvFrom = pvItem;
        pxTransfer->ppucRing = &( pxQueue->pucWriteTo );
        pucNext = pxQueue->pucWriteTo + uxItemSize;

        if( pucNext >= pxQueue->pucTail )
        {
            pucNext = pxQueue->pucHead;
        }
    }
    else if( ( uxKind == transferRECEIVE ) || ( uxKind == transferPEEK ) )
    {
        pucNext = pxQueue->pucReadFrom + uxItemSize;

        if( pucNext >= pxQueue->pucTail )
        {
            pucNext = pxQueue->pucHead;
        }

        pxTransfer->pvTo = pvItem;
        pxTransfer->pvFrom = pucNext;
        pxTransfer->ppucRing = ( uxKind == transferRECEIVE ) ? &( pxQueue->pucReadFrom ) : &pucUnmoved;
    }
    else
    {
        /* To the front, or over the only item. */
        pxTransfer->pvTo = pxQueue->pucReadFrom;
        pxTransfer->pvFrom = pvItem;
        pxTransfer->ppucRing = &( pxQueue->pucReadFrom );
        pucNext = pxQueue->pucReadFrom - uxItemSize;

        if( pucNext < pxQueue->pucHead )
        {
            pucNext = pxQueue->pucTail - uxItemSize;
        }
    }

    pxTransfer->pucNext = pucNext;
}
/*-----------------------------------------------------------*/

/* Leaves out what has been copied. */
static portFORCE_INLINE void prvGoOn( Transfer_t * pxTransfer, UBaseType_t uxDone )
{
    pxTransfer->pvTo = ( uint8_t * ) pxTransfer->pvTo + uxDone;
    pxTransfer->pvFrom = ( const uint8_t * ) pxTransfer->pvFrom + uxDone;
}
/*-----------------------------------------------------------*/

#if ( configUSE_QUEUE_SETS == 1 ) || ( configISOCHRON_OPEN_TRANSFERS == 1 )

/* Messages waiting, as the command window of interrupt service routines says. */
static UBaseType_t prvCountFromISR( const Queue_t * pxQueue )
{
    ( void ) xKernelFinishFromISR(
        ulIsochronCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_OBJECT_COUNT ), 0 ), NULL );

    return isochronREGISTER( ISOCHRON_ISR_VALUE_OFFSET );
}

#endif
/*-----------------------------------------------------------*/

#if ( configUSE_QUEUE_SETS == 1 )

/* The set to tell of a transfer, or NULL. */
static Queue_t * prvSetToTell( const Queue_t * pxQueue, UBaseType_t uxKind )
{
    return ( uxKind <= queueOVERWRITE ) ? pxQueue->pxSet : NULL;
}
    /*-----------------------------------------------------------*/

    /* A set learns of each item once: not of one that takes another's place. */
    #define transferIS_NEWS( uxKind, uxCountBefore ) \
    ( ( ( uxKind ) != queueOVERWRITE ) || ( ( uxCountBefore ) == 0U ) )
/*-----------------------------------------------------------*/

static void prvPostFromISR( Queue_t * pxSet, Queue_t * pxMember,
                            BaseType_t * const pxHigherPriorityTaskWoken );

    #if ( configISOCHRON_MESSAGES == 1 )

/* The member may get its message when the kernel is no longer held: then it is a service
 * routine's. Interrupts are masked. */
static void prvStoreForMember( const Queue_t * pxQueue, const void * pvItem, UBaseType_t uxKind )
{
    if( ( pxQueue->uxMessage != 0U ) && ( uxKind <= queueOVERWRITE ) )
    {
        prvStoreMessage( messageOF_ISR, pvItem, pxQueue->uxItemSize );
    }
}

    #else

        #define prvStoreForMember( pxQueue, pvItem, uxKind )

    #endif
/*-----------------------------------------------------------*/

/* Tells the set, and counts the item of its member, for a task that holds the kernel. The set is
 * told first, as always: a tick may pass between the two, though interrupts are masked, and must
 * not make tasks ready before the one that waits for the set. That the member has its item
 * a moment later nobody can see. */
static void prvCommitToMember( Queue_t * pxQueue, UBaseType_t uxKind )
{
    Queue_t * const pxSet = pxQueue->pxSet;
    const uint32_t ulCommit = transferCOMMIT( uxKind ) | kernelWAKE_NOBODY;
    Transfer_t xPost;
    uint32_t ulResult;

    /* The window of service routines is the only one that may ask while the kernel is held. */
    if( !transferIS_NEWS( uxKind, prvCountFromISR( pxQueue ) ) )
    {
        ( void ) ulIsochronCall( kernelHOLDING_COMMAND( pxQueue, TASK_QUEUE_COMMIT ), ulCommit );
    }
    else if( xKernelFinishFromISR(
                 ulIsochronCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( pxSet, ISR_QUEUE_SEND ), 0 ), NULL ) ==
             pdTRUE )
    {
        prvPlan( pxSet, &pxQueue, queueSEND_TO_BACK, &xPost );
        ( void ) memcpy( xPost.pvTo, xPost.pvFrom, sizeof( Queue_t * ) );
        *( xPost.ppucRing ) = xPost.pucNext;
        vIsochronIssue( kernelHOLDING_COMMAND( pxSet, TASK_QUEUE_COMMIT ),
                        transferCOMMIT( queueSEND_TO_BACK ) );
        vIsochronIssue( kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_QUEUE_COMMIT ), ulCommit );
        traceQUEUE_SET_SEND( pxSet );

        /* The set's commit has woken a higher task? */
        ulResult = isochronREGISTER( ISOCHRON_RESULT_OFFSET );

        if( ulResult > ISOCHRON_RESULT_OK )
        {
            ( void ) isochronFINISH( ulResult, kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_COMMIT ),
                                     transferCOMMIT( uxKind ) );
        }
    }
    else
    {
        /* A full set, for which FreeRTOS fails an assertion, learns nothing. */
        configASSERT( pdFALSE );
        ( void ) ulIsochronCall( kernelHOLDING_COMMAND( pxQueue, TASK_QUEUE_COMMIT ), ulCommit );
    }
}
/*-----------------------------------------------------------*/

    #if ( configISOCHRON_OPEN_TRANSFERS == 0 )

/* Ends a send to the member of a set: what is left of the item, and the news of it. */
static BaseType_t prvEndSendToMember( Queue_t * pxQueue, const Transfer_t * pxTransfer, UBaseType_t uxSize,
                                      UBaseType_t uxKind )
{
    uint8_t * pucNothing;

    vIsochronTransfer( pxTransfer->pvTo, pxTransfer->pvFrom, uxSize, &pucNothing, NULL, isochronNO_COMMAND,
                       0 );

    taskENTER_CRITICAL();
    {
        if( ( isochronREGISTER( ISOCHRON_STATUS_OFFSET ) & ISOCHRON_STATUS_HELD_MASK ) != 0U )
        {
            *( pxTransfer->ppucRing ) = pxTransfer->pucNext;
            prvStoreForMember( pxQueue, pxTransfer->pvFrom, uxKind );
            prvCommitToMember( pxQueue, uxKind );
        }
    }
    taskEXIT_CRITICAL();

    return pdTRUE;
}

    #endif /* configISOCHRON_OPEN_TRANSFERS */

#endif /* configUSE_QUEUE_SETS */
/*-----------------------------------------------------------*/

#if ( configISOCHRON_OPEN_TRANSFERS == 0 )

/* Opens a transfer for the running task, which the kernel is held for. Interrupts are masked. */
static portFORCE_INLINE void prvOpen( Queue_t * pxQueue, TCB_t * pxOwner )
{
    pxQueue->pxOpen = pxOwner;
    pxOwner->uxTransferKind |= transferOPEN;
}
/*-----------------------------------------------------------*/

/* From here on the transfer is ended as one that was never open, but for where it begins. */
static portFORCE_INLINE void prvClose( Queue_t * pxQueue, TCB_t * pxOwner )
{
    pxQueue->pxOpen = NULL;
    pxOwner->uxTransferKind &= ~transferOPEN;
}
/*-----------------------------------------------------------*/

/* Sends or receives, for a task. The command finds room or an item, or waits for it. */
static portFORCE_INLINE BaseType_t prvTransfer( Queue_t * pxQueue, uintptr_t uxCommand, uint32_t ulArgument,
                                                void * pvItem, UBaseType_t uxKind, BaseType_t xTellSet )
{
    TCB_t * const pxTCB = kernelCURRENT_TASK();
    Transfer_t xTransfer;
    uint32_t ulResult;

    /* A queue of messages comes here as the member of a set only. Loaded while the task is waited for. */
    #if ( configISOCHRON_MESSAGES == 1 ) && ( configUSE_QUEUE_SETS == 1 )
    const uintptr_t uxMessage = ( xTellSet != pdFALSE ) ? pxQueue->uxMessage : 0U;
    #endif

    /* Before the scheduler starts there is no task, and nobody interrupts. */
    if( __builtin_expect( pxTCB != NULL, 1 ) )
    {
        pxTCB->pxTransferQueue = pxQueue;
        pxTCB->pvTransferItem = pvItem;
        pxTCB->uxTransferKind = uxKind;
    }

    #if ( configISOCHRON_MESSAGES == 1 ) && ( configUSE_QUEUE_SETS == 1 )
    if( __builtin_expect( uxMessage != 0U, 0 ) )
    {
        prvStoreMessage( messageOF_TASK, pvItem, pxQueue->uxItemSize );
    }
    #endif

    ulResult = ulIsochronCall( uxCommand, ulArgument );

    if( ulResult == ISOCHRON_RESULT_FAIL )
    {
        return pdFALSE;
    }

    prvPlan( pxQueue, pvItem, uxKind, &xTransfer );

    #if ( configUSE_QUEUE_SETS == 1 )
    if( ( xTellSet != pdFALSE ) && ( prvSetToTell( pxQueue, uxKind ) != NULL ) )
    {
        return prvEndSendToMember( pxQueue, &xTransfer, pxQueue->uxItemSize, uxKind );
    }
    #endif
    ( void ) xTellSet;

    vIsochronTransfer( xTransfer.pvTo, xTransfer.pvFrom, pxQueue->uxItemSize, xTransfer.ppucRing,
                       xTransfer.pucNext, kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_COMMIT ),
                       transferCOMMIT( uxKind ) );

    /* The commit's result: switch, if it woke a higher task. */
    ulResult = isochronREGISTER( ISOCHRON_RESULT_OFFSET );

    return ( BaseType_t ) ( ( ulResult > ISOCHRON_RESULT_OK ) ?
                                isochronFINISH( ulResult,
                                                kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_COMMIT ),
                                                transferCOMMIT( uxKind ) ) :
                                ulResult );
}
/*-----------------------------------------------------------*/

/* Sends or receives a large item when nobody else can run. */
static BaseType_t prvTransferAtOnce( Queue_t * pxQueue, void * pvItem, TickType_t xTicksToWait,
                                     UBaseType_t uxKind, uintptr_t uxCommand )
{
    return prvTransfer( pxQueue, uxCommand, xTicksToWait, pvItem, uxKind,
                        ( uxKind <= queueOVERWRITE ) ? pdTRUE : pdFALSE );
}
/*-----------------------------------------------------------*/

#if ( configUSE_QUEUE_SETS == 1 ) && ( configISOCHRON_MESSAGES == 1 )

/* Sends to a queue of messages that has become the member of a set. */
static BaseType_t prvTransferToMember( Queue_t * pxQueue, const void * pvItem, TickType_t xTicksToWait,
                                       UBaseType_t uxKind )
{
    return prvTransfer( pxQueue,
                        ( uxKind == queueOVERWRITE ) ?
                            kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_OVERWRITE ) :
                            kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_SEND ),
                        ( uxKind == queueOVERWRITE ) ? 0U : xTicksToWait, ( void * ) pvItem, uxKind, pdTRUE );
}
/*-----------------------------------------------------------*/

/* Ends what has begun when a wait ended, unless a routine has done it, or the message went at once. */
static BaseType_t prvEndWait( Queue_t * pxQueue, const void * pvItem, UBaseType_t uxKind )
{
    Transfer_t xTransfer;

    if( ( isochronREGISTER( ISOCHRON_STATUS_OFFSET ) & ISOCHRON_STATUS_HELD_MASK ) != 0U )
    {
        prvPlan( pxQueue, ( void * ) pvItem, uxKind, &xTransfer );
        ( void ) prvEndSendToMember( pxQueue, &xTransfer, pxQueue->uxItemSize, uxKind );
    }

    return pdTRUE;
}

    #endif /* configUSE_QUEUE_SETS */

#endif /* configISOCHRON_OPEN_TRANSFERS */
/*-----------------------------------------------------------*/

/* Copies what is left and commits, for an interrupt service routine. */
static void prvEndFromISR( Queue_t * pxQueue, const Transfer_t * pxTransfer, UBaseType_t uxSize,
                           uint32_t ulCommit, BaseType_t * const pxHigherPriorityTaskWoken )
{
    if( __builtin_expect( uxSize != 0U, 1 ) )
    {
        ( void ) memcpy( pxTransfer->pvTo, pxTransfer->pvFrom, ( size_t ) uxSize );
    }

    *( pxTransfer->ppucRing ) = pxTransfer->pucNext;
    ( void ) xKernelFinishFromISR(
        ulIsochronCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_QUEUE_COMMIT ), ulCommit ),
        pxHigherPriorityTaskWoken );
}
/*-----------------------------------------------------------*/

#if ( configUSE_QUEUE_SETS == 1 )

/* Tells a set of a member that has something, in the window of service routines. A full set, for
 * which FreeRTOS fails an assertion, learns nothing. */
static void prvPostFromISR( Queue_t * pxSet, Queue_t * pxMember,
                            BaseType_t * const pxHigherPriorityTaskWoken )
{
    Transfer_t xTransfer;
    BaseType_t xRoom = xKernelFinishFromISR(
        ulIsochronCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( pxSet, ISR_QUEUE_SEND ), 0 ), NULL );

    if( xRoom != pdFALSE )
    {
        prvPlan( pxSet, &pxMember, queueSEND_TO_BACK, &xTransfer );
        prvEndFromISR( pxSet, &xTransfer, pxSet->uxItemSize, transferCOMMIT( queueSEND_TO_BACK ),
                       pxHigherPriorityTaskWoken );
    }

    configASSERT( xRoom != pdFALSE );
    traceQUEUE_SET_SEND( pxSet );
}

#endif /* configUSE_QUEUE_SETS */
/*-----------------------------------------------------------*/

/* Ends a transfer of which so much is done, for an interrupt service routine: also of a member of a set. */
static portFORCE_INLINE void prvCompleteRestFromISR( Queue_t * pxQueue, void * pvItem, UBaseType_t uxKind,
                                                     UBaseType_t uxDone,
                                                     BaseType_t * const pxHigherPriorityTaskWoken )
{
    Transfer_t xTransfer;

    prvPlan( pxQueue, pvItem, uxKind, &xTransfer );
    prvGoOn( &xTransfer, uxDone );

    #if ( configUSE_QUEUE_SETS == 1 )
    {
        Queue_t * const pxSet = prvSetToTell( pxQueue, uxKind );

        if( pxSet != NULL )
        {
            prvStoreForMember( pxQueue, pvItem, uxKind );

            /* As in prvCommitToMember(): the set first. */
            if( transferIS_NEWS( uxKind, prvCountFromISR( pxQueue ) ) )
            {
                prvPostFromISR( pxSet, pxQueue, pxHigherPriorityTaskWoken );
            }

            prvEndFromISR( pxQueue, &xTransfer, pxQueue->uxItemSize - uxDone,
                           transferCOMMIT( uxKind ) | kernelWAKE_NOBODY, NULL );

            return;
        }
    }
    #endif /* configUSE_QUEUE_SETS */

    prvEndFromISR( pxQueue, &xTransfer, pxQueue->uxItemSize - uxDone, transferCOMMIT( uxKind ),
                   pxHigherPriorityTaskWoken );
}
/*-----------------------------------------------------------*/

/* All of one that has begun. */
static void prvCompleteFromISR( Queue_t * pxQueue, void * pvItem, UBaseType_t uxKind,
                                BaseType_t * const pxHigherPriorityTaskWoken )
{
    prvCompleteRestFromISR( pxQueue, pvItem, uxKind, 0U, pxHigherPriorityTaskWoken );
}
/*-----------------------------------------------------------*/

/* The rest of a task's, in its stead. */
static __attribute__( ( noinline ) ) void prvCompleteForTask( Queue_t * pxQueue, const TCB_t * pxOwner )
{
    BaseType_t xWoken = pdFALSE;

    prvCompleteRestFromISR( pxQueue, pxOwner->pvTransferItem, transferKIND( pxOwner->uxTransferKind ),
                            transferDONE( pxOwner->uxTransferKind ), &xWoken );

    /* The task itself would have switched. The commit requests that while the kernel is held; else it only
     * says that it has woken a higher task. */
    kernelSWITCH_BEHIND_ISR( xWoken );
}
/*-----------------------------------------------------------*/

#if ( configISOCHRON_OPEN_TRANSFERS == 0 )

/* Finishes the transfer that is open at a queue, if there is one, for an interrupt service routine. The
 * kernel is not held. */
static __attribute__( ( noinline ) ) void prvFinishOpenFromISR( Queue_t * pxQueue )
{
    TCB_t * const pxOwner = pxQueue->pxOpen;

    if( pxOwner != NULL )
    {
        prvClose( pxQueue, pxOwner );
        prvCompleteForTask( pxQueue, pxOwner );
    }
}
/*-----------------------------------------------------------*/

/* Finishes what is open at a queue, and then sends or receives, for an interrupt service routine. */
static __attribute__( ( noinline ) ) BaseType_t prvTransferBehindOpenFromISR(
    Queue_t * pxQueue, void * pvItem, UBaseType_t uxKind, BaseType_t * const pxHigherPriorityTaskWoken )
{
    const uintptr_t uxCommand =
        ( uxKind == queueOVERWRITE ) ? kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_QUEUE_OVERWRITE ) :
        ( uxKind < queueOVERWRITE )  ? kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_QUEUE_SEND ) :
                                       kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_QUEUE_RECEIVE );
    BaseType_t xReturn;

    prvFinishOpenFromISR( pxQueue );
    xReturn = xKernelFinishFromISR( ulIsochronCallFromISR( uxCommand, 0 ), NULL );

    if( xReturn != pdFALSE )
    {
        prvCompleteFromISR( pxQueue, pvItem, uxKind, pxHigherPriorityTaskWoken );
    }

    return xReturn;
}
/*-----------------------------------------------------------*/

/* Sends or receives, for an interrupt service routine. */
static portFORCE_INLINE BaseType_t prvTransferFromISR( Queue_t * pxQueue, uintptr_t uxCommand, void * pvItem,
                                                       UBaseType_t uxKind,
                                                       BaseType_t * const pxHigherPriorityTaskWoken )
{
    BaseType_t xReturn = xKernelFinishFromISR( ulKernelCallFromISR( uxCommand, 0 ), NULL );

    if( xReturn != pdFALSE )
    {
        /* What there is may be another's. */
        if( __builtin_expect( pxQueue->pxOpen != NULL, 0 ) )
        {
            xReturn = prvTransferBehindOpenFromISR( pxQueue, pvItem, uxKind, pxHigherPriorityTaskWoken );
        }
        else
        {
            prvCompleteFromISR( pxQueue, pvItem, uxKind, pxHigherPriorityTaskWoken );
        }
    }

    return xReturn;
}
/*-----------------------------------------------------------*/

void vKernelFinishTransfer( void )
{
    const TCB_t * const pxTCB = kernelCURRENT_TASK();
    Queue_t * const pxQueue = pxTCB->pxTransferQueue;
    BaseType_t xOnlyCommit = xIsochronLeaveTransfer();

    /* Of a transfer in pieces, all but the last one, which begins when it is open no longer: just ends the
     * hold. */
    if( transferIN_PIECES( pxQueue ) &&
        ( ( pxQueue->pxOpen != NULL ) || ( transferDONE( pxTCB->uxTransferKind ) == 0U ) ) )
    {
        vIsochronIssue( kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_QUEUE_COMMIT ), isochronRELEASE );

        return;
    }

    #if ( configUSE_QUEUE_SETS == 1 )
    {
        if( prvSetToTell( pxQueue, transferKIND( pxTCB->uxTransferKind ) ) != NULL )
        {
            xOnlyCommit = pdFALSE; /* its queue is changed later */
        }
    }
    #endif

    if( xOnlyCommit != pdFALSE )
    {
        vIsochronIssue( kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_QUEUE_COMMIT ),
                        transferCOMMIT( transferKIND( pxTCB->uxTransferKind ) ) );
    }
    else
    {
        prvCompleteForTask( pxQueue, pxTCB );
    }
}

#endif /* configISOCHRON_OPEN_TRANSFERS */
/*-----------------------------------------------------------*/

#endif /* ISOCHRON_HARDWARE_KERNEL_QUEUE_TRANSFER_C */
