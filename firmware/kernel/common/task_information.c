/* SPDX-License-Identifier: Apache-2.0 */

/* Questions about tasks. */
#include "kernel.h"
#include "idle_task.c"
#include "task_creation.c"
#include "task_table.c"
#if ( isochronHYBRID == 1 )
    #include <kernel/task_state.c>
#else
    #include "../hardware_kernel/task_state.c"
#endif

#if ( ( INCLUDE_eTaskGetState == 1 ) || ( configUSE_TRACE_FACILITY == 1 ) || \
      ( INCLUDE_xTaskAbortDelay == 1 ) )

eTaskState eTaskGetState( TaskHandle_t xTask )
{
    TaskInformation_t xInformation;

    traceENTER_eTaskGetState( xTask );

    configASSERT( xTask != NULL );
    prvGetInformation( xTask, &xInformation );

    traceRETURN_eTaskGetState( xInformation.eState );

    return xInformation.eState;
}

#endif

TaskHandle_t xTaskGetCurrentTaskHandleForCore( BaseType_t xCoreID )
{
    TaskHandle_t xReturn = NULL;

    traceENTER_xTaskGetCurrentTaskHandleForCore( xCoreID );

    if( taskVALID_CORE_ID( xCoreID ) != pdFALSE )
    {
        #if ( configNUMBER_OF_CORES > 1 )
        const uint32_t ulTask = isochronREGISTER( ISOCHRON_RUNNING_OFFSET ) >> ( 8 * xCoreID );

        if( ( ulTask & 0x80U ) != 0U )
        {
            xReturn = pxTasks[ ulTask & 0x7FU ];
        }
        #else
        xReturn = xTaskGetCurrentTaskHandle();
        #endif
    }

    traceRETURN_xTaskGetCurrentTaskHandleForCore( xReturn );

    return xReturn;
}

#if ( INCLUDE_xTaskGetIdleTaskHandle == 1 )

    #if ( configNUMBER_OF_CORES == 1 )

TaskHandle_t xTaskGetIdleTaskHandle( void )
{
    traceENTER_xTaskGetIdleTaskHandle();

    /* There is none before the scheduler starts. */
    configASSERT( xIdleTaskHandle != NULL );

    traceRETURN_xTaskGetIdleTaskHandle( xIdleTaskHandle );

    return xIdleTaskHandle;
}

    #endif /* configNUMBER_OF_CORES */

TaskHandle_t xTaskGetIdleTaskHandleForCore( BaseType_t xCoreID )
{
    traceENTER_xTaskGetIdleTaskHandleForCore( xCoreID );

    configASSERT( taskVALID_CORE_ID( xCoreID ) == pdTRUE );
    configASSERT( kernelIDLE_TASK_OF( xCoreID ) != NULL );

    traceRETURN_xTaskGetIdleTaskHandleForCore( kernelIDLE_TASK_OF( xCoreID ) );

    return kernelIDLE_TASK_OF( xCoreID );
}

#endif /* INCLUDE_xTaskGetIdleTaskHandle */

BaseType_t xTaskGetSchedulerState( void )
{
    BaseType_t xReturn = taskSCHEDULER_NOT_STARTED;

    traceENTER_xTaskGetSchedulerState();

    if( xSchedulerRunning != pdFALSE )
    {
        xReturn = ( uxSchedulerSuspended == 0U ) ? taskSCHEDULER_RUNNING : taskSCHEDULER_SUSPENDED;
    }

    traceRETURN_xTaskGetSchedulerState( xReturn );

    return xReturn;
}

UBaseType_t uxTaskGetNumberOfTasks( void )
{
    traceENTER_uxTaskGetNumberOfTasks();
    traceRETURN_uxTaskGetNumberOfTasks( uxCurrentNumberOfTasks );

    return uxCurrentNumberOfTasks;
}

char * pcTaskGetName( TaskHandle_t xTaskToQuery )
{
    TCB_t * pxTCB;

    traceENTER_pcTaskGetName( xTaskToQuery );

    pxTCB = kernelTASK_FROM_HANDLE( xTaskToQuery );
    configASSERT( pxTCB != NULL );

    traceRETURN_pcTaskGetName( &( pxTCB->pcTaskName[ 0 ] ) );

    return &( pxTCB->pcTaskName[ 0 ] );
}

UBaseType_t uxIsochronTaskIdentifier( TaskHandle_t xTask )
{
    TCB_t const * pxTCB = kernelTASK_FROM_HANDLE( xTask );

    configASSERT( pxTCB != NULL );

    return kernelIDENTIFIER( pxTCB );
}

#if ( ( configUSE_TRACE_FACILITY == 1 ) || ( INCLUDE_uxTaskGetStackHighWaterMark == 1 ) || \
      ( INCLUDE_uxTaskGetStackHighWaterMark2 == 1 ) )

/* The number of words of a task's stack that were never used. */
static configSTACK_DEPTH_TYPE prvUnusedStack( TaskHandle_t xTask )
{
    TCB_t const * pxTCB = kernelTASK_FROM_HANDLE( xTask );
    const uint8_t * pucByte;
    size_t uxUnused = 0;

    configASSERT( pxTCB != NULL );

    for( pucByte = ( const uint8_t * ) pxTCB->pxStack; *pucByte == creationSTACK_FILL_BYTE; pucByte++ )
    {
        uxUnused++;
    }

    return ( configSTACK_DEPTH_TYPE ) ( uxUnused / sizeof( StackType_t ) );
}

#endif

#if ( INCLUDE_uxTaskGetStackHighWaterMark == 1 )

UBaseType_t uxTaskGetStackHighWaterMark( TaskHandle_t xTask )
{
    UBaseType_t uxReturn;

    traceENTER_uxTaskGetStackHighWaterMark( xTask );
    uxReturn = ( UBaseType_t ) prvUnusedStack( xTask );
    traceRETURN_uxTaskGetStackHighWaterMark( uxReturn );

    return uxReturn;
}

#endif /* INCLUDE_uxTaskGetStackHighWaterMark */

#if ( INCLUDE_uxTaskGetStackHighWaterMark2 == 1 )

configSTACK_DEPTH_TYPE uxTaskGetStackHighWaterMark2( TaskHandle_t xTask )
{
    configSTACK_DEPTH_TYPE uxReturn;

    traceENTER_uxTaskGetStackHighWaterMark2( xTask );
    uxReturn = prvUnusedStack( xTask );
    traceRETURN_uxTaskGetStackHighWaterMark2( uxReturn );

    return uxReturn;
}

#endif /* INCLUDE_uxTaskGetStackHighWaterMark2 */
