/* SPDX-License-Identifier: Apache-2.0 */

/* Deleting tasks, and freeing what they had. */
#include "kernel.h"

#if ( INCLUDE_vTaskDelete == 1 )

    /* Tasks that deleted themselves. The idle task frees their memory. */
    static TCB_t * volatile pxDeletedTasks = NULL;
    /*-----------------------------------------------------------*/

    /* What a task was known by is another's from now on. Within a critical section. */
    static void prvForgetTask( const TCB_t * pxTCB )
    {
        pxTasks[ isochronIDENTIFIER( pxTCB->uxCommand ) ] = NULL;
        vKernelReturnIdentifier( &xTaskIdentifiers, isochronIDENTIFIER( pxTCB->uxCommand ) );
        --uxCurrentNumberOfTasks;
    }
    /*-----------------------------------------------------------*/

    /* Deletes another task, as one step: nobody finds it deleted and counted. */
    static void prvDeleteOtherTask( TCB_t * pxTCB )
    {
        vKernelReleaseLines( pxTCB->ulLines );

        taskENTER_CRITICAL();
        {
            #if kernelSOFTWARE_OBJECTS
            {
                prvLeaveEventList( pxTCB );
            }
            #endif
            ( void ) ulIsochronCall( kernelTASK_COMMAND( pxTCB, TASK_TASK_DELETE ), 0 );
            prvForgetTask( pxTCB );
        }
        taskEXIT_CRITICAL();
    }
    /*-----------------------------------------------------------*/

    /* Frees the memory of a deleted task. It does not run and never will. */
    static void prvFreeTask( TCB_t * pxTCB )
    {
        portCLEAN_UP_TCB( pxTCB );

        #if ( configUSE_C_RUNTIME_TLS_SUPPORT == 1 )
        {
            configDEINIT_TLS_BLOCK( pxTCB->xTLSBlock );
        }
        #endif

        #if ( ( configSUPPORT_DYNAMIC_ALLOCATION == 1 ) && ( configSUPPORT_STATIC_ALLOCATION == 0 ) )
        {
            vPortFreeStack( pxTCB->pxStack );
            vPortFree( pxTCB );
        }
        #elif ( tskSTATIC_AND_DYNAMIC_ALLOCATION_POSSIBLE != 0 )
        {
            if( pxTCB->ucStaticallyAllocated == creationDYNAMICALLY_ALLOCATED )
            {
                vPortFreeStack( pxTCB->pxStack );
                vPortFree( pxTCB );
            }
        }
        #endif
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
    /*-----------------------------------------------------------*/

    /* Frees the tasks that deleted themselves, one at a time. For the idle task. */
    static void prvReclaimDeletedTasks( void )
    {
        TCB_t * pxTCB;

        while( pxDeletedTasks != NULL )
        {
            taskENTER_CRITICAL();
            {
                pxTCB = pxDeletedTasks;
                pxDeletedTasks = pxTCB->pxNextDeleted;
            }
            taskEXIT_CRITICAL();

            vKernelReleaseLines( pxTCB->ulLines );

            taskENTER_CRITICAL();
            {
                prvForgetTask( pxTCB );
            }
            taskEXIT_CRITICAL();

            prvFreeTask( pxTCB );
        }
    }

#endif /* INCLUDE_vTaskDelete */
/*-----------------------------------------------------------*/
