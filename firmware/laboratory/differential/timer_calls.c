/* SPDX-License-Identifier: Apache-2.0 */

/* Timers, and functions that the timer task is asked to call. A timer that expires, or such a
 * function, notifies a task. */
#include "call_macros.h"
#include "timers.h"
#include "trace.h"

/* Runs a call that may wait for room in the timer task's queue, if the timer is there. */
#define ON_TIMER( self, index, call )                                        \
    do                                                                       \
    {                                                                        \
        TimerHandle_t timer = ( TimerHandle_t ) objects[ ( index ) ].handle; \
                                                                             \
        if( timer == NULL )                                                  \
        {                                                                    \
            return SKIPPED;                                                  \
        }                                                                    \
                                                                             \
        IN_CALL( self, TIMER_QUEUE, call );                                  \
    } while( 0 )

static void notify_task( uint32_t number )
{
    if( ( number < worker_count ) && ( workers[ number ].handle != NULL ) )
    {
        ( void ) xTaskNotifyGive( workers[ number ].handle );
    }
}

static void expired( TimerHandle_t timer )
{
    uint32_t number = ( uint32_t ) ( uintptr_t ) pvTimerGetTimerID( timer );

    interpreter_gap();
    trace( "timer", "expired", number, xTimerGetPeriod( timer ), tick_now() );
    notify_task( number );
}

static void pended( void * task, uint32_t value )
{
    interpreter_gap();
    trace( "timer", "pended", ( uint32_t ) ( uintptr_t ) task, value, tick_now() );
    notify_task( ( uint32_t ) ( uintptr_t ) task );
}

/* The first two operands: period and whether it goes on. */
static void * timer_create( const int32_t * operands, uint32_t index )
{
    return xTimerCreate( "timer", ( TickType_t ) operands[ 0 ], operands[ 1 ], ( void * ) ( uintptr_t ) index,
                         expired );
}

static uint32_t timer_look( void * handle )
{
    TimerHandle_t timer = ( TimerHandle_t ) handle;
    uint32_t modes = ( uint32_t ) ( xTimerIsTimerActive( timer ) | ( xTimerGetReloadMode( timer ) << 1 ) );

    /* One that was never started has no time at which it expires. */
    return ( ( ( modes & 1u ) != 0u ) ? xTimerGetExpiryTime( timer ) << 2 : 0u ) | modes;
}

CALL( timer_start )
{
    ON_TIMER( self, operands[ 0 ], xTimerStart( timer, ticks_to_wait( operands[ 1 ] ) ) );
}

CALL( timer_stop )
{
    ON_TIMER( self, operands[ 0 ], xTimerStop( timer, ticks_to_wait( operands[ 1 ] ) ) );
}

CALL( timer_reset )
{
    ON_TIMER( self, operands[ 0 ], xTimerReset( timer, ticks_to_wait( operands[ 1 ] ) ) );
}

CALL( timer_period )
{
    ON_TIMER( self, operands[ 0 ],
              xTimerChangePeriod( timer, ( TickType_t ) operands[ 1 ], ticks_to_wait( operands[ 2 ] ) ) );
}

CALL( timer_reload )
{
    WITH_OBJECT( operands[ 0 ], DONE( vTimerSetReloadMode( ( TimerHandle_t ) handle, operands[ 1 ] ) ) );
}

CALL( timer_state )
{
    WITH_OBJECT( operands[ 0 ], timer_look( handle ) );
}

/* Unless somebody may still send a command for it: the timer task frees it when it comes to this
 * one. */
CALL( recreate_timer )
{
    struct object * object = &objects[ operands[ 0 ] ];
    void * handle = object->handle;

    if( ( handle == NULL ) || is_in_call( TIMER_QUEUE ) )
    {
        return SKIPPED;
    }

    object->handle = NULL;

    if( xTimerDelete( ( TimerHandle_t ) handle, 0 ) == pdFAIL )
    {
        object->handle = handle;
        return 0;
    }

    create_object( ( uint32_t ) operands[ 0 ], 0 );
    return 1;
}

CALL( pend )
{
    IN_CALL( self, TIMER_QUEUE,
             xTimerPendFunctionCall( pended, ( void * ) ( uintptr_t ) operands[ 0 ],
                                     ( uint32_t ) operands[ 1 ], ticks_to_wait( operands[ 2 ] ) ) );
}

CALL( timer_start_from_isr )
{
    WITH_OBJECT( operands[ 0 ], xTimerStartFromISR( ( TimerHandle_t ) handle, WOKEN( operands[ 1 ] ) ) );
}

CALL( timer_stop_from_isr )
{
    WITH_OBJECT( operands[ 0 ], xTimerStopFromISR( ( TimerHandle_t ) handle, WOKEN( operands[ 1 ] ) ) );
}

CALL( timer_reset_from_isr )
{
    WITH_OBJECT( operands[ 0 ], xTimerResetFromISR( ( TimerHandle_t ) handle, WOKEN( operands[ 1 ] ) ) );
}

CALL( timer_period_from_isr )
{
    WITH_OBJECT( operands[ 0 ],
                 xTimerChangePeriodFromISR( ( TimerHandle_t ) handle, ( TickType_t ) operands[ 1 ],
                                            WOKEN( operands[ 2 ] ) ) );
}

CALL( pend_from_isr )
{
    return ( uint32_t ) xTimerPendFunctionCallFromISR( pended, ( void * ) ( uintptr_t ) operands[ 0 ],
                                                       ( uint32_t ) operands[ 1 ], WOKEN( operands[ 2 ] ) );
}

const struct object_kind timer_kind = { .name = "timer", .create = timer_create, .look = timer_look };

const struct operation timer_calls[] = {
    ENTRY( timer_start ),          ENTRY( timer_stop ),
    ENTRY( timer_reset ),          ENTRY( timer_period ),
    ENTRY( timer_reload ),         ENTRY( timer_state ),
    ENTRY( recreate_timer ),       ENTRY( pend ),
    ENTRY( timer_start_from_isr ), ENTRY( timer_stop_from_isr ),
    ENTRY( timer_reset_from_isr ), ENTRY( timer_period_from_isr ),
    ENTRY( pend_from_isr ),        NO_MORE,
};
