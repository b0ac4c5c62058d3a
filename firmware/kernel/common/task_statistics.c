/* SPDX-License-Identifier: Apache-2.0 */

/* All tasks at once: their states, as numbers and as text; looking one up by its name. */
#include "kernel.h"
#include "task_table.c"
#if ( isochronHYBRID == 1 )
    #include <kernel/task_state.c>
#else
    #include "../hardware_kernel/task_state.c"
#endif

#if ( ( configUSE_TRACE_FACILITY == 1 ) && ( configUSE_STATS_FORMATTING_FUNCTIONS > 0 ) )
    #include <stdio.h>
#endif

#if ( configUSE_TRACE_FACILITY == 1 )

/* What is shown of a state that the caller believes a task to be in. */
static eTaskState prvShowState( const TCB_t * pxTCB, eTaskState eState )
{
        #if ( INCLUDE_vTaskSuspend == 1 )
    if( ( eState == eSuspended ) && ( pxTCB != xTaskGetCurrentTaskHandle() ) )
    {
        /* As in FreeRTOS, of which a pending yield is an effect. */
        vTaskSuspendAll();
        eState = prvCheckState( pxTCB, eState );
        ( void ) xTaskResumeAll();
    }
    else
        #endif
    {
        eState = prvCheckState( pxTCB, eState );
    }

    return eState;
}

void vTaskGetInfo( TaskHandle_t xTask, TaskStatus_t * pxTaskStatus, BaseType_t xGetFreeStackSpace,
                   eTaskState eState )
{
    TCB_t * pxTCB;
    TaskInformation_t xInformation;

    traceENTER_vTaskGetInfo( xTask, pxTaskStatus, xGetFreeStackSpace, eState );

    pxTCB = kernelTASK_FROM_HANDLE( xTask );
    configASSERT( pxTCB != NULL );
    prvGetInformation( pxTCB, &xInformation );

    pxTaskStatus->xHandle = pxTCB;
    pxTaskStatus->pcTaskName = ( const char * ) &( pxTCB->pcTaskName[ 0 ] );
    pxTaskStatus->uxCurrentPriority = xInformation.uxPriority;
    pxTaskStatus->pxStackBase = pxTCB->pxStack;
    pxTaskStatus->xTaskNumber = pxTCB->uxTCBNumber;

        #if ( configRECORD_STACK_HIGH_ADDRESS == 1 )
    {
        pxTaskStatus->pxTopOfStack = ( StackType_t * ) pxTCB->pxTopOfStack;
        pxTaskStatus->pxEndOfStack = pxTCB->pxEndOfStack;
    }
        #endif

        #if ( configUSE_MUTEXES == 1 )
    {
        pxTaskStatus->uxBasePriority = xInformation.uxBasePriority;
    }
        #else
    {
        pxTaskStatus->uxBasePriority = 0;
    }
        #endif

        #if ( configGENERATE_RUN_TIME_STATS == 1 )
    {
        pxTaskStatus->ulRunTimeCounter = ulTaskGetRunTimeCounter( pxTCB );
    }
        #else
    {
        pxTaskStatus->ulRunTimeCounter = ( configRUN_TIME_COUNTER_TYPE ) 0;
    }
        #endif

    pxTaskStatus->eCurrentState =
        ( eState == eInvalid ) ? xInformation.eState : prvShowState( pxTCB, eState );
    pxTaskStatus->usStackHighWaterMark = ( xGetFreeStackSpace != pdFALSE ) ? prvUnusedStack( pxTCB ) : 0;

    traceRETURN_vTaskGetInfo();
}

