/* SPDX-License-Identifier: Apache-2.0 */

/* Questions about tasks, and what an application may attach to one. */
#include "kernel.h"

/* Parts of VALUE after the command TASK_STATE (hardware/registers/isochron.rdl). */
#define informationSTATE( ulValue )       ( ( eTaskState ) ( ( ulValue ) & 0x7U ) )
#define informationPRIORITY( ulValue )    ( ( UBaseType_t ) ( ( ( ulValue ) >> 8 ) & 0xFFU ) )
/*-----------------------------------------------------------*/

#if ( INCLUDE_eTaskGetState == 1 )

    eTaskState eTaskGetState( TaskHandle_t xTask )
    {
        eTaskState eReturn;

        traceENTER_eTaskGetState( xTask );

        configASSERT( xTask != NULL );

        /* A deleted task is no reason to report an error here. The command never switches, so
         * RESULT is not AGAIN. */
        vIsochronIssue( kernelTASK_COMMAND( xTask, TASK_TASK_STATE ), 0 );

        if( isochronREGISTER( ISOCHRON_RESULT_OFFSET ) == ISOCHRON_RESULT_OK )
        {
            eReturn = informationSTATE( isochronREGISTER( ISOCHRON_VALUE_OFFSET ) );
        }
        else
        {
            eReturn = eDeleted;
        }

        traceRETURN_eTaskGetState( eReturn );

        return eReturn;
    }

#endif /* INCLUDE_eTaskGetState */
/*-----------------------------------------------------------*/

#if ( INCLUDE_uxTaskPriorityGet == 1 )

    UBaseType_t uxTaskPriorityGet( const TaskHandle_t xTask )
    {
        UBaseType_t uxReturn;
        TCB_t const * pxTCB;

        traceENTER_uxTaskPriorityGet( xTask );

        pxTCB = kernelTASK_FROM_HANDLE( xTask );
        configASSERT( pxTCB != NULL );
        ( void ) ulIsochronCall( kernelTASK_COMMAND( pxTCB, TASK_TASK_STATE ), 0 );
        uxReturn = informationPRIORITY( isochronREGISTER( ISOCHRON_VALUE_OFFSET ) );

        traceRETURN_uxTaskPriorityGet( uxReturn );

        return uxReturn;
    }
    /*-----------------------------------------------------------*/

    UBaseType_t uxTaskPriorityGetFromISR( const TaskHandle_t xTask )
    {
        UBaseType_t uxReturn;
        TCB_t const * pxTCB;

        traceENTER_uxTaskPriorityGetFromISR( xTask );

        portASSERT_IF_INTERRUPT_PRIORITY_INVALID();
        pxTCB = kernelTASK_FROM_HANDLE( xTask );
        configASSERT( pxTCB != NULL );
        ( void ) xKernelFinishFromISR( ulIsochronCallFromISR( kernelTASK_COMMAND( pxTCB, ISR_TASK_STATE ), 0 ), NULL );
        uxReturn = informationPRIORITY( isochronREGISTER( ISOCHRON_ISR_VALUE_OFFSET ) );

        traceRETURN_uxTaskPriorityGetFromISR( uxReturn );

        return uxReturn;
    }

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

