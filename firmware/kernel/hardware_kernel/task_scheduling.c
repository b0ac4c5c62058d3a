/* SPDX-License-Identifier: Apache-2.0 */

/* Starting and suspending the scheduler; the idle task; suspending, resuming and ranking tasks. */
#include "kernel.h"
#include "refusals.c"
#include "task_start.c"
#include "event_lists.c"
#include "../common/idle_task.c"

UBaseType_t uxSchedulerSuspended = 0;
BaseType_t xSchedulerRunning = pdFALSE;

#if ( configNUMBER_OF_CORES > 1 )

/* Each core begins with its idle task. When the last one has begun all are asked to switch, so RESULT may say
 * AGAIN, which their interrupts end. */
void vKernelStartCore( void )
{
    const TCB_t * const pxTCB = kernelIDLE_TASK_OF( portGET_CORE_ID() );

    vIsochronIssue( isochronCOMMAND( ISOCHRON_TASK_START_OFFSET, kernelIDENTIFIER( pxTCB ) ), 0 );
    configASSERT( ( isochronREGISTER( ISOCHRON_RESULT_OFFSET ) & ISOCHRON_RESULT_CODE_MASK ) ==
                  ISOCHRON_RESULT_OK );
}

#endif /* configNUMBER_OF_CORES */

void vTaskStartScheduler( void )
{
    BaseType_t xReturn;

    traceENTER_vTaskStartScheduler();

    xReturn = prvCreateIdleTask();

    #if ( configNUMBER_OF_CORES > 1 )
    {
        if( xReturn == pdPASS )
        {
            xReturn = prvCreatePassiveIdleTasks();
        }

        #if ( configUSE_EVENT_GROUPS == 1 )
        if( xReturn == pdPASS )
        {
            xReturn = prvCreateEventQueue();
        }
        #endif
    }
    #endif

    #if ( configUSE_TIMERS == 1 )
    {
        if( xReturn == pdPASS )
        {
            xReturn = xTimerCreateTimerTask();
        }
    }
    #endif

    if( xReturn == pdPASS )
    {
        portDISABLE_INTERRUPTS();
        isochronSET_REGISTER( ISOCHRON_TICK_OFFSET, ( TickType_t ) configINITIAL_TICK_COUNT );

        #if ( isochronSET_TLS == 1 )
        {
            configSET_TLS_BLOCK( kernelCURRENT_TASK()->xTLSBlock );
            isochronTLS_IS_SET( kernelCURRENT_TASK() );
        }
        #endif

        portCONFIGURE_TIMER_FOR_RUN_TIME_STATS();
        xSchedulerRunning = pdTRUE;

        #if ( configNUMBER_OF_CORES > 1 )
        {
            vKernelStartCore();
        }
        #else
        {
            ( void ) ulIsochronCall(
                isochronCOMMAND( ISOCHRON_TASK_START_OFFSET, isochronREGISTER( ISOCHRON_CURRENT_ID_OFFSET ) ),
                0 );
        }
        #endif

        traceTASK_SWITCHED_IN();
        traceSTARTING_SCHEDULER( &xIdleTaskHandle );

        /* Does not return. */
        ( void ) xPortStartScheduler();
    }
    else
    {
        /* The idle task found no memory, or no place: it is one of configMAX_HW_ACCELERATION_TASKS. */
        configASSERT( xReturn != errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY );
    }

    traceRETURN_vTaskStartScheduler();
}

void vTaskEndScheduler( void )
{
    traceENTER_vTaskEndScheduler();

    portDISABLE_INTERRUPTS();
    xSchedulerRunning = pdFALSE;
    vPortEndScheduler();

    traceRETURN_vTaskEndScheduler();
}

#if ( configNUMBER_OF_CORES > 1 )

/* A suspension is a critical section. */
void vTaskSuspendAll( void )
{
    traceENTER_vTaskSuspendAll();
    vTaskEnterCritical();
    traceRETURN_vTaskSuspendAll();
}

BaseType_t xTaskResumeAll( void )
{
    BaseType_t xAlreadyYielded;

    traceENTER_xTaskResumeAll();
    xAlreadyYielded = xIsochronExitSection();
    traceRETURN_xTaskResumeAll( xAlreadyYielded );

    return xAlreadyYielded;
}

#else

