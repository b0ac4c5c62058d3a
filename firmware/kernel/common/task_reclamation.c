/* SPDX-License-Identifier: Apache-2.0 */

/* Freeing what deleted tasks had. */
#ifndef ISOCHRON_COMMON_TASK_RECLAMATION_C
#define ISOCHRON_COMMON_TASK_RECLAMATION_C

#include "kernel.h"
#include "task_creation.c"
#include "task_table.c"

#if ( INCLUDE_vTaskDelete == 1 )

    /* Tasks that deleted themselves, the last one first, by identifier. The idle task frees their memory. */
    #define reclamationNONE    ( ( uint8_t ) 0xFFU )
    static volatile uint8_t ucLastDeleted = reclamationNONE;
    static uint8_t ucDeletedBefore[ configMAX_HW_ACCELERATION_TASKS ];
    /*-----------------------------------------------------------*/

    /* A task deletes itself. Within a critical section. */
    static void prvListDeletedTask( const TCB_t * pxTCB )
    {
        ucDeletedBefore[ kernelIDENTIFIER( pxTCB ) ] = ucLastDeleted;
        ucLastDeleted = ( uint8_t ) kernelIDENTIFIER( pxTCB );
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

    /* Frees the tasks that deleted themselves, one at a time. For the idle task. */
    static void prvReclaimDeletedTasks( void )
    {
        TCB_t * pxTCB;

        while( ucLastDeleted != reclamationNONE )
        {
            taskENTER_CRITICAL();
            {
                pxTCB = pxTasks[ ucLastDeleted ];
                ucLastDeleted = ucDeletedBefore[ ucLastDeleted ];
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
