/* SPDX-License-Identifier: Apache-2.0 */

/* Delays to a given tick, and time-outs for drivers. */
#include "kernel.h"
#if ( isochronHYBRID == 1 )
    #include <kernel/task_time.c>
#else
    #include "../hardware_kernel/task_time.c"
#endif

#if ( INCLUDE_xTaskDelayUntil == 1 )

BaseType_t xTaskDelayUntil( TickType_t * const pxPreviousWakeTime, const TickType_t xTimeIncrement )
{
    TickType_t xElapsed;
    BaseType_t xShouldDelay = pdFALSE;

    traceENTER_xTaskDelayUntil( pxPreviousWakeTime, xTimeIncrement );

    configASSERT( pxPreviousWakeTime );
    configASSERT( ( xTimeIncrement > 0U ) );

    /* The tick that is compared must be the tick that the delay starts from. */
    vTaskSuspendAll();
    {
        #if ( configNUMBER_OF_CORES == 1 )
        configASSERT( uxSchedulerSuspended == 1U );
        #endif

        /* Ticks since the last wake-up, right also when the tick wrapped in between. */
        xElapsed = prvTick() - *pxPreviousWakeTime;
        *pxPreviousWakeTime += xTimeIncrement;

        if( xElapsed < xTimeIncrement )
        {
            xShouldDelay = pdTRUE;
            traceTASK_DELAY_UNTIL( *pxPreviousWakeTime );
            prvDelay( xTimeIncrement - xElapsed );
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

void vTaskSetTimeOutState( TimeOut_t * const pxTimeOut )
{
    traceENTER_vTaskSetTimeOutState( pxTimeOut );

    configASSERT( pxTimeOut );
    vTaskInternalSetTimeOutState( pxTimeOut );

    traceRETURN_vTaskSetTimeOutState();
}

BaseType_t xTaskCheckForTimeOut( TimeOut_t * const pxTimeOut, TickType_t * const pxTicksToWait )
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
    if( prvWasAborted() != pdFALSE )
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

        if( ( xNow.xOverflowCount != pxTimeOut->xOverflowCount ) &&
            ( xNow.xTimeOnEntering >= pxTimeOut->xTimeOnEntering ) )
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
