/* SPDX-License-Identifier: Apache-2.0 */

/* Freeing what deleted tasks had. */
#ifndef ISOCHRON_COMMON_TASK_RECLAMATION_C
#define ISOCHRON_COMMON_TASK_RECLAMATION_C

#include "kernel.h"
#include "task_creation.c"
#include "task_table.c"

#if ( INCLUDE_vTaskDelete == 1 )

    /* Tasks that deleted themselves. The idle task frees their memory. */
    static TCB_t * volatile pxDeletedTasks = NULL;
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

            kernelRELEASE( pxTCB );

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

#endif /* ISOCHRON_COMMON_TASK_RECLAMATION_C */