UBaseType_t uxTaskGetSystemState( TaskStatus_t * const pxTaskStatusArray, const UBaseType_t uxArraySize,
                                  configRUN_TIME_COUNTER_TYPE * const pulTotalRunTime )
{
    UBaseType_t uxTask = 0, uxIdentifier;

    traceENTER_uxTaskGetSystemState( pxTaskStatusArray, uxArraySize, pulTotalRunTime );

    vTaskSuspendAll();
    {
        if( uxArraySize >= uxCurrentNumberOfTasks )
        {
            for( uxIdentifier = 0; uxIdentifier < xTaskIdentifiers.uxNeverUsed; uxIdentifier++ )
            {
                if( pxTasks[ uxIdentifier ] != NULL )
                {
                    vTaskGetInfo( pxTasks[ uxIdentifier ], &( pxTaskStatusArray[ uxTask ] ), pdTRUE,
                                  eInvalid );
                    uxTask++;
                }
            }

            if( pulTotalRunTime != NULL )
            {
                    #if ( configGENERATE_RUN_TIME_STATS == 1 )
                {
                    *pulTotalRunTime = prvRunTimeCounter();
                }
                    #else
                {
                    *pulTotalRunTime = 0;
                }
                    #endif
            }
        }
    }
    ( void ) xTaskResumeAll();

    traceRETURN_uxTaskGetSystemState( uxTask );

    return uxTask;
}

#endif /* configUSE_TRACE_FACILITY */

#if ( INCLUDE_xTaskGetHandle == 1 )

TaskHandle_t xTaskGetHandle( const char * pcNameToQuery )
{
    TCB_t * pxTCB = NULL;
    UBaseType_t uxIdentifier;

    traceENTER_xTaskGetHandle( pcNameToQuery );

    configASSERT( strlen( pcNameToQuery ) < configMAX_TASK_NAME_LEN );

    vTaskSuspendAll();
    {
        for( uxIdentifier = 0; ( uxIdentifier < xTaskIdentifiers.uxNeverUsed ) && ( pxTCB == NULL );
             uxIdentifier++ )
        {
            if( ( pxTasks[ uxIdentifier ] != NULL ) &&
                ( strncmp( pxTasks[ uxIdentifier ]->pcTaskName, pcNameToQuery, configMAX_TASK_NAME_LEN ) ==
                  0 ) )
            {
                pxTCB = pxTasks[ uxIdentifier ];
            }
        }
    }
    ( void ) xTaskResumeAll();

    traceRETURN_xTaskGetHandle( pxTCB );

    return pxTCB;
}

#endif /* INCLUDE_xTaskGetHandle */

#if ( ( configUSE_TRACE_FACILITY == 1 ) && ( configUSE_STATS_FORMATTING_FUNCTIONS > 0 ) )

/* What is left of the application's buffer. */
typedef struct
{
    char * pcNext;
    size_t uxLeft; /* Its size, the terminating zero included. */
} TextBuffer_t;

/* Begins a line with the name of a task, padded to a column. pdFALSE when the buffer cannot
 * hold it, or nothing after it. */
static BaseType_t prvBeginLine( TextBuffer_t * pxBuffer, const char * pcName )
{
    const size_t uxColumn = ( size_t ) configMAX_TASK_NAME_LEN - 1U;
    size_t uxLength = strlen( pcName );

    if( pxBuffer->uxLeft < ( size_t ) configMAX_TASK_NAME_LEN )
    {
        return pdFALSE;
    }

    ( void ) memcpy( pxBuffer->pcNext, pcName, uxLength );
    ( void ) memset( &( pxBuffer->pcNext[ uxLength ] ), ' ', uxColumn - uxLength );
    pxBuffer->pcNext += uxColumn;
    pxBuffer->uxLeft -= uxColumn;
    *( pxBuffer->pcNext ) = '\0';

    return ( pxBuffer->uxLeft > 1U ) ? pdTRUE : pdFALSE;
}

/* Goes on after what snprintf() wrote, or would have written. */
static void prvAdvance( TextBuffer_t * pxBuffer, int iWritten )
{
    size_t uxWritten = ( iWritten < 0 ) ? 0U : ( size_t ) iWritten;

    if( uxWritten >= pxBuffer->uxLeft )
    {
        uxWritten = pxBuffer->uxLeft - 1U;
    }

    pxBuffer->pcNext += uxWritten;
    pxBuffer->uxLeft -= uxWritten;
}

