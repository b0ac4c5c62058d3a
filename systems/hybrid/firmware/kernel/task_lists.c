/* SPDX-License-Identifier: Apache-2.0 */

/* The running task, and the lists that software keeps: their items are the tasks' event list items. */
#ifndef ISOCHRON_HYBRID_TASK_LISTS_C
#define ISOCHRON_HYBRID_TASK_LISTS_C

#include "kernel.h"

/* Ports load and store it. */
portDONT_DISCARD TCB_t * volatile pxCurrentTCB = NULL;

/* Tasks that became ready while the scheduler was suspended. */
static List_t xPendingReadyList;

/* As in FreeRTOS's tasks.c: marks an item value that is bits of an event group, no priority. */
#define listsVALUE_IN_USE ( ( TickType_t ) 0x80000000U )

/* The value of the item of a task with a priority: the highest comes first. */
#define listsPRIORITY_VALUE( uxPriority ) \
    ( ( TickType_t ) configMAX_PRIORITIES - ( TickType_t ) ( uxPriority ) )

/* A task waits for nothing any more. With interrupts masked. */
static void prvLeaveEventList( TCB_t * pxTCB )
{
    if( listLIST_ITEM_CONTAINER( &( pxTCB->xEventListItem ) ) != NULL )
    {
        kernelREMOVE_ITEM( &( pxTCB->xEventListItem ) );
    }
}

/* A task waits for no notification any more. */
static void prvForgetNotifications( TCB_t * pxTCB )
{
    #if ( configUSE_TASK_NOTIFICATIONS == 1 )
    {
        UBaseType_t uxIndex;

        for( uxIndex = 0U; uxIndex < ( UBaseType_t ) configTASK_NOTIFICATION_ARRAY_ENTRIES; uxIndex++ )
        {
            if( pxTCB->ucNotifyState[ uxIndex ] == kernelWAITING )
            {
                pxTCB->ucNotifyState[ uxIndex ] = kernelNOT_WAITING;
            }
        }
    }
    #else
    {
        ( void ) pxTCB;
    }
    #endif
}

/* Until the scheduler starts: another task is the one to run first, as a switch would choose it, or none is
 * ready. Called where FreeRTOS does that, and where it yields, which no port of it survives then. With
 * interrupts masked. */
static void prvChooseFirst( void )
{
    pxCurrentTCB = pxMessageRead();
}

#endif /* ISOCHRON_HYBRID_TASK_LISTS_C */
