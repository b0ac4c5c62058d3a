/* SPDX-License-Identifier: Apache-2.0 */

/* Deleting tasks. */
#include "kernel.h"
#include "task_lists.c"
#include <kernel/common/task_reclamation.c>
#include <kernel/common/task_table.c>

#if ( INCLUDE_vTaskDelete == 1 )

void vTaskDelete( TaskHandle_t xTaskToDelete )
{
    TCB_t * pxTCB;
    BaseType_t xDeletesItself, xIsThere;

    traceENTER_vTaskDelete( xTaskToDelete );

    taskENTER_CRITICAL();
    {
        pxTCB = kernelTASK_FROM_HANDLE( xTaskToDelete );
        configASSERT( pxTCB != NULL );
        configASSERT( kernelHAS_TASK( pxTCB ) ); /* It was deleted before. */
        xDeletesItself = ( ( pxTCB == pxCurrentTCB ) && ( xSchedulerRunning != pdFALSE ) ) ? pdTRUE : pdFALSE;
        xIsThere = kernelHAS_TASK( pxTCB ) ? pdTRUE : pdFALSE;

        if( xIsThere != pdFALSE )
        {
            prvLeaveEventList( pxTCB );
            vMessageWrite( pxTCB, messageFINISHED );
            prvForgetNotifications( pxTCB );
            prvNumberDeletion();
            traceTASK_DELETE( pxTCB );

            if( xDeletesItself != pdFALSE )
            {
                prvListDeletedTask( pxTCB );
                pxTCB->uxIdentifier |= kernelDELETED;
            }
            else
            {
                vKernelReturnIdentifier( &xTaskIdentifiers,
                                         prvForgetTask( pxTCB, kernelNO_LONGER( pxTCB ) ) );

                if( pxTCB == pxCurrentTCB )
                {
                    /* Before the scheduler starts. */
                    prvChooseFirst();
                }
            }
        }
    }
    taskEXIT_CRITICAL();

    if( xDeletesItself != pdFALSE )
    {
        configASSERT( uxSchedulerSuspended == 0U );
        portYIELD_WITHIN_API();
    }
    else if( xIsThere != pdFALSE )
    {
        prvFreeTask( pxTCB );
    }

    traceRETURN_vTaskDelete();
}

#endif /* INCLUDE_vTaskDelete */