void vTaskSuspendAll( void )
{
    traceENTER_vTaskSuspendAll();

    /* First the flag, then the count: a switch in between would find a count and no flag. From the
     * store on nobody else runs, so the count needs no protection. Before the scheduler starts
     * there is nothing to suspend. */
    if( xSchedulerRunning != pdFALSE )
    {
        vIsochronIssue( isochronCOMMAND( ISOCHRON_TASK_SUSPEND_ALL_OFFSET, 0 ), 0 );
    }

    ++uxSchedulerSuspended;
    portMEMORY_BARRIER();

    traceRETURN_vTaskSuspendAll();
}

BaseType_t xTaskResumeAll( void )
{
    BaseType_t xAlreadyYielded = pdFALSE;

    traceENTER_xTaskResumeAll();

    configASSERT( uxSchedulerSuspended != 0U );

    --uxSchedulerSuspended;

    if( ( uxSchedulerSuspended == 0U ) && ( xSchedulerRunning != pdFALSE ) )
    {
        xAlreadyYielded =
            ( BaseType_t ) ulIsochronCall( isochronCOMMAND( ISOCHRON_TASK_RESUME_ALL_OFFSET, 0 ), 0 );
    }

    traceRETURN_xTaskResumeAll( xAlreadyYielded );

    return xAlreadyYielded;
}

#endif /* configNUMBER_OF_CORES */

void vPortYieldFromISR( void )
{
    vIsochronIssue( isochronCOMMAND( ISOCHRON_ISR_YIELD_OFFSET, 0 ), 0 );
}

#if ( INCLUDE_vTaskSuspend == 1 )

void vTaskSuspend( TaskHandle_t xTaskToSuspend )
{
    TCB_t * pxTCB;

    traceENTER_vTaskSuspend( xTaskToSuspend );

    pxTCB = kernelTASK_FROM_HANDLE( xTaskToSuspend );
    configASSERT( pxTCB != NULL );
    traceTASK_SUSPEND( pxTCB );

    ( void ) ulIsochronCall( kernelTASK_COMMAND( pxTCB, TASK_SUSPEND ), 0 );

    traceRETURN_vTaskSuspend();
}

void vTaskResume( TaskHandle_t xTaskToResume )
{
    TCB_t * const pxTCB = xTaskToResume;

    traceENTER_vTaskResume( xTaskToResume );

    configASSERT( xTaskToResume );

    if( pxTCB != NULL )
    {
        traceTASK_RESUME( pxTCB );
        ( void ) ulIsochronCall( kernelTASK_COMMAND( pxTCB, TASK_RESUME ), 0 );
    }

    traceRETURN_vTaskResume();
}

#endif /* INCLUDE_vTaskSuspend */

#if ( ( INCLUDE_xTaskResumeFromISR == 1 ) && ( INCLUDE_vTaskSuspend == 1 ) )

BaseType_t xTaskResumeFromISR( TaskHandle_t xTaskToResume )
{
    BaseType_t xYieldRequired = pdFALSE;
    TCB_t * const pxTCB = xTaskToResume;

    traceENTER_xTaskResumeFromISR( xTaskToResume );

    configASSERT( xTaskToResume );
    traceTASK_RESUME_FROM_ISR( pxTCB );

    ( void ) xKernelFinishFromISR( ulIsochronCallFromISR( kernelTASK_COMMAND( pxTCB, ISR_RESUME ), 0 ),
                                   &xYieldRequired );

    traceRETURN_xTaskResumeFromISR( xYieldRequired );

    return xYieldRequired;
}

#endif /* ( ( INCLUDE_xTaskResumeFromISR == 1 ) && ( INCLUDE_vTaskSuspend == 1 ) ) */

#if ( INCLUDE_vTaskPrioritySet == 1 )

    #if ( configNUMBER_OF_CORES == 1 )

/* What is left to know of a deleted task changes as its priorities would. Not inline, so that others need no
 * stack. */
