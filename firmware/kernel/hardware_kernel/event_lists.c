/* SPDX-License-Identifier: Apache-2.0 */

/* With several cores: what FreeRTOS's own event_groups.c needs of the scheduler. A group's bits and the list
 * of those who wait are in memory, and the lock of sections protects them. In the hardware such a task waits
 * for a queue to which nobody sends, and is woken as by xTaskAbortDelay(), one command for each. */
#ifndef ISOCHRON_HARDWARE_KERNEL_EVENT_LISTS_C
#define ISOCHRON_HARDWARE_KERNEL_EVENT_LISTS_C

#include "kernel.h"

#if ( configNUMBER_OF_CORES > 1 ) && ( configUSE_EVENT_GROUPS == 1 )

/* As in FreeRTOS: the value of an item is no priority. */
    #define eventsVALUE_IN_USE 0x80000000U

/* The value of an item whose task was not woken by bits. */
    #define eventsNONE 0U

/* The argument of QUEUE_CREATE: one item of one word. */
    #define eventsQUEUE ( 1U | ( 1U << 16 ) )

static UBaseType_t uxEventQueue; /* the queue's identifier */

/* What is in the list of a group, for each task: StaticTask_t has no room for it. */
static ListItem_t xEventItems[ configMAX_HW_ACCELERATION_TASKS ];

    #define eventsITEM( pxTCB ) ( &xEventItems[ kernelIDENTIFIER( pxTCB ) ] )

/* Before the scheduler starts; pdFAIL if no object is left. */
static BaseType_t prvCreateEventQueue( void )
{
    uxEventQueue = uxKernelTakeObject( pdTRUE );

    if( uxEventQueue == kernelNO_IDENTIFIER )
    {
        vIsochronObjectsUsedUp();

        return pdFAIL;
    }

    ( void ) ulIsochronCall( isochronCOMMAND( ISOCHRON_TASK_QUEUE_CREATE_OFFSET, uxEventQueue ),
                             eventsQUEUE );

    return pdPASS;
}

/* Takes an item from the list of a group, with the lock. */
static void prvForgetEvents( ListItem_t * pxItem, TickType_t xValue )
{
    listSET_LIST_ITEM_VALUE( pxItem, xValue );
    ( void ) uxListRemove( pxItem );
}

/* The same of a task, which may be in no list. */
static void prvAwaitNoEvents( TCB_t const * pxTCB )
{
    if( listLIST_ITEM_CONTAINER( eventsITEM( pxTCB ) ) != NULL )
    {
        prvForgetEvents( eventsITEM( pxTCB ), eventsNONE );
    }
}

/* With the scheduler suspended: the task waits when it is resumed. */
void vTaskPlaceOnUnorderedEventList( List_t * pxEventList, const TickType_t xItemValue,
                                     const TickType_t xTicksToWait )
{
    TCB_t * const pxTCB = kernelCURRENT_TASK();
    ListItem_t * const pxItem = eventsITEM( pxTCB );

    traceENTER_vTaskPlaceOnUnorderedEventList( pxEventList, xItemValue, xTicksToWait );

    configASSERT( pxEventList );

    vListInitialiseItem( pxItem );
    listSET_LIST_ITEM_OWNER( pxItem, pxTCB );
    listSET_LIST_ITEM_VALUE( pxItem, xItemValue | eventsVALUE_IN_USE );
    listINSERT_END( pxEventList, pxItem );

    /* A load of RESULT would wait at once. */
    vIsochronIssue( isochronCOMMAND( ISOCHRON_TASK_QUEUE_WAIT_OFFSET, uxEventQueue ), xTicksToWait );

    traceRETURN_vTaskPlaceOnUnorderedEventList();
}

/* The first who waits. At a time-out, a suspension or xTaskAbortDelay() FreeRTOS takes the task from the
 * list; here it is found not to wait any more. With the lock, so no time-out comes after that. */
ListItem_t * pxKernelFirstOfEvents( List_t const * pxEventList )
{
    ListItem_t * pxItem = listGET_HEAD_ENTRY( pxEventList );

    while( pxItem != listGET_END_MARKER( pxEventList ) )
    {
        ListItem_t * const pxNext = listGET_NEXT( pxItem );
        TCB_t * const pxTCB = listGET_LIST_ITEM_OWNER( pxItem );

        if( kernelTASK_STATE( ulKernelAsk( kernelTASK_COMMAND( pxTCB, TASK_TASK_STATE ), 0 ) ) != eBlocked )
        {
            prvForgetEvents( pxItem, eventsNONE );
        }

        pxItem = pxNext;
    }

    return listGET_HEAD_ENTRY( pxEventList );
}

/* With the scheduler suspended. Who is in the list of a group that is deleted may have ended its wait: then
 * the command does nothing. */
void vTaskRemoveFromUnorderedEventList( ListItem_t * pxEventListItem, const TickType_t xItemValue )
{
    TCB_t * const pxTCB = listGET_LIST_ITEM_OWNER( pxEventListItem );

    traceENTER_vTaskRemoveFromUnorderedEventList( pxEventListItem, xItemValue );

    configASSERT( pxTCB );
    prvForgetEvents( pxEventListItem, xItemValue | eventsVALUE_IN_USE );
    ( void ) ulIsochronCall( kernelTASK_COMMAND( pxTCB, TASK_ABORT_DELAY ), 0 );

    traceRETURN_vTaskRemoveFromUnorderedEventList();
}

/* The xItemValue with which the running task was woken. */
TickType_t uxTaskResetEventItemValue( void )
{
    TCB_t const * const pxTCB = kernelCURRENT_TASK();
    TickType_t uxReturn;

    traceENTER_uxTaskResetEventItemValue();

    taskENTER_CRITICAL();
    {
        prvAwaitNoEvents( pxTCB );
    }
    taskEXIT_CRITICAL();

    uxReturn = listGET_LIST_ITEM_VALUE( eventsITEM( pxTCB ) );

    if( uxReturn != eventsNONE )
    {
        /* To xTaskCheckForTimeOut() nobody has aborted its delay. */
        ( void ) ulIsochronCall( isochronCOMMAND( ISOCHRON_TASK_DELAY_ABORTED_OFFSET, 0 ), 0 );
    }

    traceRETURN_uxTaskResetEventItemValue( uxReturn );

    return uxReturn;
}

#endif /* configNUMBER_OF_CORES, configUSE_EVENT_GROUPS */

#endif /* ISOCHRON_HARDWARE_KERNEL_EVENT_LISTS_C */
