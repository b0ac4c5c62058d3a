/* SPDX-License-Identifier: Apache-2.0 */

/* Event lists in memory: see event_lists.h. As in FreeRTOS, inserting in order looks at the tasks
 * that wait. */
#ifndef ISOCHRON_HARDWARE_KERNEL_EVENT_LISTS_C
#define ISOCHRON_HARDWARE_KERNEL_EVENT_LISTS_C

#include "kernel.h"

#if kernelSOFTWARE_OBJECTS

/* As in FreeRTOS's tasks.c: marks an item value that is bits of an event group, no priority. */
    #define listsVALUE_IN_USE    0x80000000U

    #define listsPRIORITY_VALUE( uxPriority )    ( ( TickType_t ) configMAX_PRIORITIES - ( TickType_t ) ( uxPriority ) )
/*-----------------------------------------------------------*/

    static void prvLeaveEventList( TCB_t * pxTCB )
    {
        if( listLIST_ITEM_CONTAINER( &( pxTCB->xEventListItem ) ) != NULL )
        {
            kernelREMOVE_ITEM( &( pxTCB->xEventListItem ) );
        }
    }
    /*-----------------------------------------------------------*/

    /* Blocks the caller, which runs on until the scheduler is resumed. Returns its event list item,
     * in no list, with the value of the priority with which it waits. */
    static ListItem_t * prvWait( TickType_t xTicksToWait )
    {
        TCB_t * const pxTCB = kernelCURRENT_TASK();
        ListItem_t * const pxItem = &( pxTCB->xEventListItem );
        UBaseType_t uxPriority;

        taskENTER_CRITICAL();
        {
            prvLeaveEventList( pxTCB );
        }
        taskEXIT_CRITICAL();

        vListInitialiseItem( pxItem );
        listSET_LIST_ITEM_OWNER( pxItem, pxTCB );
        uxPriority = ( UBaseType_t ) ulKernelAsk( isochronCOMMAND( ISOCHRON_TASK_WAIT_OFFSET, 0 ), xTicksToWait );
        listSET_LIST_ITEM_VALUE( pxItem, listsPRIORITY_VALUE( uxPriority ) );

        return pxItem;
    }
    /*-----------------------------------------------------------*/

    /* Ends the wait of a task. Returns ISR_RESULT, FAIL in it if the task waits no more. With
     * interrupts masked. */
    static uint32_t prvWake( const TCB_t * pxTCB,
                             uint32_t ulTo )
    {
        return ulIsochronCallFromISR( kernelTASK_COMMAND( pxTCB, ISR_WAKE ), ulTo );
    }
    /*-----------------------------------------------------------*/

    /* Whether a task on a list still waits. One that runs has not stopped yet. */
    static BaseType_t prvWaits( uint32_t ulTaskState )
    {
        const eTaskState eState = kernelTASK_STATE( ulTaskState );

        return ( ( eState == eBlocked ) || ( eState == eRunning ) ) ? pdTRUE : pdFALSE;
    }
    /*-----------------------------------------------------------*/

    UBaseType_t uxEventListWaiters( List_t * const pxEventList )
    {
        TCB_t * pxTCB;

        while( listLIST_IS_EMPTY( pxEventList ) == pdFALSE )
        {
            pxTCB = listGET_OWNER_OF_HEAD_ENTRY( pxEventList );

            /* Not xKernelAskFromISR(): the member of a set tells it while the kernel is held. */
            ( void ) xKernelFinishFromISR( ulIsochronCallFromISR( kernelTASK_COMMAND( pxTCB, ISR_TASK_STATE ), 0 ), NULL );

            if( prvWaits( isochronREGISTER( ISOCHRON_ISR_VALUE_OFFSET ) ) != pdFALSE )
            {
                break;
            }

            prvLeaveEventList( pxTCB );
        }

        return listCURRENT_LIST_LENGTH( pxEventList );
    }
    /*-----------------------------------------------------------*/

    ListItem_t * pxEventListFirst( List_t * const pxEventList )
    {
        ListItem_t * pxItem = listGET_HEAD_ENTRY( pxEventList );
        TCB_t * pxTCB;

        while( ( const ListItem_t * ) pxItem != ( const ListItem_t * ) listGET_END_MARKER( pxEventList ) )
        {
            pxTCB = listGET_LIST_ITEM_OWNER( pxItem );
            pxItem = listGET_NEXT( pxItem );

            if( prvWaits( ulKernelAsk( kernelTASK_COMMAND( pxTCB, TASK_TASK_STATE ), 0 ) ) == pdFALSE )
            {
                prvLeaveEventList( pxTCB );
            }
        }

        return listGET_HEAD_ENTRY( pxEventList );
    }
    /*-----------------------------------------------------------*/

    BaseType_t xEventListResumeAll( void )
    {
        const BaseType_t xAlreadyYielded = xTaskResumeAll();

        taskENTER_CRITICAL();
        {
            prvLeaveEventList( kernelCURRENT_TASK() );
        }
        taskEXIT_CRITICAL();

        return xAlreadyYielded;
    }
    /*-----------------------------------------------------------*/

    void vTaskPlaceOnEventList( List_t * const pxEventList,
                                const TickType_t xTicksToWait )
    {
        traceENTER_vTaskPlaceOnEventList( pxEventList, xTicksToWait );

        configASSERT( pxEventList );

        /* The queue is locked: no interrupt service routine looks at the list. */
        kernelINSERT_ITEM( pxEventList, prvWait( xTicksToWait ) );

        traceRETURN_vTaskPlaceOnEventList();
    }
    /*-----------------------------------------------------------*/

    void vTaskPlaceOnUnorderedEventList( List_t * pxEventList,
                                         const TickType_t xItemValue,
                                         const TickType_t xTicksToWait )
    {
        ListItem_t * pxItem;

        traceENTER_vTaskPlaceOnUnorderedEventList( pxEventList, xItemValue, xTicksToWait );

        configASSERT( pxEventList );
        configASSERT( uxSchedulerSuspended != 0U );

        pxItem = prvWait( xTicksToWait );
        listSET_LIST_ITEM_VALUE( pxItem, xItemValue | listsVALUE_IN_USE );
        kernelAPPEND_ITEM( pxEventList, pxItem );

        traceRETURN_vTaskPlaceOnUnorderedEventList();
    }
    /*-----------------------------------------------------------*/

    #if ( configUSE_TIMERS == 1 )

        void vTaskPlaceOnEventListRestricted( List_t * const pxEventList,
                                              TickType_t xTicksToWait,
                                              const BaseType_t xWaitIndefinitely )
        {
            traceENTER_vTaskPlaceOnEventListRestricted( pxEventList, xTicksToWait, xWaitIndefinitely );

            configASSERT( pxEventList );
            kernelAPPEND_ITEM( pxEventList, prvWait( kernelRESTRICTED_WAIT( xTicksToWait, xWaitIndefinitely ) ) );

            traceRETURN_vTaskPlaceOnEventListRestricted();
        }

    #endif /* configUSE_TIMERS */
    /*-----------------------------------------------------------*/

    BaseType_t xTaskRemoveFromEventList( const List_t * const pxEventList )
    {
        BaseType_t xReturn = pdFALSE;
        uint32_t ulResult = ISOCHRON_RESULT_FAIL;
        TCB_t * pxTCB;

        traceENTER_xTaskRemoveFromEventList( pxEventList );

        /* The first one that answers. */
        while( ( kernelISR_CODE( ulResult ) != ISOCHRON_RESULT_OK ) && ( listLIST_IS_EMPTY( pxEventList ) == pdFALSE ) )
        {
            pxTCB = listGET_OWNER_OF_HEAD_ENTRY( pxEventList );
            configASSERT( pxTCB );
            prvLeaveEventList( pxTCB );
            ulResult = prvWake( pxTCB, kernelWAKE_IN_TURN );
            xReturn = kernelISR_WOKEN( ulResult ) ? pdTRUE : pdFALSE;
        }

        traceRETURN_xTaskRemoveFromEventList( xReturn );

        return xReturn;
    }
    /*-----------------------------------------------------------*/

    void vTaskRemoveFromUnorderedEventList( ListItem_t * pxEventListItem,
                                            const TickType_t xItemValue )
    {
        TCB_t * const pxTCB = listGET_LIST_ITEM_OWNER( pxEventListItem );

        traceENTER_vTaskRemoveFromUnorderedEventList( pxEventListItem, xItemValue );

        configASSERT( uxSchedulerSuspended != 0U );
        configASSERT( pxTCB );

        taskENTER_CRITICAL();
        {
            kernelREMOVE_ITEM( pxEventListItem );
            listSET_LIST_ITEM_VALUE( pxEventListItem, xItemValue | listsVALUE_IN_USE );
            ( void ) prvWake( pxTCB, kernelWAKE_AT_ONCE );
        }
        taskEXIT_CRITICAL();

        traceRETURN_vTaskRemoveFromUnorderedEventList();
    }
    /*-----------------------------------------------------------*/

    TickType_t uxTaskResetEventItemValue( void )
    {
        TickType_t uxReturn;

        traceENTER_uxTaskResetEventItemValue();

        /* Not reset: prvWait() sets it. */
        uxReturn = listGET_LIST_ITEM_VALUE( &( kernelCURRENT_TASK()->xEventListItem ) );

        traceRETURN_uxTaskResetEventItemValue( uxReturn );

        return uxReturn;
    }
    /*-----------------------------------------------------------*/

    void vTaskMissedYield( void )
    {
        traceENTER_vTaskMissedYield();

        /* WAKE has set the hardware's xYieldPending. */

        traceRETURN_vTaskMissedYield();
    }

#endif /* kernelSOFTWARE_OBJECTS */
/*-----------------------------------------------------------*/

#endif /* ISOCHRON_HARDWARE_KERNEL_EVENT_LISTS_C */
