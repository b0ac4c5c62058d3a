/* SPDX-License-Identifier: Apache-2.0 */

/* What some options want done at every switch, and the run times that one of them collects. */
#ifndef ISOCHRON_COMMON_TASK_SWITCH_C
#define ISOCHRON_COMMON_TASK_SWITCH_C

#include "kernel.h"
#include "idle_task.c"
#include "stack_macros.h"

#if ( configUSE_POSIX_ERRNO == 1 )
int FreeRTOS_errno = 0;
#endif

#if ( isochronRUN_TIMES_IN_SOFTWARE == 1 )

/* The application's counter when the running task started to run. */
static configRUN_TIME_COUNTER_TYPE ulSwitchedInTime = 0;

static configRUN_TIME_COUNTER_TYPE prvRunTimeCounter( void )
{
        #ifdef portALT_GET_RUN_TIME_COUNTER_VALUE
    configRUN_TIME_COUNTER_TYPE ulTime;

    portALT_GET_RUN_TIME_COUNTER_VALUE( ulTime );

    return ulTime;
        #else
    return ( configRUN_TIME_COUNTER_TYPE ) portGET_RUN_TIME_COUNTER_VALUE();
        #endif
}

/* Adds to the running task what it ran since the last switch. */
static void prvAccountForRunTime( void )
{
    configRUN_TIME_COUNTER_TYPE ulNow = prvRunTimeCounter();

    /* As in FreeRTOS: a counter of the application's that goes backwards counts for nothing. */
    if( ulNow > ulSwitchedInTime )
    {
        pxCurrentTCB->ulRunTimeCounter += ulNow - ulSwitchedInTime;
    }

    ulSwitchedInTime = ulNow;
}

static configRUN_TIME_COUNTER_TYPE prvRunTimeOf( TCB_t const * pxTCB )
{
    configRUN_TIME_COUNTER_TYPE ulTime;

    taskENTER_CRITICAL();
    {
        ulTime = pxTCB->ulRunTimeCounter;

        if( pxTCB == pxCurrentTCB )
        {
            ulTime += prvRunTimeCounter() - ulSwitchedInTime;
        }
    }
    taskEXIT_CRITICAL();

    return ulTime;
}

#endif /* isochronRUN_TIMES_IN_SOFTWARE */

#if ( isochronSWITCH_IN_SOFTWARE == 1 )

/* What is done before the next task is chosen. */
static portFORCE_INLINE void prvSwitchOut( void )
{
    traceTASK_SWITCHED_OUT();

        #if ( isochronRUN_TIMES_IN_SOFTWARE == 1 )
    {
        prvAccountForRunTime();
    }
        #endif

    taskCHECK_FOR_STACK_OVERFLOW();

        #if ( configUSE_POSIX_ERRNO == 1 )
    {
        pxCurrentTCB->iTaskErrno = FreeRTOS_errno;
    }
        #endif
}

/* And what after it. The task is pxCurrentTCB, which is volatile: a caller that knows it spares a load. */
static portFORCE_INLINE void prvSwitchIn( TCB_t * pxTCB )
{
    traceTASK_SWITCHED_IN();
    portTASK_SWITCH_HOOK( pxTCB );

        #if ( configUSE_POSIX_ERRNO == 1 )
    {
        FreeRTOS_errno = pxTCB->iTaskErrno;
    }
        #endif

        #if ( isochronSET_TLS == 1 )
    {
        configSET_TLS_BLOCK( pxTCB->xTLSBlock );
        isochronTLS_IS_SET( pxTCB );
    }
        #endif
}

#endif /* isochronSWITCH_IN_SOFTWARE */

#if ( configGENERATE_RUN_TIME_STATS == 1 )

configRUN_TIME_COUNTER_TYPE ulTaskGetRunTimeCounter( const TaskHandle_t xTask )
{
    configRUN_TIME_COUNTER_TYPE ulTime;
    TCB_t const * pxTCB;

    traceENTER_ulTaskGetRunTimeCounter( xTask );

    pxTCB = kernelTASK_FROM_HANDLE( xTask );
    configASSERT( pxTCB != NULL );

    ulTime = prvRunTimeOf( pxTCB );

    traceRETURN_ulTaskGetRunTimeCounter( ulTime );

    return ulTime;
}

/* The share of a run time in the whole time, in per cent, rounded as FreeRTOS does. */
static configRUN_TIME_COUNTER_TYPE prvPercentOfRunTime( configRUN_TIME_COUNTER_TYPE ulRunTime )
{
    configRUN_TIME_COUNTER_TYPE ulHundredth = prvRunTimeCounter() / ( configRUN_TIME_COUNTER_TYPE ) 100;

    return ( ulHundredth > ( configRUN_TIME_COUNTER_TYPE ) 0 ) ? ( ulRunTime / ulHundredth ) :
                                                                 ( configRUN_TIME_COUNTER_TYPE ) 0;
}

configRUN_TIME_COUNTER_TYPE ulTaskGetRunTimePercent( const TaskHandle_t xTask )
{
    configRUN_TIME_COUNTER_TYPE ulReturn;

    traceENTER_ulTaskGetRunTimePercent( xTask );
    ulReturn = prvPercentOfRunTime( ulTaskGetRunTimeCounter( xTask ) );
    traceRETURN_ulTaskGetRunTimePercent( ulReturn );

    return ulReturn;
}

    #if ( INCLUDE_xTaskGetIdleTaskHandle == 1 )

configRUN_TIME_COUNTER_TYPE ulTaskGetIdleRunTimeCounter( void )
{
    configRUN_TIME_COUNTER_TYPE ulReturn;

    traceENTER_ulTaskGetIdleRunTimeCounter();
    ulReturn = ulTaskGetRunTimeCounter( xIdleTaskHandle );
    traceRETURN_ulTaskGetIdleRunTimeCounter( ulReturn );

    return ulReturn;
}

configRUN_TIME_COUNTER_TYPE ulTaskGetIdleRunTimePercent( void )
{
    configRUN_TIME_COUNTER_TYPE ulReturn;

    traceENTER_ulTaskGetIdleRunTimePercent();
    ulReturn = prvPercentOfRunTime( ulTaskGetIdleRunTimeCounter() );
    traceRETURN_ulTaskGetIdleRunTimePercent( ulReturn );

    return ulReturn;
}

    #endif /* INCLUDE_xTaskGetIdleTaskHandle */

#endif /* configGENERATE_RUN_TIME_STATS */

#endif /* ISOCHRON_COMMON_TASK_SWITCH_C */
