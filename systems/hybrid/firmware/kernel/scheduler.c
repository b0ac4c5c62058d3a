/* SPDX-License-Identifier: Apache-2.0 */

/* Starting, suspending and resuming the scheduler, and the choice of the next task. */
#include "kernel.h"
#include "configuration.c"
#include "task_lists.c"
#include "ticks.c"
#include <kernel/common/idle_task.c>
#include <kernel/common/task_switch.c>

UBaseType_t uxSchedulerSuspended = 0;
BaseType_t xSchedulerRunning = pdFALSE;

void vTaskStartScheduler( void )
{
    BaseType_t xReturn;

    traceENTER_vTaskStartScheduler();

    vKernelInitialise();
    xReturn = prvCreateIdleTask();

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

        #if ( configUSE_C_RUNTIME_TLS_SUPPORT == 1 )
        {
            configSET_TLS_BLOCK( pxCurrentTCB->xTLSBlock );
        }
        #endif

        xSchedulerRunning = pdTRUE;
        portCONFIGURE_TIMER_FOR_RUN_TIME_STATS();
        traceTASK_SWITCHED_IN();
        traceSTARTING_SCHEDULER( &xIdleTaskHandle );

        vMessageAdjust( SET, ( TickType_t ) configINITIAL_TICK_COUNT );
        vMessageTwoWords( ISOCHRON_HYBRID_COMMAND_PERIOD, configISOCHRON_TICK_PERIOD );
        vIsochronLinkPut( isochronLINK_SCHEDULER,
                          ulMessageHeader( pxCurrentTCB, ISOCHRON_HYBRID_COMMAND_START ) );

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
    vMessageTwoWords( ISOCHRON_HYBRID_COMMAND_PERIOD, 0U );
    xSchedulerRunning = pdFALSE;
    vPortEndScheduler();

    traceRETURN_vTaskEndScheduler();
}

void vTaskSwitchContext( void )
{
    traceENTER_vTaskSwitchContext();

    if( uxSchedulerSuspended != 0U )
    {
        vMessageSend( YIELD );
    }
    else
    {
        TCB_t * pxTCB;

        prvSwitchOut();

        #if ( configUSE_PREEMPTION == 0 )
        {
            /* Nothing would make good a choice between two tasks that are due at the same tick. */
            ( void ) prvServeExpiries();
        }
        #endif

        pxTCB = pxMessageRead();
        pxCurrentTCB = pxTCB;
        prvSwitchIn( pxTCB );
    }

    traceRETURN_vTaskSwitchContext();
}

/* Those run that the tick releases, and then the suspension begins. Not inline, so that it needs no stack
 * without a tick. */
static __attribute__( ( noinline ) ) void prvSuspendAnew( void )
{
    xTickCameBefore = pdFALSE;
    ( void ) xTaskResumeAll();
    vTaskSuspendAll();
}

void vTaskSuspendAll( void )
{
    traceENTER_vTaskSuspendAll();

    portSOFTWARE_BARRIER();

    /* First the count: from here on what an interrupt wakes waits for xTaskResumeAll(). The hardware's own
     * interrupt, if it comes before the message, sends it. */
    ++uxSchedulerSuspended;
    portMEMORY_BARRIER();

    if( ( uxSchedulerSuspended == 1U ) && ( xSchedulerRunning != pdFALSE ) )
    {
        vMessageSend( SUSPEND );

        if( __builtin_expect( xTickCameBefore != pdFALSE, 0 ) )
        {
            prvSuspendAnew();
        }
    }

    traceRETURN_vTaskSuspendAll();
}

/* Tasks that became ready while the scheduler was suspended are ready. With interrupts masked. */
static void prvServePendingReady( void )
{
    TCB_t * pxTCB;

    while( listLIST_IS_EMPTY( &xPendingReadyList ) == pdFALSE )
    {
        pxTCB = listGET_OWNER_OF_HEAD_ENTRY( ( &xPendingReadyList ) );
        kernelREMOVE_ITEM( &( pxTCB->xEventListItem ) );
        vMessageWrite( pxTCB, messageREADY );

        if( pxTCB->uxPriority > pxCurrentTCB->uxPriority )
        {
            vMessageSend( YIELD );
        }
    }
}

BaseType_t xTaskResumeAll( void )
{
    BaseType_t xAlreadyYielded = pdFALSE;

    traceENTER_xTaskResumeAll();

    taskENTER_CRITICAL();
    {
        configASSERT( uxSchedulerSuspended != 0U );

        --uxSchedulerSuspended;

        if( ( uxSchedulerSuspended == 0U ) && ( xSchedulerRunning != pdFALSE ) )
        {
            uint32_t ulStatus;

            prvServePendingReady();
            vMessageSend( RESUME );
            ulStatus = prvServeExpiries();

            #if ( configUSE_PREEMPTION != 0 )
            {
                if( messageSTATUS( ulStatus, REQUESTED ) || messageSTATUS( ulStatus, YIELD_PENDING ) )
                {
                    xAlreadyYielded = pdTRUE;
                    portYIELD_WITHIN_API();
                }
            }
            #endif

            ( void ) ulStatus;
        }
    }
    taskEXIT_CRITICAL();

    traceRETURN_xTaskResumeAll( xAlreadyYielded );

    return xAlreadyYielded;
}
