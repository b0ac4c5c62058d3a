/* SPDX-License-Identifier: Apache-2.0 */

/* Every task repeats its calls. Before each call, and each time the idle task has nothing to do,
 * there is a gap: gaps are counted in the order of execution, so events that are tied to them come
 * at the same place whatever the kernel, as long as the kernels behave the same. The idle task
 * makes time go on when no event does. What the timer task calls has a gap before it, too. */
#include "interpreter.h"

#include <stdio.h>
#include <string.h>

#include "FreeRTOS.h"
#include "task.h"
#include "timers.h"
#include "call_macros.h"
#include "host_contexts.h"
#include "isochron_choice.h"
#include "lines.h"
#include "machine.h"
#include "rules.h"
#include "semphr.h"
#include "trace.h"

/* Gaps between two looks at everything. */
#define LOOK 32

/* More than all that a tick sets off takes, here. */
#define MOST_TICK_CYCLES 64U

static const struct scenario * scenario;
static void ( *end )( const struct outcome * );
static struct outcome outcome;

static uint32_t gaps, next_event;
static bool inside_over;

/* ---- the end ---- */

__attribute__( ( noreturn ) ) static void finish( const char * text )
{
    ( void ) snprintf( outcome.text, sizeof( outcome.text ), "%s", text );
    outcome.checksum = trace_checksum();
    end( &outcome );
    __builtin_unreachable();
}

void machine_fail( const char * reason )
{
    finish( reason );
}

void host_assertion_failed( const char * file, int line )
{
    ( void ) fprintf( stderr, "assertion failed: %s, line %d\n", file, line );
    finish( "assertion" );
}

#if ( configUSE_HW_ACCELERATION == 1 )
__attribute__( ( weak ) ) void vIsochronConfigurationError( const char * message ) /* a board has its own */
{
    ( void ) fprintf( stderr, "%s\n", message );
    finish( "configuration" );
}
#endif

/* ---- events ---- */

/* Without the rule of whole ticks a tick inside a call takes its time in hardware, and so the call goes on
 * at any phase of it. It is over at the next gap, or where a gap goes on in which its task was interrupted.
 */
static bool tick_goes_on = false;

static void begin_tick( void )
{
    tick_goes_on = true;
    machine_port_begin_tick( ( scenario->inside.gap * 5U + scenario->inside_point ) % MOST_TICK_CYCLES );
    machine_serve();
}

static void end_tick( void )
{
    if( tick_goes_on )
    {
        tick_goes_on = false;
        machine_port_settle();
        machine_serve();
    }
}

static void tick( uint32_t unused )
{
    machine_port_tick();
}

static void run_routine( uint32_t index )
{
    const struct script * script = &scenario->routine[ index ];

    higher_task_woken = pdFALSE;

    for( uint32_t i = 0; i < script->count; i++ )
    {
        const struct call * call = &script->calls[ i ];
        uint32_t value = call->operation->run( NULL, call->operands );

        trace( "isr", call->operation->name, index, value, ( uint32_t ) higher_task_woken );
    }

    if( script->yields )
    {
        portYIELD_FROM_ISR( higher_task_woken );
    }
}

/* Ticks and lines of the hardware do not wait until interrupts are enabled; by that rule they do,
 * and do not overtake what waits. */
static bool comes_at_once( void )
{
    return ( configUSE_HW_ACCELERATION == 1 ) &&
           !( rules.events_while_masked && ( machine_is_masked() || machine_is_pending() ) );
}

/* Rule one_waits. */
static bool has_to_wait( void )
{
    return rules.one_waits && machine_is_masked() && machine_is_pending();
}

static void fire( const struct event * event )
{
    switch( event->kind )
    {
        case EVENT_TICKS:

            for( uint32_t i = 0; ( i < event->argument ) && !has_to_wait(); i++ )
            {
                if( comes_at_once() )
                {
                    machine_port_tick();
                    machine_serve();
                }
                else
                {
                    machine_raise( tick, 0 );
                }

                end_tick();
            }

            break;

        case EVENT_ROUTINE:
            machine_raise( run_routine, event->argument );
            break;

        case EVENT_LINE:

            if( lines_need_routine( event->argument ) )
            {
                machine_raise( lines_routine, event->argument );
            }
            else if( comes_at_once() )
            {
                lines_edge( event->argument );
                machine_serve();
            }
            else
            {
                machine_raise( lines_edge, event->argument );
            }

            break;
    }

    end_tick();
}