static __attribute__( ( noinline ) ) void prvRankDeletedTask( TCB_t * pxTCB, UBaseType_t uxNewPriority,
                                                              uint32_t ulResult )
{
    UBaseType_t uxPriority = kernelPRIORITY( pxTCB->ulLastState );

    ( void ) ulIsochronRefused( ulResult );

    if( prvIsDeletedTask( kernelIDENTIFIER( pxTCB ) ) != pdFALSE )
    {
        if( ( kernelBASE_PRIORITY( pxTCB->ulLastState ) == uxPriority ) || ( uxNewPriority > uxPriority ) )
        {
            uxPriority = uxNewPriority;
        }

        pxTCB->ulLastState = ( pxTCB->ulLastState & 0x00FF00FFU ) | ( ( uint32_t ) uxPriority << 8 ) |
                             ( ( uint32_t ) uxNewPriority << 24 );
    }
}

/* Returns when the caller runs, whatever its priority is now. */
static portFORCE_INLINE void prvRankTask( TCB_t * pxTCB, UBaseType_t uxNewPriority )
{
    const uint32_t ulResult = ulIsochronAnswer( kernelTASK_COMMAND( pxTCB, TASK_PRIORITY ), uxNewPriority );

    if( __builtin_expect( ulResult > ISOCHRON_RESULT_OK, 0 ) )
    {
        if( __builtin_expect( ( int32_t ) ulResult >= 0, 0 ) )
        {
            prvRankDeletedTask( pxTCB, uxNewPriority, ulResult );
        }
        else
        {
            ( void ) ulIsochronSwitch();
        }
    }
}

    #else

static portFORCE_INLINE void prvRankTask( TCB_t * pxTCB, UBaseType_t uxNewPriority )
{
    ( void ) ulIsochronCall( kernelTASK_COMMAND( pxTCB, TASK_PRIORITY ), uxNewPriority );
}

    #endif /* configNUMBER_OF_CORES */

void vTaskPrioritySet( TaskHandle_t xTask, UBaseType_t uxNewPriority )
{
    TCB_t * pxTCB;

    traceENTER_vTaskPrioritySet( xTask, uxNewPriority );

    configASSERT( uxNewPriority < ( configMAX_PRIORITIES ) );

    if( uxNewPriority >= ( UBaseType_t ) ( configMAX_PRIORITIES ) )
    {
        uxNewPriority = ( UBaseType_t ) ( configMAX_PRIORITIES ) -1U;
    }

    pxTCB = kernelTASK_FROM_HANDLE( xTask );
    configASSERT( pxTCB != NULL );
    traceTASK_PRIORITY_SET( pxTCB, uxNewPriority );

    prvRankTask( pxTCB, uxNewPriority );

    traceRETURN_vTaskPrioritySet();
}

#endif /* INCLUDE_vTaskPrioritySet */

#if ( INCLUDE_xTaskAbortDelay == 1 )

    #if ( configNUMBER_OF_CORES == 1 )

/* FreeRTOS suspends the scheduler to look, and yields then if a yield is pending: so does the command, unless
 * it is refused. Not inline, so that others need no stack. */
static __attribute__( ( noinline ) ) uint32_t prvAbortNobody( uint32_t ulResult )
{
    ulResult = ulIsochronRefused( ulResult );
    vTaskSuspendAll();
    ( void ) xTaskResumeAll();

    return ulResult;
}

static portFORCE_INLINE uint32_t prvAbortDelay( TCB_t * pxTCB )
{
    uint32_t ulResult = ulIsochronAnswer( kernelTASK_COMMAND( pxTCB, TASK_ABORT_DELAY ), 0 );

    if( __builtin_expect( ulResult > ISOCHRON_RESULT_OK, 0 ) )
    {
        ulResult = __builtin_expect( ( int32_t ) ulResult >= 0, 0 ) ? prvAbortNobody( ulResult ) :
                                                                      ulIsochronSwitch();
    }

    return ulResult;
}

    #else

static portFORCE_INLINE uint32_t prvAbortDelay( TCB_t * pxTCB )
{
    return ulIsochronCall( kernelTASK_COMMAND( pxTCB, TASK_ABORT_DELAY ), 0 );
}

    #endif /* configNUMBER_OF_CORES */

BaseType_t xTaskAbortDelay( TaskHandle_t xTask )
{
    TCB_t * const pxTCB = xTask;
    uint32_t ulResult;

    traceENTER_xTaskAbortDelay( xTask );

    configASSERT( pxTCB != NULL );
    ulResult = prvAbortDelay( pxTCB );

    traceRETURN_xTaskAbortDelay( ( BaseType_t ) ulResult );

    return ( BaseType_t ) ulResult;
}

#endif /* INCLUDE_xTaskAbortDelay */
