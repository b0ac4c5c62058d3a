/* SPDX-License-Identifier: Apache-2.0 */

/* Questions about tasks. */
#include "kernel.h"

/* What the hardware kernel says about a task (TASK_STATE in hardware/registers/isochron.rdl). */
typedef struct
{
    eTaskState eState;
    UBaseType_t uxPriority;
    UBaseType_t uxBasePriority; /* Without what mutexes added. */
} TaskInformation_t;
/*-----------------------------------------------------------*/

/* Asks about a task. A deleted one, which the hardware does not know any more, is no error here. */
static void prvGetInformation( TCB_t const * pxTCB,
                               TaskInformation_t * pxInformation )
{
    uint32_t ulValue;

    /* The command never switches, so RESULT is not AGAIN. */
    vIsochronIssue( kernelTASK_COMMAND( pxTCB, TASK_TASK_STATE ), 0 );

    if( isochronREGISTER( ISOCHRON_RESULT_OFFSET ) == ISOCHRON_RESULT_OK )
    {
        ulValue = isochronREGISTER( ISOCHRON_VALUE_OFFSET );
    }
    else
    {
        ulValue = ( uint32_t ) eDeleted;
    }

    pxInformation->eState = kernelTASK_STATE( ulValue );
    pxInformation->uxPriority = kernelPRIORITY( ulValue );
    pxInformation->uxBasePriority = kernelBASE_PRIORITY( ulValue );
}
/*-----------------------------------------------------------*/

#if ( ( INCLUDE_eTaskGetState == 1 ) || ( configUSE_TRACE_FACILITY == 1 ) || ( INCLUDE_xTaskAbortDelay == 1 ) )

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
/*-----------------------------------------------------------*/

#if ( INCLUDE_uxTaskPriorityGet == 1 )

    /* The value of TASK_STATE: both priorities at one moment. The task must exist. */
    static uint32_t prvGetState( const TaskHandle_t xTask )
    {
        TCB_t const * pxTCB = kernelTASK_FROM_HANDLE( xTask );

        configASSERT( pxTCB != NULL );

        return ulKernelAsk( kernelTASK_COMMAND( pxTCB, TASK_TASK_STATE ), 0 );
    }
    /*-----------------------------------------------------------*/

    /* The same for interrupt service routines. */
    static uint32_t prvGetStateFromISR( const TaskHandle_t xTask )
    {
        TCB_t const * pxTCB;

        portASSERT_IF_INTERRUPT_PRIORITY_INVALID();
        pxTCB = kernelTASK_FROM_HANDLE( xTask );
        configASSERT( pxTCB != NULL );

        return ulKernelAskFromISR( kernelTASK_COMMAND( pxTCB, ISR_TASK_STATE ), 0 );
    }
    /*-----------------------------------------------------------*/

    UBaseType_t uxTaskPriorityGet( const TaskHandle_t xTask )
    {
        UBaseType_t uxReturn;

        traceENTER_uxTaskPriorityGet( xTask );
        uxReturn = kernelPRIORITY( prvGetState( xTask ) );
        traceRETURN_uxTaskPriorityGet( uxReturn );

        return uxReturn;
    }
    /*-----------------------------------------------------------*/

    UBaseType_t uxTaskPriorityGetFromISR( const TaskHandle_t xTask )
    {
        UBaseType_t uxReturn;

        traceENTER_uxTaskPriorityGetFromISR( xTask );
        uxReturn = kernelPRIORITY( prvGetStateFromISR( xTask ) );
        traceRETURN_uxTaskPriorityGetFromISR( uxReturn );

        return uxReturn;
    }
    /*-----------------------------------------------------------*/

    #if ( configUSE_MUTEXES == 1 )

        UBaseType_t uxTaskBasePriorityGet( const TaskHandle_t xTask )
        {
            UBaseType_t uxReturn;

            traceENTER_uxTaskBasePriorityGet( xTask );
            uxReturn = kernelBASE_PRIORITY( prvGetState( xTask ) );
            traceRETURN_uxTaskBasePriorityGet( uxReturn );

            return uxReturn;
        }
        /*-----------------------------------------------------------*/

        UBaseType_t uxTaskBasePriorityGetFromISR( const TaskHandle_t xTask )
        {
            UBaseType_t uxReturn;

            traceENTER_uxTaskBasePriorityGetFromISR( xTask );
            uxReturn = kernelBASE_PRIORITY( prvGetStateFromISR( xTask ) );
            traceRETURN_uxTaskBasePriorityGetFromISR( uxReturn );

            return uxReturn;
        }

    #endif /* configUSE_MUTEXES */

