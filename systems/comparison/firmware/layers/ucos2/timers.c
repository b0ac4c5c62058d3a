/* SPDX-License-Identifier: Apache-2.0 */

/* Timers on FreeRTOS's. A command to the timers' task may come behind an expiry that was due, so a timer
 * that is stopped ignores it, and the memory of one that is deleted serves timers only. */
#include "internal.h"

#if ( configUSE_TIMERS == 1 )

#include "timers.h"

struct ucos2_timer
{
    TimerHandle_t handle;
    TickType_t delay;  /* to the first expiry */
    TickType_t period; /* 0: there is only one */
    OS_TMR_CALLBACK callback;
    void * argument;
    volatile BaseType_t runs;
    struct ucos2_timer * next; /* of those that are free */
};

static struct ucos2_timer * unused;

static void expire( TimerHandle_t handle )
{
    struct ucos2_timer * timer = pvTimerGetTimerID( handle );

    if( ( timer->handle != handle ) || !timer->runs )
    {
        return;
    }

    if( timer->period == 0U )
    {
        timer->runs = pdFALSE;
    }
    else if( xTimerGetPeriod( handle ) != timer->period )
    {
        ( void ) xTimerChangePeriod( handle, timer->period, 0 );
    }

    if( timer->callback != NULL )
    {
        timer->callback( timer, timer->argument );
    }
}

static struct ucos2_timer * take_memory( void )
{
    struct ucos2_timer * timer;

    taskENTER_CRITICAL();
    timer = unused;

    if( timer != NULL )
    {
        unused = timer->next;
    }

    taskEXIT_CRITICAL();
    return ( timer != NULL ) ? timer : pvPortMalloc( sizeof( *timer ) );
}

static void give_memory( struct ucos2_timer * timer )
{
    taskENTER_CRITICAL();
    timer->handle = NULL;
    timer->next = unused;
    unused = timer;
    taskEXIT_CRITICAL();
}

OS_TMR * OSTmrCreate( INT32U delay, INT32U period, INT8U option, OS_TMR_CALLBACK callback, void * argument,
                      INT8U * name, INT8U * error )
{
    BaseType_t periodic = ( option == OS_TMR_OPT_PERIODIC );
    struct ucos2_timer * timer = NULL;

    *error = ( !periodic && ( option != OS_TMR_OPT_ONE_SHOT ) ) ? OS_ERR_TMR_INVALID_OPT :
             ( periodic && ( period == 0U ) )                   ? OS_ERR_TMR_INVALID_PERIOD :
             ( !periodic && ( delay == 0U ) )                   ? OS_ERR_TMR_INVALID_DLY :
             ( ucos2_interrupts != 0U )                         ? OS_ERR_TMR_ISR :
                                                                  OS_ERR_NONE;

    if( *error != OS_ERR_NONE )
    {
        return NULL;
    }

    timer = take_memory();

    if( timer != NULL )
    {
        timer->delay = ( delay != 0U ) ? delay : period;
        timer->period = periodic ? period : 0U;
        timer->callback = callback;
        timer->argument = argument;
        timer->runs = pdFALSE;
        timer->handle = xTimerCreate( ( const char * ) name, timer->delay, periodic, timer, expire );

        if( timer->handle == NULL )
        {
            give_memory( timer );
            timer = NULL;
        }
    }

    if( timer == NULL )
    {
        *error = OS_ERR_TMR_NON_AVAIL;
    }

    return timer;
}

static INT8U check( const OS_TMR * timer )
{
    return ( ( timer == NULL ) || ( timer->handle == NULL ) ) ? OS_ERR_TMR_INVALID :
           ( ucos2_interrupts != 0U )                         ? OS_ERR_TMR_ISR :
                                                                OS_ERR_NONE;
}

BOOLEAN OSTmrStart( OS_TMR * timer, INT8U * error )
{
    *error = check( timer );

    if( *error != OS_ERR_NONE )
    {
        return OS_FALSE;
    }

    timer->runs = pdTRUE;
    ( void ) xTimerChangePeriod( timer->handle, timer->delay, portMAX_DELAY ); /* which starts it */
    return OS_TRUE;
}

static void stop( OS_TMR * timer )
{
    timer->runs = pdFALSE;
    ( void ) xTimerStop( timer->handle, portMAX_DELAY );
}

BOOLEAN OSTmrStop( OS_TMR * timer, INT8U option, void * argument, INT8U * error )
{
    *error = check( timer );

    if( *error != OS_ERR_NONE )
    {
        return OS_FALSE;
    }

    if( !timer->runs )
    {
        *error = OS_ERR_TMR_STOPPED;
        return OS_TRUE;
    }

    stop( timer ); /* with an option that there is not, too */

    if( ( option == OS_TMR_OPT_CALLBACK ) || ( option == OS_TMR_OPT_CALLBACK_ARG ) )
    {
        if( timer->callback == NULL )
        {
            *error = OS_ERR_TMR_NO_CALLBACK;
        }
        else
        {
            timer->callback( timer, ( option == OS_TMR_OPT_CALLBACK ) ? timer->argument : argument );
        }
    }
    else if( option != OS_TMR_OPT_NONE )
    {
        *error = OS_ERR_TMR_INVALID_OPT;
    }

    return OS_TRUE;
}

BOOLEAN OSTmrDel( OS_TMR * timer, INT8U * error )
{
    TimerHandle_t handle;

    *error = check( timer );

    if( *error != OS_ERR_NONE )
    {
        return OS_FALSE;
    }

    handle = timer->handle;
    timer->runs = pdFALSE;
    give_memory( timer );
    ( void ) xTimerDelete( handle, portMAX_DELAY );
    return OS_TRUE;
}

#endif /* configUSE_TIMERS */