void vTaskListTasks( char * pcWriteBuffer, size_t uxBufferLength )
{
    static const char cStates[] = { 'X', 'R', 'B', 'S', 'D' }; /* In the order of eTaskState. */
    TextBuffer_t xBuffer = { pcWriteBuffer, uxBufferLength };
    UBaseType_t uxTasks = uxCurrentNumberOfTasks, x;
    TaskStatus_t * pxStatus;

    traceENTER_vTaskListTasks( pcWriteBuffer, uxBufferLength );

    *pcWriteBuffer = '\0';
    pxStatus = pvPortMalloc( uxTasks * sizeof( TaskStatus_t ) );

    if( pxStatus != NULL )
    {
        uxTasks = uxTaskGetSystemState( pxStatus, uxTasks, NULL );

        for( x = 0; ( x < uxTasks ) && ( prvBeginLine( &xBuffer, pxStatus[ x ].pcTaskName ) != pdFALSE );
             x++ )
        {
            prvAdvance( &xBuffer, snprintf( xBuffer.pcNext, xBuffer.uxLeft, "\t%c\t%u\t%u\t%u\r\n",
                                            cStates[ pxStatus[ x ].eCurrentState ],
                                            ( unsigned int ) pxStatus[ x ].uxCurrentPriority,
                                            ( unsigned int ) pxStatus[ x ].usStackHighWaterMark,
                                            ( unsigned int ) pxStatus[ x ].xTaskNumber ) );
        }

        vPortFree( pxStatus );
    }

    traceRETURN_vTaskListTasks();
}

    #if ( configGENERATE_RUN_TIME_STATS == 1 )

void vTaskGetRunTimeStatistics( char * pcWriteBuffer, size_t uxBufferLength )
{
    TextBuffer_t xBuffer = { pcWriteBuffer, uxBufferLength };
    UBaseType_t uxTasks = uxCurrentNumberOfTasks, x;
    configRUN_TIME_COUNTER_TYPE ulTotalTime = 0, ulHundredth, ulPercent;
    TaskStatus_t * pxStatus;

    traceENTER_vTaskGetRunTimeStatistics( pcWriteBuffer, uxBufferLength );

    *pcWriteBuffer = '\0';
    pxStatus = pvPortMalloc( uxTasks * sizeof( TaskStatus_t ) );

    if( pxStatus != NULL )
    {
        uxTasks = uxTaskGetSystemState( pxStatus, uxTasks, &ulTotalTime );
        ulHundredth = ulTotalTime / ( configRUN_TIME_COUNTER_TYPE ) 100;

        for( x = 0; ( x < uxTasks ) && ( ulHundredth > 0U ) &&
                    ( prvBeginLine( &xBuffer, pxStatus[ x ].pcTaskName ) != pdFALSE );
             x++ )
        {
            ulPercent = pxStatus[ x ].ulRunTimeCounter / ulHundredth;

            if( ulPercent > 0U )
            {
                prvAdvance( &xBuffer, snprintf( xBuffer.pcNext, xBuffer.uxLeft, "\t%lu\t\t%lu%%\r\n",
                                                ( unsigned long ) pxStatus[ x ].ulRunTimeCounter,
                                                ( unsigned long ) ulPercent ) );
            }
            else
            {
                prvAdvance( &xBuffer, snprintf( xBuffer.pcNext, xBuffer.uxLeft, "\t%lu\t\t<1%%\r\n",
                                                ( unsigned long ) pxStatus[ x ].ulRunTimeCounter ) );
            }
        }

        vPortFree( pxStatus );
    }

    traceRETURN_vTaskGetRunTimeStatistics();
}

    #endif /* configGENERATE_RUN_TIME_STATS */

#endif /* ( ( configUSE_TRACE_FACILITY == 1 ) && ( configUSE_STATS_FORMATTING_FUNCTIONS > 0 ) ) */
