/* SPDX-License-Identifier: Apache-2.0 */

/* Open transfers: sends, receives and peeks of interrupt service routines, which take one step. A routine
 * copies what is in its way itself: no task could run before it ends (tests/open_transfers has it as a
 * model). */
#ifndef ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_ROUTINES_C
#define ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_ROUTINES_C

#include "kernel.h"

#include "queue_open_relief.c"

/* Ends whatever is in the way of a routine's call; of a copy, all of it. */
static __attribute__( ( noinline ) ) void prvMakeWayFromISR( Queue_t * pxQueue, UBaseType_t uxKind )
{
    TCB_t * pxCopier;

    while( ( pxCopier = prvInTheWay( pxQueue, uxKind ) ) != NULL )
    {
        if( prvEndWithoutCopy( pxQueue, pxCopier ) == pdFALSE )
        {
            TCB_t * const pxOwner = prvOwner( pxCopier );

            prvRob( pxCopier );
            prvSwitch( prvEnd( pxQueue, pxOwner, 0U ) );
        }
    }
}

/* Sends or receives, for a service routine. */
static portFORCE_INLINE BaseType_t prvTransferFromISR( Queue_t * pxQueue, uintptr_t uxCommand, void * pvItem,
                                                       UBaseType_t uxKind,
                                                       BaseType_t * const pxHigherPriorityTaskWoken )
{
    BaseType_t xReturn;

    if( __builtin_expect( prvInTheWay( pxQueue, uxKind ) != NULL, 0 ) )
    {
        prvMakeWayFromISR( pxQueue, uxKind );
    }

    xReturn = xKernelFinishFromISR( ulIsochronCallFromISR( uxCommand, 0 ), NULL );

    if( xReturn != pdFALSE )
    {
        prvCompleteFromISR( pxQueue, pvItem, uxKind, pxHigherPriorityTaskWoken );
    }

    return xReturn;
}

/* Each of the two. Not inline, for a message needs fewer registers. */
static __attribute__( ( noinline ) ) BaseType_t prvSendItemFromISR(
    Queue_t * pxQueue, const void * pvItem, UBaseType_t uxKind, BaseType_t * const pxHigherPriorityTaskWoken )
{
    return prvTransferFromISR( pxQueue,
                               ( uxKind == queueOVERWRITE ) ?
                                   kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_QUEUE_OVERWRITE ) :
                                   kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_QUEUE_SEND ),
                               ( void * ) pvItem, uxKind, pxHigherPriorityTaskWoken );
}

static __attribute__( ( noinline ) ) BaseType_t
prvReceiveItemFromISR( Queue_t * pxQueue, void * pvItem, BaseType_t * const pxHigherPriorityTaskWoken )
{
    return prvTransferFromISR( pxQueue, kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_QUEUE_RECEIVE ), pvItem,
                               transferRECEIVE, pxHigherPriorityTaskWoken );
}

/* Peeks, for a service routine or, as FreeRTOS allows, a task. Nothing changes, and nobody is woken. */
static BaseType_t prvPeekItemFromISR( Queue_t * pxQueue, void * pvItem )
{
    const UBaseType_t uxEnabled = uxIsochronMask();
    BaseType_t xReturn = pdFALSE;
    Transfer_t xTransfer;

    if( prvInTheWay( pxQueue, transferPEEK ) != NULL )
    {
        prvMakeWayFromISR( pxQueue, transferPEEK );
    }

    if( uxQueueMessagesWaitingFromISR( pxQueue ) != 0U )
    {
        prvPlan( pxQueue, pvItem, transferPEEK, &xTransfer );
        ( void ) memcpy( xTransfer.pvTo, xTransfer.pvFrom, ( size_t ) pxQueue->uxItemSize );
        xReturn = pdTRUE;
    }

    vIsochronUnmask( uxEnabled );

    return xReturn;
}

#endif /* ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_ROUTINES_C */
