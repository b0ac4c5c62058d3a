/* SPDX-License-Identifier: Apache-2.0 */

/* Deleting tasks. */
#include "kernel.h"
#include "event_lists.c"
#include "task_start.c"
#include "../common/task_reclamation.c"
#include "../common/task_table.c"

#if ( INCLUDE_vTaskDelete == 1 )

    /* Deletes another task, as one step: nobody finds it deleted and counted. */
    static void prvDeleteOtherTask( TCB_t * pxTCB )
    {
        kernelRELEASE( pxTCB );

        taskENTER_CRITICAL();
        {
            #if kernelSOFTWARE_OBJECTS
            {
                prvLeaveEventList( pxTCB );
            }
            #endif
            ( void ) ulIsochronCall( kernelTASK_COMMAND( pxTCB, TASK_TASK_DELETE ), 0 );
            prvNumberDeletion();
            prvForgetTask( pxTCB );
        }
        taskEXIT_CRITICAL();

        /* It does not run any more, and its memory is still there. */
        kernelFINISH_OPEN_OF( pxTCB );
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
            prvFreeTask( pxTCB );
        }
        else if( pxTCB != kernelCURRENT_TASK() )
        {
            prvDeleteOtherTask( pxTCB );
            prvFreeTask( pxTCB );
        }
        else
        {
            configASSERT( uxSchedulerSuspended == 0U );

            /* One step for the idle task, which may be of the same priority: it must not free the
             * stack while this task can still run. */
            taskENTER_CRITICAL();
            {
                prvNumberDeletion();
                pxTCB->pxNextDeleted = pxDeletedTasks;
                pxDeletedTasks = pxTCB;
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
