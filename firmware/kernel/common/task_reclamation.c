/* SPDX-License-Identifier: Apache-2.0 */

/* Freeing what deleted tasks had. */
#ifndef ISOCHRON_COMMON_TASK_RECLAMATION_C
#define ISOCHRON_COMMON_TASK_RECLAMATION_C

#include "kernel.h"
#include "task_creation.c"
#include "task_table.c"

#if ( INCLUDE_vTaskDelete == 1 )

/* Tasks that deleted themselves, or that a core had not left when they were deleted: the last one, and by the
 * identifier of each the one before. The idle task frees their memory. */
static TCB_t * volatile pxDeletedTasks = NULL;
static TCB_t * pxDeletedBefore[ configMAX_HW_ACCELERATION_TASKS ];

    #if ( configNUMBER_OF_CORES > 1 )

/* Whether a core has not left a task yet. */
static BaseType_t prvRunsSomewhere( const TCB_t * pxTCB )
{
    uint32_t ulRunning = isochronREGISTER( ISOCHRON_RUNNING_OFFSET );

    while( ( ulRunning != 0U ) && ( ( ulRunning & 0xFFU ) != ( 0x80U | kernelIDENTIFIER( pxTCB ) ) ) )
    {
        ulRunning >>= 8;
    }

    return ( ulRunning != 0U ) ? pdTRUE : pdFALSE;
}

    #endif /* configNUMBER_OF_CORES */

/* A task deletes itself. Within a critical section. */
static void prvListDeletedTask( TCB_t * pxTCB )
{
    pxDeletedBefore[ kernelIDENTIFIER( pxTCB ) ] = pxDeletedTasks;
    pxDeletedTasks = pxTCB;
}

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

/* Frees one of the tasks that deleted themselves. Not inline, so that the idle task's loop has registers
 * enough. */
static __attribute__( ( noinline ) ) void prvReclaimDeletedTask( void )
{
    TCB_t * pxTCB;

    taskENTER_CRITICAL();
    {
        pxTCB = pxDeletedTasks;

        #if ( configNUMBER_OF_CORES > 1 )
        if( prvRunsSomewhere( pxTCB ) != pdFALSE )
        {
            pxTCB = NULL;
        }
        else
        #endif
        {
            pxDeletedTasks = pxDeletedBefore[ kernelIDENTIFIER( pxTCB ) ];
        }
    }
    taskEXIT_CRITICAL();

    #if ( configNUMBER_OF_CORES > 1 )
    if( pxTCB == NULL )
    {
        return;
    }
    #endif

    kernelRELEASE( pxTCB );

    taskENTER_CRITICAL();
    {
        vKernelReturnIdentifier( &xTaskIdentifiers, prvForgetTask( pxTCB, kernelNO_LONGER( pxTCB ) ) );
    }
    taskEXIT_CRITICAL();

    prvFreeTask( pxTCB );
}

/* Frees all of them. For the idle task. */
static void prvReclaimDeletedTasks( void )
{
    while( pxDeletedTasks != NULL )
    {
        prvReclaimDeletedTask();
    }
}

#endif /* INCLUDE_vTaskDelete */

#endif /* ISOCHRON_COMMON_TASK_RECLAMATION_C */
