/* SPDX-License-Identifier: Apache-2.0 */

/* Delays and the tick count. */
#ifndef ISOCHRON_HARDWARE_KERNEL_TASK_TIME_C
#define ISOCHRON_HARDWARE_KERNEL_TASK_TIME_C

#include "kernel.h"

#if ( configNUMBER_OF_CORES > 1 )

/* Blocks the caller, and returns when it runs again: the command may be LATER. */
static portFORCE_INLINE void prvDelay( TickType_t xTicks )
{
    ( void ) ulIsochronCall( isochronCOMMAND( ISOCHRON_TASK_DELAY_OFFSET, 0 ), xTicks );
}

#elif ( INCLUDE_xTaskDelayUntil == 1 )

/* Blocks the caller, which runs on until the scheduler is resumed. */
static portFORCE_INLINE void prvDelay( TickType_t xTicks )
{
    vIsochronIssue( isochronCOMMAND( ISOCHRON_TASK_DELAY_OFFSET, 0 ), xTicks );
}

#endif

#if ( INCLUDE_vTaskDelay == 1 )

void vTaskDelay( const TickType_t xTicksToDelay )
{
    traceENTER_vTaskDelay( xTicksToDelay );

    configASSERT( uxSchedulerSuspended == 0U );
    traceTASK_DELAY();

    #if ( configNUMBER_OF_CORES > 1 )
    {
        prvDelay( xTicksToDelay );
    }
    #else
    {
        /* A delay always switches: no need to load RESULT first. */
        vIsochronIssue( isochronCOMMAND( ISOCHRON_TASK_DELAY_OFFSET, 0 ), xTicksToDelay );
        ( void ) ulIsochronSwitch();
    }
    #endif

    traceRETURN_vTaskDelay();
}

#endif /* INCLUDE_vTaskDelay */

/* The visible tick. */
static portFORCE_INLINE TickType_t prvTick( void )
{
    return isochronREGISTER( ISOCHRON_TICK_OFFSET );
}

#if ( INCLUDE_xTaskAbortDelay == 1 )

/* Whether the caller's last wait was aborted; only once. */
static portFORCE_INLINE BaseType_t prvWasAborted( void )
{
    return ( ulIsochronCall( isochronCOMMAND( ISOCHRON_TASK_DELAY_ABORTED_OFFSET, 0 ), 0 ) ==
             ISOCHRON_RESULT_OK ) ?
               pdTRUE :
               pdFALSE;
}

#endif /* INCLUDE_xTaskAbortDelay */

TickType_t xTaskGetTickCount( void )
{
    TickType_t xTicks;

    traceENTER_xTaskGetTickCount();
    xTicks = isochronREGISTER( ISOCHRON_TICK_OFFSET );
    traceRETURN_xTaskGetTickCount( xTicks );

    return xTicks;
}

TickType_t xTaskGetTickCountFromISR( void )
{
    TickType_t xTicks;

    traceENTER_xTaskGetTickCountFromISR();
    xTicks = isochronREGISTER( ISOCHRON_TICK_OFFSET );
    traceRETURN_xTaskGetTickCountFromISR( xTicks );

    return xTicks;
}

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

BaseType_t xTaskCatchUpTicks( TickType_t xTicksToCatchUp )
{
    BaseType_t xYieldOccurred;

    traceENTER_xTaskCatchUpTicks( xTicksToCatchUp );

    configASSERT( uxSchedulerSuspended == 0U );
    xYieldOccurred = ( BaseType_t ) ulIsochronCall( isochronCOMMAND( ISOCHRON_TASK_CATCH_UP_TICKS_OFFSET, 0 ),
                                                    xTicksToCatchUp );

    traceRETURN_xTaskCatchUpTicks( xYieldOccurred );

    return xYieldOccurred;
}

#endif /* ISOCHRON_HARDWARE_KERNEL_TASK_TIME_C */
