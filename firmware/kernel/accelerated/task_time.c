/* SPDX-License-Identifier: Apache-2.0 */

/* Delays, the tick count, time-outs for drivers. */
#include "kernel.h"
/*-----------------------------------------------------------*/

#if ( INCLUDE_vTaskDelay == 1 )

    void vTaskDelay( const TickType_t xTicksToDelay )
    {
        traceENTER_vTaskDelay( xTicksToDelay );

        configASSERT( uxSchedulerSuspended == 0U );
        traceTASK_DELAY();

        /* A delay always switches: no need to load RESULT first. */
        vIsochronIssue( isochronCOMMAND( ISOCHRON_TASK_DELAY_OFFSET, 0 ), xTicksToDelay );
        ( void ) ulIsochronSwitch();

        traceRETURN_vTaskDelay();
    }

#endif /* INCLUDE_vTaskDelay */
/*-----------------------------------------------------------*/

#if ( INCLUDE_xTaskDelayUntil == 1 )

    BaseType_t xTaskDelayUntil( TickType_t * const pxPreviousWakeTime,
                                const TickType_t xTimeIncrement )
    {
        TickType_t xElapsed;
        BaseType_t xShouldDelay = pdFALSE;

        traceENTER_xTaskDelayUntil( pxPreviousWakeTime, xTimeIncrement );

        configASSERT( pxPreviousWakeTime );
        configASSERT( ( xTimeIncrement > 0U ) );

        /* The tick that is compared must be the tick that the delay starts from. */
        vTaskSuspendAll();
        {
            configASSERT( uxSchedulerSuspended == 1U );

            /* Ticks since the last wake-up, right also when the tick wrapped in between. */
            xElapsed = isochronREGISTER( ISOCHRON_TICK_OFFSET ) - *pxPreviousWakeTime;
            *pxPreviousWakeTime += xTimeIncrement;

            if( xElapsed < xTimeIncrement )
            {
                xShouldDelay = pdTRUE;
                traceTASK_DELAY_UNTIL( *pxPreviousWakeTime );
                vIsochronIssue( isochronCOMMAND( ISOCHRON_TASK_DELAY_OFFSET, 0 ), xTimeIncrement - xElapsed );
            }
        }

        if( xTaskResumeAll() == pdFALSE )
        {
            taskYIELD_WITHIN_API();
        }

        traceRETURN_xTaskDelayUntil( xShouldDelay );

        return xShouldDelay;
    }

#endif /* INCLUDE_xTaskDelayUntil */
/*-----------------------------------------------------------*/

TickType_t xTaskGetTickCount( void )
{
    TickType_t xTicks;

    traceENTER_xTaskGetTickCount();
    xTicks = isochronREGISTER( ISOCHRON_TICK_OFFSET );
    traceRETURN_xTaskGetTickCount( xTicks );

    return xTicks;
}
/*-----------------------------------------------------------*/

TickType_t xTaskGetTickCountFromISR( void )
{
    TickType_t xTicks;

    traceENTER_xTaskGetTickCountFromISR();
    xTicks = isochronREGISTER( ISOCHRON_TICK_OFFSET );
    traceRETURN_xTaskGetTickCountFromISR( xTicks );

    return xTicks;
}
/*-----------------------------------------------------------*/

void vTaskInternalSetTimeOutState( TimeOut_t * const pxTimeOut )
{
    BaseType_t xOverflows;

    traceENTER_vTaskInternalSetTimeOutState( pxTimeOut );

    /* The tick goes on while software reads: take a pair that belongs together. The tick wraps
     * too seldom for a third round. */
    do
    {
        xOverflows = ( BaseType_t ) isochronREGISTER( ISOCHRON_TICK_OVERFLOWS_OFFSET );
        pxTimeOut->xTimeOnEntering = isochronREGISTER( ISOCHRON_TICK_OFFSET );
        pxTimeOut->xOverflowCount = ( BaseType_t ) isochronREGISTER( ISOCHRON_TICK_OVERFLOWS_OFFSET );
    } while( pxTimeOut->xOverflowCount != xOverflows );

    traceRETURN_vTaskInternalSetTimeOutState();
}
/*-----------------------------------------------------------*/

void vTaskSetTimeOutState( TimeOut_t * const pxTimeOut )
{
    traceENTER_vTaskSetTimeOutState( pxTimeOut );

    configASSERT( pxTimeOut );
    vTaskInternalSetTimeOutState( pxTimeOut );

    traceRETURN_vTaskSetTimeOutState();
}
/*-----------------------------------------------------------*/

BaseType_t xTaskCheckForTimeOut( TimeOut_t * const pxTimeOut,
                                 TickType_t * const pxTicksToWait )
{
    BaseType_t xReturn = pdFALSE;
    TimeOut_t xNow;
    TickType_t xElapsed;

    traceENTER_xTaskCheckForTimeOut( pxTimeOut, pxTicksToWait );

    configASSERT( pxTimeOut );
    configASSERT( pxTicksToWait );

    vTaskInternalSetTimeOutState( &xNow );
    xElapsed = xNow.xTimeOnEntering - pxTimeOut->xTimeOnEntering;

    #if ( INCLUDE_xTaskAbortDelay == 1 )
        if( ulIsochronCall( isochronCOMMAND( ISOCHRON_TASK_DELAY_ABORTED_OFFSET, 0 ), 0 ) == ISOCHRON_RESULT_OK )
        {
            /* Not a time-out, but as good as one. */
            xReturn = pdTRUE;
        }
        else
    #endif

    #if ( INCLUDE_vTaskSuspend == 1 )
        if( *pxTicksToWait == portMAX_DELAY )
        {
            /* For ever. */
        }
        else
    #endif

    if( ( xNow.xOverflowCount != pxTimeOut->xOverflowCount ) && ( xNow.xTimeOnEntering >= pxTimeOut->xTimeOnEntering ) )
    {
        /* The tick has gone all the way round. */
        *pxTicksToWait = 0;
        xReturn = pdTRUE;
    }
    else if( xElapsed < *pxTicksToWait )
    {
        *pxTicksToWait -= xElapsed;
        *pxTimeOut = xNow;
    }
    else
    {
        *pxTicksToWait = 0;
        xReturn = pdTRUE;
    }

    traceRETURN_xTaskCheckForTimeOut( xReturn );

    return xReturn;
}
/*-----------------------------------------------------------*/

BaseType_t xTaskCatchUpTicks( TickType_t xTicksToCatchUp )
{
    BaseType_t xYieldOccurred;

    traceENTER_xTaskCatchUpTicks( xTicksToCatchUp );

    configASSERT( uxSchedulerSuspended == 0U );
    xYieldOccurred = ( BaseType_t ) ulIsochronCall( isochronCOMMAND( ISOCHRON_TASK_CATCH_UP_TICKS_OFFSET, 0 ), xTicksToCatchUp );

    traceRETURN_xTaskCatchUpTicks( xYieldOccurred );

    return xYieldOccurred;
}
/*-----------------------------------------------------------*/
