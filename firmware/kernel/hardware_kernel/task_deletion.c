/* SPDX-License-Identifier: Apache-2.0 */

/* Deleting tasks. */
#include "kernel.h"
#include "event_lists.c"
#include "task_start.c"
#include "task_state.c"
#include "../common/task_reclamation.c"
#include "../common/task_table.c"

#if ( INCLUDE_vTaskDelete == 1 )

    /* What is left to know of a task that is about to be deleted. */
    static uint32_t prvLastState( TCB_t const * pxTCB )
    {
        return ( prvAskState( pxTCB ) & ~( 0x7U | kernelIN_EVENT_LIST ) ) | ( uint32_t ) eDeleted;
    }
    /*-----------------------------------------------------------*/

    /* Deletes another task, as one step: nobody finds it deleted and counted. One that is deleted already is refused. */
    static void prvDeleteOtherTask( TCB_t * pxTCB )
    {
        uint32_t ulResult;

        kernelRELEASE( pxTCB );

        taskENTER_CRITICAL();
        {
            pxTCB->ulLastState = prvLastState( pxTCB );
            ulResult = ulIsochronCall( kernelTASK_COMMAND( pxTCB, TASK_TASK_DELETE ), 0 );

            if( ulResult == ISOCHRON_RESULT_OK )
            {
                #if kernelSOFTWARE_OBJECTS
                {
                    prvLeaveEventList( pxTCB );
                }
                #endif
                prvNumberDeletion();
                prvForgetTask( pxTCB );
            }
        }
        taskEXIT_CRITICAL();

        if( ulResult == ISOCHRON_RESULT_OK )
        {
            /* It does not run any more, and its memory is still there. */
            kernelFINISH_OPEN_OF( pxTCB );
            prvFreeTask( pxTCB );
        }
    }
    /*-----------------------------------------------------------*/

    void vTaskDelete( TaskHandle_t xTaskToDelete )
    {
        TCB_t * pxTCB;

        traceENTER_vTaskDelete( xTaskToDelete );

        pxTCB = kernelTASK_FROM_HANDLE( xTaskToDelete );
        configASSERT( pxTCB != NULL );
        traceTASK_DELETE( pxTCB );

        if( xSchedulerRunning == pdFALSE )
        {
            if( pxTCB == pxFirstTask )
            {
                pxFirstTask = NULL;
            }

            prvDeleteOtherTask( pxTCB );
        }
        else if( pxTCB != kernelCURRENT_TASK() )
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
/*-----------------------------------------------------------*/
