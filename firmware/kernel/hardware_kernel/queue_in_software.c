/* SPDX-License-Identifier: Apache-2.0 */

/* Queues, semaphores and mutexes in software, as far as the functions of the API have to do more than
 * call FreeRTOS's (software_objects.h). */
#ifndef ISOCHRON_HARDWARE_KERNEL_QUEUE_IN_SOFTWARE_C
#define ISOCHRON_HARDWARE_KERNEL_QUEUE_IN_SOFTWARE_C

#include "kernel.h"

/* What a transfer does with an item: one of FreeRTOS's copy positions, or one of these. */
#define transferRECEIVE    ( ( UBaseType_t ) 3 )
#define transferPEEK       ( ( UBaseType_t ) 4 )

/* How many objects are in software. */
static UBaseType_t uxInSoftware = 0;
/*-----------------------------------------------------------*/

BaseType_t xKernelMayMakeInSoftware( void )
{
    return ( kernelSOFTWARE_OBJECTS &&
             ( ( isochronREGISTER( ISOCHRON_WIDTHS_OFFSET ) & ISOCHRON_WIDTHS_SOFTWARE_OBJECTS_MASK ) != 0U ) ) ? pdTRUE : pdFALSE;
}
/*-----------------------------------------------------------*/

void vKernelCountInSoftware( BaseType_t xMore )
{
    taskENTER_CRITICAL();
    {
        uxInSoftware += ( UBaseType_t ) xMore;
    }
    taskEXIT_CRITICAL();
}
/*-----------------------------------------------------------*/

UBaseType_t uxIsochronSoftwareObjects( void )
{
    return uxInSoftware;
}
/*-----------------------------------------------------------*/

#if kernelSOFTWARE_OBJECTS

    void vKernelTraceSetSend( void * pvHandle )
    {
        traceQUEUE_SET_SEND( ( Queue_t * ) pvHandle );
        ( void ) pvHandle;
    }
    /*-----------------------------------------------------------*/

/* The items of a queue set in software are FreeRTOS's structures; of a member that is in the hardware,
 * its handle, marked by this. */
    #define softwareIS_HANDLE    ( ( uintptr_t ) 1 )
    /*-----------------------------------------------------------*/

    /* What to send: to a queue set, a marked handle. */
    static const void * pvMarkMember( const Queue_t * pxQueue,
                                      const void * pvItem,
                                      uintptr_t * puxMember )
    {
        if( pxQueue->ucQueueType == queueQUEUE_TYPE_SET )
        {
            ( void ) memcpy( puxMember, pvItem, sizeof( uintptr_t ) );
            *puxMember |= softwareIS_HANDLE;
            pvItem = puxMember;
        }

        return pvItem;
    }
    /*-----------------------------------------------------------*/

    /* Puts the handle that the application knows in the place of what was received from a queue set. */
    static void prvNameMember( const Queue_t * pxQueue,
                               void * pvItem,
                               BaseType_t xReceived )
    {
        uintptr_t uxMember;

        if( ( xReceived != pdFALSE ) && ( pxQueue->ucQueueType == queueQUEUE_TYPE_SET ) )
        {
            ( void ) memcpy( &uxMember, pvItem, sizeof( uintptr_t ) );
            uxMember = ( ( uxMember & softwareIS_HANDLE ) != 0U ) ? ( uxMember - softwareIS_HANDLE )
                                                                  : ( uintptr_t ) pvSoftwareQueueHandle( ( SoftwareQueue_t * ) uxMember );
            ( void ) memcpy( pvItem, &uxMember, sizeof( uintptr_t ) );
        }
    }
    /*-----------------------------------------------------------*/

    /* Sends or receives. Not inline: queues of the hardware do not come here. */
    static __attribute__( ( noinline ) ) BaseType_t prvTransferInSoftware( Queue_t * pxQueue,
                                                                           void * pvItem,
                                                                           TickType_t xTicksToWait,
                                                                           UBaseType_t uxKind )
    {
        uintptr_t uxMember;
        BaseType_t xReturn;

        if( uxKind <= queueOVERWRITE )
        {
            return xSoftwareQueueGenericSend( pxQueue->pxSoftware, pvMarkMember( pxQueue, pvItem, &uxMember ), xTicksToWait, ( BaseType_t ) uxKind );
        }

        xReturn = ( uxKind == transferRECEIVE ) ? xSoftwareQueueReceive( pxQueue->pxSoftware, pvItem, xTicksToWait )
                                                : xSoftwareQueuePeek( pxQueue->pxSoftware, pvItem, xTicksToWait );
        prvNameMember( pxQueue, pvItem, xReturn );

        return xReturn;
    }
    /*-----------------------------------------------------------*/

    /* The same for an interrupt service routine. */
    static __attribute__( ( noinline ) ) BaseType_t prvTransferInSoftwareFromISR( Queue_t * pxQueue,
                                                                                  void * pvItem,
                                                                                  UBaseType_t uxKind,
                                                                                  BaseType_t * const pxHigherPriorityTaskWoken )
    {
        uintptr_t uxMember;
        BaseType_t xReturn;

        if( uxKind <= queueOVERWRITE )
        {
            return xSoftwareQueueGenericSendFromISR( pxQueue->pxSoftware, pvMarkMember( pxQueue, pvItem, &uxMember ), pxHigherPriorityTaskWoken,
                                                     ( BaseType_t ) uxKind );
        }

        xReturn = xSoftwareQueueReceiveFromISR( pxQueue->pxSoftware, pvItem, pxHigherPriorityTaskWoken );
        prvNameMember( pxQueue, pvItem, xReturn );

        return xReturn;
    }

#else /* if kernelSOFTWARE_OBJECTS */

/* Nothing is in software: what follows is never evaluated. */
    #define prvNameMember( pxQueue, pvItem, xReceived )    ( ( void ) ( xReceived ) )
    #define prvTransferInSoftware( pxQueue, pvItem, xTicksToWait, uxKind ) \
    ( ( BaseType_t ) pdFALSE )
    #define prvTransferInSoftwareFromISR( pxQueue, pvItem, uxKind, pxHigherPriorityTaskWoken ) \
    ( ( BaseType_t ) pdFALSE )

#endif /* kernelSOFTWARE_OBJECTS */
/*-----------------------------------------------------------*/

#endif /* ISOCHRON_HARDWARE_KERNEL_QUEUE_IN_SOFTWARE_C */
