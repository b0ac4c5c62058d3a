/* SPDX-License-Identifier: Apache-2.0 */

/* Deleting tasks. */
#include "kernel.h"
#include "task_start.c"
#include "task_state.c"
#include "event_lists.c"
#include "../common/task_reclamation.c"
#include "../common/task_table.c"

#if ( INCLUDE_vTaskDelete == 1 )

/* What there is to know of a task that is about to be deleted. If that is refused, the deletion is, too. */
static portFORCE_INLINE uint32_t prvLastState( TCB_t const * pxTCB )
{
    vIsochronIssue( kernelTASK_COMMAND( pxTCB, TASK_TASK_STATE ), 0 );

    return isochronREGISTER( ISOCHRON_VALUE_OFFSET );
}

/* Deletes another task, as one step: nobody finds it deleted and counted. One that is deleted already is
 * refused. */
static void prvDeleteOtherTask( TCB_t * pxTCB )
{
    const UBaseType_t uxNoLonger = kernelNO_LONGER( pxTCB );
    UBaseType_t uxIdentifier = kernelNO_IDENTIFIER;
    BaseType_t xIsOpen = pdFALSE;
    uint32_t ulLastState;

    kernelRELEASE( pxTCB );

    taskENTER_CRITICAL();
    {
        ulLastState = prvLastState( pxTCB );

        if( ulIsochronCall( kernelTASK_COMMAND( pxTCB, TASK_TASK_DELETE ), 0 ) == ISOCHRON_RESULT_OK )
        {
            if( kernelIS_OPEN( pxTCB ) )
            {
                vKernelAbandonOpen( pxTCB );
                xIsOpen = pdTRUE;
            }

            #if ( configNUMBER_OF_CORES > 1 ) && ( configUSE_EVENT_GROUPS == 1 )
            {
                prvAwaitNoEvents( pxTCB );
            }
            #endif

            prvNumberDeletion();
            pxTCB->ulLastState = ulLastState;

            #if ( configNUMBER_OF_CORES > 1 )
            if( prvRunsSomewhere( pxTCB ) != pdFALSE )
            {
                pxTCB->ulLines = 0U;
                prvListDeletedTask( pxTCB );
            }
            else
            #endif
            {
                uxIdentifier = prvForgetTask( pxTCB, uxNoLonger );
            }
        }
    }
    taskEXIT_CRITICAL();

    if( uxIdentifier != kernelNO_IDENTIFIER )
    {
        taskENTER_CRITICAL();
        {
            vKernelReturnIdentifier( &xTaskIdentifiers, uxIdentifier );
        }
        taskEXIT_CRITICAL();

        /* It does not run any more, and its memory is still there. */
        if( xIsOpen != pdFALSE )
        {
            vKernelFinishAbandoned( pxTCB );
        }

        prvFreeTask( pxTCB );
    }
}

void vTaskDelete( TaskHandle_t xTaskToDelete )
{
    TCB_t * pxTCB;

    traceENTER_vTaskDelete( xTaskToDelete );

    pxTCB = kernelTASK_FROM_HANDLE( xTaskToDelete );
    configASSERT( pxTCB != NULL );
    traceTASK_DELETE( pxTCB );

    /* Before the scheduler starts, nobody is running who could delete himself. */
    if( ( xSchedulerRunning == pdFALSE ) || ( pxTCB != kernelCURRENT_TASK() ) )
    {
        prvDeleteOtherTask( pxTCB );
    }
    else
    {
        configASSERT( uxSchedulerSuspended == 0U );

        /* One step for the idle task, which may be of the same priority: it must not free the
         * stack while this task can still run. */
        taskENTER_CRITICAL();
        {
            prvNumberDeletion();
            prvListDeletedTask( pxTCB );
            pxTCB->ulLastState = prvLastState( pxTCB );
            vIsochronIssue( kernelTASK_COMMAND( pxTCB, TASK_TASK_DELETE ), 0 );
        }
        taskEXIT_CRITICAL();

        /* Does not return. */
        ( void ) ulIsochronSwitch();
    }

    traceRETURN_vTaskDelete();
}

#endif /* INCLUDE_vTaskDelete */
