/* SPDX-License-Identifier: Apache-2.0 */

/* Transfers of items: what one copies, and its end in one step, for a service routine or with interrupts
 * masked. A send or a receive begins with a command that finds room or an item, and takes effect at its
 * QUEUE_COMMIT (queue_open.c). */
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

/* Where the item goes: for a queue of messages. */
#define transferTO_FRONT( uxKind ) ( ( ( uxKind ) == queueSEND_TO_FRONT ) ? 4U : 0U )

/* The kind; the rest of uxTransferKind is told in queue_open_records.c. */
#define transferKIND( uxTransferKind ) ( ( uxTransferKind ) & 7U )

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

/* Leaves out what has been copied. */
static portFORCE_INLINE void prvGoOn( Transfer_t * pxTransfer, UBaseType_t uxDone )
{
    pxTransfer->pvTo = ( uint8_t * ) pxTransfer->pvTo + uxDone;
    pxTransfer->pvFrom = ( const uint8_t * ) pxTransfer->pvFrom + uxDone;
}

/* Messages waiting, as the command window of interrupt service routines says. 0 of a deleted object: the
 * command that follows is refused, and only that. */
static UBaseType_t prvCountFromISR( const Queue_t * pxQueue )
{
    ( void ) ulIsochronCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_OBJECT_COUNT ), 0 );

    return isochronREGISTER( ISOCHRON_ISR_VALUE_OFFSET );
}

#if ( configUSE_QUEUE_SETS == 1 )

/* The set to tell of a transfer, or NULL. */
static Queue_t * prvSetToTell( const Queue_t * pxQueue, UBaseType_t uxKind )
{
    return ( uxKind <= queueOVERWRITE ) ? pxQueue->pxSet : NULL;
}

    /* A set learns of each item once: not of one that takes another's place. */
    #define transferIS_NEWS( uxKind, uxCountBefore ) \
    ( ( ( uxKind ) != queueOVERWRITE ) || ( ( uxCountBefore ) == 0U ) )

#endif /* configUSE_QUEUE_SETS */

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

#if ( configUSE_QUEUE_SETS == 1 )

/* Tells a set of a member that has something, in the window of service routines. A full set, for
 * which FreeRTOS fails an assertion, learns nothing. */
static void prvPostFromISR( Queue_t * pxSet, Queue_t * pxMember,
                            BaseType_t * const pxHigherPriorityTaskWoken )
{
    BaseType_t xRoom;

    #if ( configNUMBER_OF_CORES > 1 )
    {
        xRoom = prvSendMessageFromISR( pxSet, &pxMember, queueSEND_TO_BACK, pxHigherPriorityTaskWoken );
    }
    #else
    Transfer_t xTransfer;

    xRoom = xKernelFinishFromISR(
        ulIsochronCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( pxSet, ISR_QUEUE_SEND ), 0 ), NULL );

    if( xRoom != pdFALSE )
    {
        prvPlan( pxSet, &pxMember, queueSEND_TO_BACK, &xTransfer );
        prvEndFromISR( pxSet, &xTransfer, pxSet->uxItemSize, transferCOMMIT( queueSEND_TO_BACK ),
                       pxHigherPriorityTaskWoken );
    }
    #endif

    configASSERT( xRoom != pdFALSE );
    traceQUEUE_SET_SEND( pxSet );
}

#endif /* configUSE_QUEUE_SETS */

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
            #if ( configISOCHRON_MESSAGES == 1 )
            if( pxQueue->uxMessage != 0U )
            {
                prvStoreMessage( messageOF_ISR, pvItem, pxQueue->uxItemSize );
            }
            #endif

            /* The set first, as always: a tick may pass between the two, though interrupts are masked, and
             * must not make tasks ready before the one that waits for the set. That the member has its item a
             * moment later nobody can see. */
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

/* All of one that has begun. */
static void prvCompleteFromISR( Queue_t * pxQueue, void * pvItem, UBaseType_t uxKind,
                                BaseType_t * const pxHigherPriorityTaskWoken )
{
    prvCompleteRestFromISR( pxQueue, pvItem, uxKind, 0U, pxHigherPriorityTaskWoken );
}

#endif /* ISOCHRON_HARDWARE_KERNEL_QUEUE_TRANSFER_C */
