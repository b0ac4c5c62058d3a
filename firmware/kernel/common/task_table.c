/* SPDX-License-Identifier: Apache-2.0 */

/* The tasks that there are, and their identifiers in the hardware. */
#ifndef ISOCHRON_COMMON_TASK_TABLE_C
#define ISOCHRON_COMMON_TASK_TABLE_C

#include "kernel.h"

static uint8_t ucReturnedTasks[ configMAX_HW_ACCELERATION_TASKS ];
static Identifiers_t xTaskIdentifiers = { ucReturnedTasks, 0, 0, configMAX_HW_ACCELERATION_TASKS };

static volatile UBaseType_t uxCurrentNumberOfTasks = 0;

/* All tasks, by identifier; NULL where there is none. */
static TCB_t * pxTasks[ configMAX_HW_ACCELERATION_TASKS ];

#if ( configUSE_TRACE_FACILITY == 1 )
    static UBaseType_t uxTaskNumber = 0;
#endif
/*-----------------------------------------------------------*/

UBaseType_t uxKernelTakeIdentifier( Identifiers_t * pxIdentifiers )
{
    if( pxIdentifiers->uxReturned != 0U )
    {
        return pxIdentifiers->pucReturned[ --pxIdentifiers->uxReturned ];
    }

    if( pxIdentifiers->uxNeverUsed < pxIdentifiers->uxNumber )
    {
        return pxIdentifiers->uxNeverUsed++;
    }

    return kernelNO_IDENTIFIER;
}
/*-----------------------------------------------------------*/

void vKernelReturnIdentifier( Identifiers_t * pxIdentifiers,
                              UBaseType_t uxIdentifier )
{
    pxIdentifiers->pucReturned[ pxIdentifiers->uxReturned++ ] = ( uint8_t ) uxIdentifier;
}
/*-----------------------------------------------------------*/

/* Takes an identifier for a task. */
static UBaseType_t prvTakeTaskIdentifier( void )
{
    UBaseType_t uxIdentifier;

    taskENTER_CRITICAL();
    {
        uxIdentifier = uxKernelTakeIdentifier( &xTaskIdentifiers );
    }
    taskEXIT_CRITICAL();

    return uxIdentifier;
}
/*-----------------------------------------------------------*/

/* A task that is about to exist is counted, numbered and listed. Within a critical section. */
static void prvListTask( TCB_t * pxTCB )
{
    uxCurrentNumberOfTasks++;

    #if ( configUSE_TRACE_FACILITY == 1 )
    {
        pxTCB->uxTCBNumber = ++uxTaskNumber;
    }
    #endif

    pxTasks[ kernelIDENTIFIER( pxTCB ) ] = pxTCB;
}
/*-----------------------------------------------------------*/

#if ( INCLUDE_vTaskDelete == 1 )

    /* What a task was known by is another's from now on. Within a critical section. */
    static void prvForgetTask( const TCB_t * pxTCB )
    {
        pxTasks[ kernelIDENTIFIER( pxTCB ) ] = NULL;
        vKernelReturnIdentifier( &xTaskIdentifiers, kernelIDENTIFIER( pxTCB ) );
        --uxCurrentNumberOfTasks;
    }
    /*-----------------------------------------------------------*/

    /* As in FreeRTOS: debuggers see that the tasks are others. Within a critical section. */
    static void prvNumberDeletion( void )
    {
        #if ( configUSE_TRACE_FACILITY == 1 )
        {
            uxTaskNumber++;
        }
        #endif
    }

#endif /* INCLUDE_vTaskDelete */
/*-----------------------------------------------------------*/

#endif /* ISOCHRON_COMMON_TASK_TABLE_C */