#if ( INCLUDE_xTaskGetIdleTaskHandle == 1 )

    TaskHandle_t xTaskGetIdleTaskHandle( void )
    {
        traceENTER_xTaskGetIdleTaskHandle();

        /* There is none before the scheduler starts. */
        configASSERT( xIdleTaskHandle != NULL );

        traceRETURN_xTaskGetIdleTaskHandle( xIdleTaskHandle );

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

#if ( ( INCLUDE_uxTaskGetStackHighWaterMark == 1 ) || ( INCLUDE_uxTaskGetStackHighWaterMark2 == 1 ) )

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

#if ( configUSE_APPLICATION_TASK_TAG == 1 )

    void vTaskSetApplicationTaskTag( TaskHandle_t xTask,
                                     TaskHookFunction_t pxHookFunction )
    {
        TCB_t * pxTCB;

        traceENTER_vTaskSetApplicationTaskTag( xTask, pxHookFunction );

        pxTCB = kernelTASK_FROM_HANDLE( xTask );
        configASSERT( pxTCB != NULL );
        pxTCB->pxTaskTag = pxHookFunction;

        traceRETURN_vTaskSetApplicationTaskTag();
    }
    /*-----------------------------------------------------------*/

    TaskHookFunction_t xTaskGetApplicationTaskTag( TaskHandle_t xTask )
    {
        TCB_t * pxTCB;

        traceENTER_xTaskGetApplicationTaskTag( xTask );

        pxTCB = kernelTASK_FROM_HANDLE( xTask );
        configASSERT( pxTCB != NULL );

        traceRETURN_xTaskGetApplicationTaskTag( pxTCB->pxTaskTag );

        return pxTCB->pxTaskTag;
    }
    /*-----------------------------------------------------------*/

    TaskHookFunction_t xTaskGetApplicationTaskTagFromISR( TaskHandle_t xTask )
    {
        TCB_t * pxTCB;

        traceENTER_xTaskGetApplicationTaskTagFromISR( xTask );

        pxTCB = kernelTASK_FROM_HANDLE( xTask );
        configASSERT( pxTCB != NULL );

        traceRETURN_xTaskGetApplicationTaskTagFromISR( pxTCB->pxTaskTag );

        return pxTCB->pxTaskTag;
    }
    /*-----------------------------------------------------------*/

    BaseType_t xTaskCallApplicationTaskHook( TaskHandle_t xTask,
                                             void * pvParameter )
    {
        BaseType_t xReturn = pdFAIL;
        TCB_t * pxTCB;

        traceENTER_xTaskCallApplicationTaskHook( xTask, pvParameter );

        pxTCB = kernelTASK_FROM_HANDLE( xTask );
        configASSERT( pxTCB != NULL );

        if( pxTCB->pxTaskTag != NULL )
        {
            xReturn = pxTCB->pxTaskTag( pvParameter );
        }

        traceRETURN_xTaskCallApplicationTaskHook( xReturn );

        return xReturn;
    }

#endif /* configUSE_APPLICATION_TASK_TAG */
/*-----------------------------------------------------------*/

#if ( configNUM_THREAD_LOCAL_STORAGE_POINTERS > 0 )

    void vTaskSetThreadLocalStoragePointer( TaskHandle_t xTaskToSet,
                                            BaseType_t xIndex,
                                            void * pvValue )
    {
        TCB_t * pxTCB;

        traceENTER_vTaskSetThreadLocalStoragePointer( xTaskToSet, xIndex, pvValue );

        if( ( xIndex >= 0 ) && ( xIndex < ( BaseType_t ) configNUM_THREAD_LOCAL_STORAGE_POINTERS ) )
        {
            pxTCB = kernelTASK_FROM_HANDLE( xTaskToSet );
            configASSERT( pxTCB != NULL );
            pxTCB->pvThreadLocalStoragePointers[ xIndex ] = pvValue;
        }

        traceRETURN_vTaskSetThreadLocalStoragePointer();
    }
    /*-----------------------------------------------------------*/

    void * pvTaskGetThreadLocalStoragePointer( TaskHandle_t xTaskToQuery,
                                               BaseType_t xIndex )
    {
        void * pvReturn = NULL;
        TCB_t * pxTCB;

        traceENTER_pvTaskGetThreadLocalStoragePointer( xTaskToQuery, xIndex );

        if( ( xIndex >= 0 ) && ( xIndex < ( BaseType_t ) configNUM_THREAD_LOCAL_STORAGE_POINTERS ) )
        {
            pxTCB = kernelTASK_FROM_HANDLE( xTaskToQuery );
            configASSERT( pxTCB != NULL );
            pvReturn = pxTCB->pvThreadLocalStoragePointers[ xIndex ];
        }

        traceRETURN_pvTaskGetThreadLocalStoragePointer( pvReturn );

        return pvReturn;
    }

#endif /* configNUM_THREAD_LOCAL_STORAGE_POINTERS */
/*-----------------------------------------------------------*/
