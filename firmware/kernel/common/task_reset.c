/* SPDX-License-Identifier: Apache-2.0 */

/* Back to a kernel without tasks. */
#include "kernel.h"
#include "idle_task.c"
#include "task_reclamation.c"
#include "task_table.c"

/* What FreeRTOS forgets, the hardware must delete: it keeps the tasks. As in FreeRTOS, nothing is
 * freed. The hardware can be started only once after its own reset. */
void vTaskResetState( void )
{
    configASSERT( kernelWAS_STARTED() == pdFALSE );

    for( UBaseType_t uxIdentifier = 0; uxIdentifier < ( UBaseType_t ) configMAX_HW_ACCELERATION_TASKS;
         uxIdentifier++ )
    {
        TCB_t * const pxTCB = pxTasks[ uxIdentifier ];

        if( pxTCB != NULL )
        {
            kernelFINISH( pxTCB );
            kernelRELEASE( pxTCB );
            kernelSET_IDENTIFIER( pxTCB, kernelNO_LONGER( pxTCB ) );
            pxTasks[ uxIdentifier ] = NULL;
        }
    }

    xTaskIdentifiers.uxFirst = 0;
    xTaskIdentifiers.uxReturned = 0;
    xTaskIdentifiers.uxNeverUsed = 0;
    uxCurrentNumberOfTasks = 0;
    kernelFORGET_FIRST_TASK();
    xSchedulerRunning = pdFALSE;
    uxSchedulerSuspended = 0;

    #if ( INCLUDE_vTaskDelete == 1 )
    {
        pxDeletedTasks = NULL;
    }
    #endif

    #if ( configUSE_TRACE_FACILITY == 1 )
    {
        uxTaskNumber = 0;
    }
    #endif

    #if ( configUSE_POSIX_ERRNO == 1 )
    {
        FreeRTOS_errno = 0;
    }
    #endif

    #if ( isochronRUN_TIMES_IN_SOFTWARE == 1 )
    {
        ulSwitchedInTime = 0;
    }
    #endif
}