/* Is called at each point: is it the one of the inside event? */
static void at_point( void )
{
    if( !inside_over && ( gaps == scenario->inside.gap + 1 ) )
    {
        outcome.inside_points++;

        if( outcome.inside_points == scenario->inside_point )
        {
            inside_over = true;

            if( ( scenario->inside.kind == EVENT_TICKS ) && comes_at_once() && !rules.whole_ticks )
            {
                begin_tick();
            }
            else
            {
                fire( &scenario->inside );
            }
        }
    }
}

/* ---- looking ---- */

static void look_at_everything( void )
{
    machine_silence( true );

    for( uint32_t i = 0; i < object_count; i++ )
    {
        if( objects[ i ].handle != NULL )
        {
            trace( "object", objects[ i ].script->kind->name, i,
                   objects[ i ].script->kind->look( objects[ i ].handle ), 0 );
        }
    }

    for( uint32_t i = 0; i < worker_count; i++ )
    {
        if( workers[ i ].handle != NULL )
        {
            trace( "task", "", i, eTaskGetState( workers[ i ].handle ),
                   uxTaskPriorityGet( workers[ i ].handle ) );
        }

        if( workers[ i ].deleted != NULL )
        {
            trace( "deleted", "", i, eTaskGetState( workers[ i ].deleted ),
                   uxTaskPriorityGet( workers[ i ].deleted ) );
        }
    }

    trace( "daemon", "", 0, eTaskGetState( xTimerGetTimerDaemonTaskHandle() ), 0 );
    trace( "kernel", "", ( uint32_t ) xTaskGetSchedulerState(), xTaskGetTickCount(),
           uxTaskGetNumberOfTasks() );
    machine_silence( false );
}

/* ---- the program ---- */

static void gap( bool idle )
{
    uint32_t here = gaps++;
    bool fired = false;

    if( scenario->has_inside && ( here == scenario->inside.gap + 1 ) )
    {
        note_interruptions();
    }

    end_tick();

    if( !inside_over && ( here > scenario->inside.gap ) )
    {
        inside_over = true;
        fire( &scenario->inside );
    }

    /* After the event of the last call, which may have come inside; and as if it had, it does not
     * stand for the tick of an idle round. */
    if( ( here >= scenario->limit ) || waiters_order_unknown() )
    {
        look_at_everything();
        finish( "ok" );
    }

    while( ( next_event < scenario->events ) && ( scenario->event[ next_event ].gap <= here ) &&
           !has_to_wait() )
    {
        fire( &scenario->event[ next_event++ ] );
        fired = true;
    }

    if( idle && !fired )
    {
        machine_raise( tick, 0 );
        end_tick();
    }

    if( ( here % LOOK ) == 0 )
    {
        look_at_everything();
    }
}

void interpreter_gap( void )
{
    gap( false );
}

void run_worker( void * parameter )
{
    struct worker * self = parameter;
    uint32_t number = ( uint32_t ) ( self - workers );

    /* A context that a deleted task had is nobody else's any more. */
    for( uint32_t i = 0; i < worker_count; i++ )
    {
        if( workers[ i ].context == machine_running() )
        {
            workers[ i ].context = NULL;
        }
    }

    self->context = machine_running();
    lines_bind( true, number );

    for( ;; )
    {
        const struct call * call = &self->script->calls[ self->next_call ];
        uint32_t value;

        self->next_call = ( self->next_call + 1 ) % self->script->count;
        gap( false );
        trace( "call", call->operation->name, number, ( uint32_t ) call->operands[ 0 ],
               ( uint32_t ) call->operands[ 1 ] );
        outcome.calls++;
        machine_point();
        value = call->operation->run( self, call->operands );
        machine_point();
        trace( "return", call->operation->name, number, value, tick_now() );
    }
}