#endif /* INCLUDE_uxTaskPriorityGet */
/*-----------------------------------------------------------*/

TaskHandle_t xTaskGetCurrentTaskHandle( void )
{
    TaskHandle_t xReturn;

    traceENTER_xTaskGetCurrentTaskHandle();
    xReturn = ( xSchedulerRunning != pdFALSE ) ? kernelCURRENT_TASK() : pxFirstTask;
    traceRETURN_xTaskGetCurrentTaskHandle( xReturn );

    return xReturn;
}
/*-----------------------------------------------------------*/

TaskHandle_t xTaskGetCurrentTaskHandleForCore( BaseType_t xCoreID )
{
    TaskHandle_t xReturn = NULL;

    traceENTER_xTaskGetCurrentTaskHandleForCore( xCoreID );

    if( taskVALID_CORE_ID( xCoreID ) != pdFALSE )
    {
        xReturn = xTaskGetCurrentTaskHandle();
    }

    traceRETURN_xTaskGetCurrentTaskHandleForCore( xReturn );

    return xReturn;
}
/*-----------------------------------------------------------*/

#if ( INCLUDE_xTaskGetIdleTaskHandle == 1 )

    TaskHandle_t xTaskGetIdleTaskHandle( void )
    {
        traceENTER_xTaskGetIdleTaskHandle();

        /* There is none before the scheduler starts. */
        configASSERT( xIdleTaskHandle != NULL );

        traceRETURN_xTaskGetIdleTaskHandle( xIdleTaskHandle );

        return xIdleTaskHandle;
    }
    /*-----------------------------------------------------------*/

    TaskHandle_t xTaskGetIdleTaskHandleForCore( BaseType_t xCoreID )
    {
        traceENTER_xTaskGetIdleTaskHandleForCore( xCoreID );

        configASSERT( taskVALID_CORE_ID( xCoreID ) == pdTRUE );
        configASSERT( xIdleTaskHandle != NULL );
        ( void ) xCoreID;

        traceRETURN_xTaskGetIdleTaskHandleForCore( xIdleTaskHandle );

        return xIdleTaskHandle;
    }

#endif /* INCLUDE_xTaskGetIdleTaskHandle */
/*-----------------------------------------------------------*/

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
/*-----------------------------------------------------------*/

UBaseType_t uxTaskGetNumberOfTasks( void )
{
    traceENTER_uxTaskGetNumberOfTasks();
    traceRETURN_uxTaskGetNumberOfTasks( uxCurrentNumberOfTasks );

    return uxCurrentNumberOfTasks;
}
/*-----------------------------------------------------------*/

char * pcTaskGetName( TaskHandle_t xTaskToQuery )
{
    TCB_t * pxTCB;

    traceENTER_pcTaskGetName( xTaskToQuery );

    pxTCB = kernelTASK_FROM_HANDLE( xTaskToQuery );
    configASSERT( pxTCB != NULL );

    traceRETURN_pcTaskGetName( &( pxTCB->pcTaskName[ 0 ] ) );

    return &( pxTCB->pcTaskName[ 0 ] );
}
/*-----------------------------------------------------------*/

UBaseType_t uxIsochronTaskIdentifier( TaskHandle_t xTask )
{
    TCB_t const * pxTCB = kernelTASK_FROM_HANDLE( xTask );

    configASSERT( pxTCB != NULL );

    return isochronIDENTIFIER( pxTCB->uxCommand );
}
/*-----------------------------------------------------------*/

#if ( ( configUSE_TRACE_FACILITY == 1 ) || ( INCLUDE_uxTaskGetStackHighWaterMark == 1 ) || ( INCLUDE_uxTaskGetStackHighWaterMark2 == 1 ) )

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
/*-----------------------------------------------------------*/

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
/*-----------------------------------------------------------*/

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
/*-----------------------------------------------------------*/

