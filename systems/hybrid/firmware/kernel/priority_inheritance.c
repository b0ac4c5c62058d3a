/* SPDX-License-Identifier: Apache-2.0 */

/* What mutexes do to priorities: FreeRTOS's queue.c calls these with interrupts masked. */
#include "kernel.h"
#include "event_lists.c"
#include "task_lists.c"

#if ( configUSE_MUTEXES == 1 )

TaskHandle_t pvTaskIncrementMutexHeldCount( void )
{
    TCB_t * pxTCB;

    traceENTER_pvTaskIncrementMutexHeldCount();

    pxTCB = pxCurrentTCB;

    if( pxTCB != NULL )
    {
        ( pxTCB->uxMutexesHeld )++;
    }

    traceRETURN_pvTaskIncrementMutexHeldCount( pxTCB );

    return pxTCB;
}

BaseType_t xTaskPriorityInherit( TaskHandle_t const pxMutexHolder )
{
    BaseType_t xReturn = pdFALSE;

    traceENTER_xTaskPriorityInherit( pxMutexHolder );

    /* One that was taken by an interrupt service routine has no holder. */
    if( pxMutexHolder != NULL )
    {
        if( pxMutexHolder->uxPriority < pxCurrentTCB->uxPriority )
        {
            prvSetEventPriority( pxMutexHolder, pxCurrentTCB->uxPriority );
            pxMutexHolder->uxPriority = pxCurrentTCB->uxPriority;
            vMessagePriority( pxMutexHolder );
            traceTASK_PRIORITY_INHERIT( pxMutexHolder, pxCurrentTCB->uxPriority );
            xReturn = pdTRUE;
        }
        else if( pxMutexHolder->uxBasePriority < pxCurrentTCB->uxPriority )
        {
            /* It has inherited as much already. */
            xReturn = pdTRUE;
        }
    }

    traceRETURN_xTaskPriorityInherit( xReturn );

    return xReturn;
}

BaseType_t xTaskPriorityDisinherit( TaskHandle_t const pxMutexHolder )
{
    BaseType_t xReturn = pdFALSE;

    traceENTER_xTaskPriorityDisinherit( pxMutexHolder );

    if( pxMutexHolder != NULL )
    {
        configASSERT( pxMutexHolder == pxCurrentTCB );
        configASSERT( pxMutexHolder->uxMutexesHeld );
        ( pxMutexHolder->uxMutexesHeld )--;

        /* What was inherited is kept until the last mutex is given back. */
        if( ( pxMutexHolder->uxPriority != pxMutexHolder->uxBasePriority ) &&
            ( pxMutexHolder->uxMutexesHeld == 0U ) )
        {
            traceTASK_PRIORITY_DISINHERIT( pxMutexHolder, pxMutexHolder->uxBasePriority );
            pxMutexHolder->uxPriority = pxMutexHolder->uxBasePriority;
            listSET_LIST_ITEM_VALUE( &( pxMutexHolder->xEventListItem ),
                                     listsPRIORITY_VALUE( pxMutexHolder->uxPriority ) );
            vMessagePriority( pxMutexHolder );
            xReturn = pdTRUE;
        }
    }

    traceRETURN_xTaskPriorityDisinherit( xReturn );

    return xReturn;
}

void vTaskPriorityDisinheritAfterTimeout( TaskHandle_t const pxMutexHolder,
                                          UBaseType_t uxHighestPriorityWaitingTask )
{
    UBaseType_t uxPriority;

    traceENTER_vTaskPriorityDisinheritAfterTimeout( pxMutexHolder, uxHighestPriorityWaitingTask );

    if( pxMutexHolder != NULL )
    {
        configASSERT( pxMutexHolder->uxMutexesHeld );

        uxPriority = ( pxMutexHolder->uxBasePriority < uxHighestPriorityWaitingTask ) ?
                         uxHighestPriorityWaitingTask :
                         pxMutexHolder->uxBasePriority;

        /* With more than one mutex it may have inherited by another one. */
        if( ( pxMutexHolder->uxPriority != uxPriority ) && ( pxMutexHolder->uxMutexesHeld == 1U ) )
        {
            configASSERT( pxMutexHolder != pxCurrentTCB );
            traceTASK_PRIORITY_DISINHERIT( pxMutexHolder, uxPriority );
            pxMutexHolder->uxPriority = uxPriority;
            prvSetEventPriority( pxMutexHolder, uxPriority );
            vMessagePriority( pxMutexHolder );
        }
    }

    traceRETURN_vTaskPriorityDisinheritAfterTimeout();
}

#endif /* configUSE_MUTEXES */