void vApplicationIdleHook( void )
{
    /* Interrupts are enabled all the time; FreeRTOS's own loop has no place that shows it. */
    machine_point();
    trace( "idle", "", 0, 0, 0 );
    gap( true );
    machine_point();
}

/* The hardware kernel has room for so many objects of the scenario, an even number. Those for which there is
 * none are not created on FreeRTOS either. */
static void leave_room( uint32_t room )
{
    uint32_t pairs = room / 2, halves = 0;

    /* The timer task's queue is none of the scenario's. */
    ( void ) xTimerCreate( NULL, 1, pdFALSE, NULL, NULL );

    #if ( isochronHARDWARE_KERNEL == 1 )
    for( uint32_t i = 2 + room; i < configMAX_HW_ACCELERATION_SEMAPHORES; i++ )
    {
        SemaphoreHandle_t object = xSemaphoreCreateBinary();

        configASSERT( object != NULL );
    }
    #endif

    for( uint32_t i = 0; i < object_count; i++ )
    {
        const uint32_t size = scenario->object[ i ].kind->size;

        if( ( size == 1 ) && ( halves != 0 ) )
        {
            halves--;
        }
        else if( ( size != 0 ) && ( pairs != 0 ) )
        {
            pairs--;
            halves += 2 - size;
        }
        else
        {
            objects[ i ].is_missing = ( size != 0 );
        }
    }
}

/* main() calls, for the task that is to run first. Who that is then is told, too. While there is none,
 * FreeRTOS has no pxCurrentTCB, which most calls follow. */
static void run_before_the_start( void )
{
    static struct worker self = { .object = NO_OBJECT, .named = NO_TASK };

    before_the_start = true;

    for( uint32_t i = 0; i < scenario->before.count; i++ )
    {
        const struct call * call = &scenario->before.calls[ i ];
        const struct worker * first;
        uint32_t value = SKIPPED;

        trace( "call", call->operation->name, MOST_TASKS, ( uint32_t ) call->operands[ 0 ],
               ( uint32_t ) call->operands[ 1 ] );
        outcome.calls++;

        self.handle = xTaskGetCurrentTaskHandle();

        if( ( self.handle != NULL ) || ( strcmp( call->operation->name, "create" ) == 0 ) )
        {
            value = call->operation->run( &self, call->operands );
        }

        first = worker_of( xTaskGetCurrentTaskHandle() );
        trace( "return", call->operation->name, MOST_TASKS, value,
               ( first != NULL ) ? ( uint32_t ) ( first - workers ) : MOST_TASKS );
    }

    for( uint32_t i = 0; i < worker_count; i++ )
    {
        if( workers[ i ].handle != NULL )
        {
            trace( "task", "", i, eTaskGetState( workers[ i ].handle ),
                   uxTaskPriorityGet( workers[ i ].handle ) );
        }
    }

    before_the_start = false;
}

void interpret( const struct scenario * to_run, void ( *finished )( const struct outcome * ) )
{
    scenario = to_run;
    end = finished;
    inside_over = !scenario->has_inside;
    worker_count = scenario->tasks;
    object_count = scenario->objects;
    ulHostFirstTick = scenario->first_tick;
    lines_use( scenario->line, scenario->lines );

    if( scenario->has_room )
    {
        leave_room( scenario->room );
    }

    for( uint32_t i = 0; i < object_count; i++ )
    {
        objects[ i ].script = &scenario->object[ i ];
        objects[ i ].set = NO_OBJECT;
        create_object( i, 0 );
    }

    for( uint32_t i = 0; i < worker_count; i++ )
    {
        workers[ i ].script = &scenario->task[ i ];
        workers[ i ].wake = scenario->first_tick;
        workers[ i ].object = NO_OBJECT;
        workers[ i ].named = NO_TASK;

        /* One without calls does not exist. */
        if( ( workers[ i ].script->count != 0 ) && ( scenario->before.count == 0 ) )
        {
            create_worker( i, workers[ i ].script->priority );
        }
    }

    run_before_the_start();
    machine_observe( at_point );
    vTaskStartScheduler();
    finish( "the scheduler did not start" );
}
