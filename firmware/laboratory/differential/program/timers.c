/* SPDX-License-Identifier: Apache-2.0 */

/* Timers, and functions that the timer task calls. */
#include "program.h"

/* In the timer task. */
static void notify_task( uint32_t number )
{
    if( ( number < task_count ) && ( task[ number ] != NULL ) )
    {
        ( void ) xTaskNotifyGive( task[ number ] );
    }
}

static void expired( TimerHandle_t timer )
{
    uint32_t number = ( uint32_t ) ( uintptr_t ) pvTimerGetTimerID( timer );

    before_step();
    report( "timer", number );
    notify_task( number );
}

static void pended( void * number,
                    uint32_t value )
{
    before_step();
    report( "function", value );
    notify_task( ( uint32_t ) ( uintptr_t ) number );
}

TimerHandle_t create_timer( TickType_t period,
                            BaseType_t reloads,
                            uint32_t number )
{
    return xTimerCreate( "timer", period, reloads, ( void * ) ( uintptr_t ) number, expired );
}

void delete_timer( TimerHandle_t timer )
{
    ( void ) xTimerDelete( timer, 0 );
}

uint32_t recreate_timer( uint32_t number )
{
    TimerHandle_t timer = object[ number ];

    object[ number ] = NULL;

    if( xTimerDelete( timer, 0 ) == pdFAIL )
    {
        object[ number ] = timer;
        return 0;
    }

    object[ number ] = create_object( number, 0 );
    return 1;
}

uint32_t timer_state( TimerHandle_t timer )
{
    return ( xTimerIsTimerActive( timer ) != pdFALSE ) ? xTimerGetExpiryTime( timer ) : 0u;
}

uint32_t pend( uint32_t number,
               uint32_t value,
               TickType_t ticks )
{
    return ( uint32_t ) xTimerPendFunctionCall( pended, ( void * ) ( uintptr_t ) number, value, ticks );
}

uint32_t pend_from_isr( uint32_t number,
                        uint32_t value,
                        BaseType_t * woken )
{
    return ( uint32_t ) xTimerPendFunctionCallFromISR( pended, ( void * ) ( uintptr_t ) number, value, woken );
}
