/* SPDX-License-Identifier: Apache-2.0 */

/* Event lists: what tasks wait for, in FreeRTOS's own queue.c, event_groups.c and timers.c. */
#ifndef ISOCHRON_HYBRID_EVENT_LISTS_C
#define ISOCHRON_HYBRID_EVENT_LISTS_C

#include "kernel.h"
#include "task_lists.c"
#include "task_time.c"

/* A task has a priority in event lists, too; not while the value is an event group's. */
static void prvSetEventPriority( TCB_t * pxTCB, UBaseType_t uxPriority )
{
    if( ( listGET_LIST_ITEM_VALUE( &( pxTCB->xEventListItem ) ) & listsVALUE_IN_USE ) == 0U )
    {
        listSET_LIST_ITEM_VALUE( &( pxTCB->xEventListItem ), listsPRIORITY_VALUE( uxPriority ) );
    }
}

/* A task that waited, and has left its event list, is ready, or will be when the scheduler is resumed.
 * Returns pdTRUE, and a yield is pending, if it is above the running one. With interrupts masked. */
static BaseType_t prvWake( TCB_t * pxTCB )
{
    BaseType_t xIsAbove = pdFALSE;

    if( uxSchedulerSuspended == 0U )
    {
        vMessageWrite( pxTCB, messageREADY );
    }
    else
    {
        kernelAPPEND_ITEM( &xPendingReadyList, &( pxTCB->xEventListItem ) );
    }

    if( pxTCB->uxPriority > pxCurrentTCB->uxPriority )
    {
        vMessageSend( YIELD );
        xIsAbove = pdTRUE;
    }

    return xIsAbove;
}

void vTaskPlaceOnEventList( List_t * const pxEventList, const TickType_t xTicksToWait )
{
    traceENTER_vTaskPlaceOnEventList( pxEventList, xTicksToWait );

    configASSERT( pxEventList );

    /* The queue is locked: no interrupt service routine looks at the list. */
    kernelINSERT_ITEM( pxEventList, &( pxCurrentTCB->xEventListItem ) );
    prvWait( xTicksToWait );

    traceRETURN_vTaskPlaceOnEventList();
}

void vTaskPlaceOnUnorderedEventList( List_t * pxEventList, const TickType_t xItemValue,
                                     const TickType_t xTicksToWait )
{
    traceENTER_vTaskPlaceOnUnorderedEventList( pxEventList, xItemValue, xTicksToWait );

    configASSERT( pxEventList );
    configASSERT( uxSchedulerSuspended != 0U );

    listSET_LIST_ITEM_VALUE( &( pxCurrentTCB->xEventListItem ), xItemValue | listsVALUE_IN_USE );
    kernelAPPEND_ITEM( pxEventList, &( pxCurrentTCB->xEventListItem ) );
    prvWait( xTicksToWait );

    traceRETURN_vTaskPlaceOnUnorderedEventList();
}

#if ( configUSE_TIMERS == 1 )

void vTaskPlaceOnEventListRestricted( List_t * const pxEventList, TickType_t xTicksToWait,
                                      const BaseType_t xWaitIndefinitely )
{
    traceENTER_vTaskPlaceOnEventListRestricted( pxEventList, xTicksToWait, xWaitIndefinitely );

    configASSERT( pxEventList );
    kernelAPPEND_ITEM( pxEventList, &( pxCurrentTCB->xEventListItem ) );
    traceTASK_DELAY_UNTIL( ( prvTick() + xTicksToWait ) );

    if( xWaitIndefinitely != pdFALSE )
    {
        prvWait( portMAX_DELAY );
    }
    else
    {
        prvDelay( xTicksToWait );
    }

    traceRETURN_vTaskPlaceOnEventListRestricted();
}

#endif /* configUSE_TIMERS */

BaseType_t xTaskRemoveFromEventList( const List_t * const pxEventList )
{
    TCB_t * pxTCB;
    BaseType_t xReturn;

    traceENTER_xTaskRemoveFromEventList( pxEventList );

    /* With interrupts masked, or from an interrupt service routine. */
    pxTCB = listGET_OWNER_OF_HEAD_ENTRY( pxEventList );
    configASSERT( pxTCB );
    kernelREMOVE_ITEM( &( pxTCB->xEventListItem ) );
    xReturn = prvWake( pxTCB );

    traceRETURN_xTaskRemoveFromEventList( xReturn );

    return xReturn;
}

void vTaskRemoveFromUnorderedEventList( ListItem_t * pxEventListItem, const TickType_t xItemValue )
{
    TCB_t * const pxTCB = listGET_LIST_ITEM_OWNER( pxEventListItem );

    traceENTER_vTaskRemoveFromUnorderedEventList( pxEventListItem, xItemValue );

    configASSERT( uxSchedulerSuspended != 0U );
    configASSERT( pxTCB );

    /* No interrupt service routine looks at an event group, so the task is ready at once. */
    listSET_LIST_ITEM_VALUE( pxEventListItem, xItemValue | listsVALUE_IN_USE );
    kernelREMOVE_ITEM( pxEventListItem );
    vMessageWrite( pxTCB, messageREADY );

    if( pxTCB->uxPriority > pxCurrentTCB->uxPriority )
    {
        vMessageSend( YIELD );
    }

    traceRETURN_vTaskRemoveFromUnorderedEventList();
}

TickType_t uxTaskResetEventItemValue( void )
{
    TickType_t uxReturn;

    traceENTER_uxTaskResetEventItemValue();

    uxReturn = listGET_LIST_ITEM_VALUE( &( pxCurrentTCB->xEventListItem ) );
    listSET_LIST_ITEM_VALUE( &( pxCurrentTCB->xEventListItem ),
                             listsPRIORITY_VALUE( pxCurrentTCB->uxPriority ) );

    traceRETURN_uxTaskResetEventItemValue( uxReturn );

    return uxReturn;
}

void vTaskMissedYield( void )
{
    traceENTER_vTaskMissedYield();
    vMessageSend( YIELD );
    traceRETURN_vTaskMissedYield();
}

#endif /* ISOCHRON_HYBRID_EVENT_LISTS_C */
