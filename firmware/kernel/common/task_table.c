/* SPDX-License-Identifier: Apache-2.0 */

/* The tasks that there are, and their identifiers in the hardware. */
#ifndef ISOCHRON_COMMON_TASK_TABLE_C
#define ISOCHRON_COMMON_TASK_TABLE_C

#include "kernel.h"

static uint8_t ucReturnedTasks[ configMAX_HW_ACCELERATION_TASKS ];
static Identifiers_t xTaskIdentifiers = { ucReturnedTasks, 0, 0, 0, configMAX_HW_ACCELERATION_TASKS };

static volatile UBaseType_t uxCurrentNumberOfTasks = 0;

/* All tasks, by identifier; NULL where there is none. */
static TCB_t * pxTasks[ configMAX_HW_ACCELERATION_TASKS ];

#if ( configUSE_TRACE_FACILITY == 1 )
static UBaseType_t uxTaskNumber = 0;
#endif

UBaseType_t uxKernelTakeIdentifier( Identifiers_t * pxIdentifiers )
{
    UBaseType_t uxIdentifier = kernelNO_IDENTIFIER;

    if( pxIdentifiers->uxNeverUsed < pxIdentifiers->uxNumber )
    {
        uxIdentifier = pxIdentifiers->uxNeverUsed++;
    }
    else if( pxIdentifiers->uxReturned != 0U )
    {
        uxIdentifier = pxIdentifiers->pucReturned[ pxIdentifiers->uxFirst ];
        pxIdentifiers->uxReturned--;
        pxIdentifiers->uxFirst++;

        if( pxIdentifiers->uxFirst == pxIdentifiers->uxNumber )
        {
            pxIdentifiers->uxFirst = 0;
        }
    }

    return uxIdentifier;
}

void vKernelReturnIdentifier( Identifiers_t * pxIdentifiers, UBaseType_t uxIdentifier )
{
    UBaseType_t uxPlace = pxIdentifiers->uxFirst + pxIdentifiers->uxReturned;

    if( uxPlace >= pxIdentifiers->uxNumber )
    {
        uxPlace -= pxIdentifiers->uxNumber;
    }

    pxIdentifiers->pucReturned[ uxPlace ] = ( uint8_t ) uxIdentifier;
    pxIdentifiers->uxReturned++;
}

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

#if ( INCLUDE_vTaskDelete == 1 )

/* A deleted task is counted no more, and its handle names none: uxNoLonger is kernelNO_LONGER. Within a
 * critical section; returns the identifier, which is to be returned afterwards. */
static UBaseType_t prvForgetTask( TCB_t * pxTCB, UBaseType_t uxNoLonger )
{
    const UBaseType_t uxIdentifier = kernelIDENTIFIER( pxTCB );

    pxTasks[ uxIdentifier ] = NULL;
    kernelSET_IDENTIFIER( pxTCB, uxNoLonger );
    --uxCurrentNumberOfTasks;

    return uxIdentifier;
}

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

#endif /* ISOCHRON_COMMON_TASK_TABLE_C */
