/* SPDX-License-Identifier: Apache-2.0 */

/* What the calls have in common, and all their tables. */
#include "calls.h"

#include <string.h>

#include "call_macros.h"
#include "isochron_options.h"
#include "lines.h"

struct worker workers[ MOST_TASKS ];
struct object objects[ MOST_OBJECTS ];
uint32_t worker_count, object_count, suspensions;
bool before_the_start;
BaseType_t higher_task_woken;

TickType_t ticks_to_wait( int32_t ticks )
{
    if( ( suspensions != 0 ) || before_the_start )
    {
        return 0;
    }

    return ( ticks == FOR_EVER ) ? portMAX_DELAY : ( TickType_t ) ticks;
}

TickType_t tick_now( void )
{
    TickType_t now;

    machine_silence( true );
    now = xTaskGetTickCount();
    machine_silence( false );

    #if ( isochronHARDWARE_KERNEL == 0 )
    /* Interrupts come before what was read is traced. On the hybrid they must: the answer waits, masked,
     * until all that are due at the tick are ready. The hardware kernel's is one load, behind which nobody
     * may be due. */
    machine_point();
    #endif

    return now;
}

/* Another task is in a call on the same object. */
static bool shares_its_object( const struct worker * worker )
{
    for( uint32_t i = 0; i < worker_count; i++ )
    {
        if( ( worker != &workers[ i ] ) && ( workers[ i ].handle != NULL ) &&
            ( worker->object == workers[ i ].object ) )
        {
            return true;
        }
    }

    return false;
}

/* Its priority says where it stands among those who wait for the object that it is in a call on. */
static bool is_placed_by_priority( const struct worker * worker )
{
    return ( worker->object == TIMER_QUEUE ) ||
           ( ( worker->object != NO_OBJECT ) && !objects[ worker->object ].script->kind->in_any_order );
}

void priority_changes( struct worker * worker )
{
    worker->moved = rules.priority_of_waiter && is_placed_by_priority( worker );
}

bool change_priority( struct worker * worker )
{
    if( rules.priority_of_waiter && is_placed_by_priority( worker ) && shares_its_object( worker ) )
    {
        return false;
    }

    priority_changes( worker );
    return true;
}

static bool is_moved_waiter( const struct worker * worker )
{
    return worker->moved && ( worker->handle != NULL ) && ( worker->object != NO_OBJECT );
}

bool may_wait( int32_t object )
{
    for( uint32_t i = 0; i < worker_count; i++ )
    {
        if( is_moved_waiter( &workers[ i ] ) && ( workers[ i ].object == object ) )
        {
            return false;
        }
    }

    return true;
}

bool waiters_order_unknown( void )
{
    for( uint32_t i = 0; i < worker_count; i++ )
    {
        if( is_moved_waiter( &workers[ i ] ) && shares_its_object( &workers[ i ] ) )
        {
            return true;
        }
    }

    return false;
}

struct worker * worker_of( TaskHandle_t task )
{
    for( uint32_t i = 0; ( task != NULL ) && ( i < worker_count ); i++ )
    {
        if( workers[ i ].handle == task )
        {
            return &workers[ i ];
        }
    }

    return NULL;
}

bool is_in_call( int32_t object )
{
    for( uint32_t i = 0; i < worker_count; i++ )
    {
        if( ( workers[ i ].handle != NULL ) && ( workers[ i ].object == object ) )
        {
            return true;
        }
    }

    return false;
}

bool is_member( int32_t object )
{
    return objects[ object ].set != NO_OBJECT;
}

/* It still waits, so that the deletion of what it waits for wakes it; who has been woken or is late
 * may look at it once more. */
static bool is_blocked( const struct worker * worker )
{
    eTaskState state;

    machine_silence( true );
    state = eTaskGetState( worker->handle );
    machine_silence( false );
    return state == eBlocked;
}

void note_interruptions( void )
{
    for( uint32_t i = 0; i < worker_count; i++ )
    {
        workers[ i ].interrupted = true;
    }
}

void names_task( struct worker * self, int32_t index )
{
    if( self != NULL )
    {
        self->named = index;
        self->interrupted = false;
    }
}

bool is_named( uint32_t index )
{
    for( uint32_t i = 0; rules.deletion_while_named && ( i < worker_count ); i++ )
    {
        if( ( workers[ i ].handle != NULL ) && workers[ i ].interrupted &&
            ( workers[ i ].named == ( int32_t ) index ) )
        {
            return true;
        }
    }

    return false;
}

bool stays_when_deleted( int32_t index )
{
    return workers[ index ].handle == ( TaskHandle_t ) &workers[ index ].block;
}

static bool is_in_use( int32_t index )
{
    const struct object * object = &objects[ index ];

    for( uint32_t i = 0; i < object_count; i++ )
    {
        if( object->is_named || ( objects[ i ].set == index ) )
        {
            return true;
        }
    }

    for( uint32_t i = 0; rules.deletion_with_waiters && ( i < worker_count ); i++ )
    {
        if( ( workers[ i ].handle != NULL ) && ( workers[ i ].object == index ) &&
            !( object->script->kind->frees_waiters && is_blocked( &workers[ i ] ) ) )
        {
            return true;
        }
    }

    return rules.deletion_of_holder && object->script->kind->is_mutex &&
           ( holder_of( object->handle ) != NULL );
}

/* Deletes an object of any kind and creates it again, perhaps a larger one. */
CALL( recreate )
{
    struct object * object = &objects[ operands[ 0 ] ];
    void * handle = object->handle;

    if( ( handle == NULL ) || ( object->script->kind->remove == NULL ) || is_in_use( operands[ 0 ] ) )
    {
        return SKIPPED;
    }

    lines_release( false, ( uint32_t ) operands[ 0 ] );
    object->handle = NULL;
    object->script->kind->remove( handle );
    create_object( ( uint32_t ) operands[ 0 ], operands[ 1 ] );
    return 1;
}

static const struct operation object_calls[] = { ENTRY( recreate ), NO_MORE };

extern const struct object_kind semaphore_kind, mutex_kind, recursive_kind, queue_kind, mailbox_kind,
    set_kind, event_group_kind, stream_kind, message_kind, timer_kind;

static const struct object_kind * const object_kinds[] = {
    &semaphore_kind, &mutex_kind,       &recursive_kind, &queue_kind,   &mailbox_kind,
    &set_kind,       &event_group_kind, &stream_kind,    &message_kind, &timer_kind,
};

extern const struct operation semaphore_calls[], mutex_calls[], queue_calls[], queue_set_calls[],
    scheduler_calls[], task_calls[], notification_calls[], event_group_calls[], stream_buffer_calls[],
    timer_calls[];

static const struct operation * const operations[] = {
    object_calls,      semaphore_calls,     mutex_calls, queue_calls,
    queue_set_calls,   scheduler_calls,     task_calls,  notification_calls,
    event_group_calls, stream_buffer_calls, timer_calls,
};

const struct operation * find_operation( const char * name )
{
    for( size_t i = 0; i < sizeof( operations ) / sizeof( operations[ 0 ] ); i++ )
    {
        for( const struct operation * operation = operations[ i ]; operation->name != NULL; operation++ )
        {
            /* A simulated core reads a scenario faster for a look at the first character. */
            if( ( name[ 0 ] == operation->name[ 0 ] ) && ( strcmp( name, operation->name ) == 0 ) )
            {
                return operation;
            }
        }
    }

    return NULL;
}

const struct object_kind * find_object_kind( const char * name )
{
    for( size_t i = 0; i < sizeof( object_kinds ) / sizeof( object_kinds[ 0 ] ); i++ )
    {
        if( strcmp( name, object_kinds[ i ]->name ) == 0 )
        {
            return object_kinds[ i ];
        }
    }

    return NULL;
}

void create_object( uint32_t index, int32_t more )
{
    struct object * object = &objects[ index ];
    int32_t operands[ OPERANDS ];

    ( void ) memcpy( operands, object->script->operands, sizeof( operands ) );
    operands[ 0 ] += object->script->kind->may_grow ? more : 0;

    if( ( isochronHARDWARE_KERNEL == 1 ) || !object->is_missing )
    {
        object->handle = object->script->kind->create( operands, index );
    }

    configASSERT( ( object->handle == NULL ) == object->is_missing );

    if( object->handle != NULL )
    {
        lines_bind( false, index );
    }
}

void create_worker( uint32_t index, UBaseType_t priority )
{
    struct worker * worker = &workers[ index ];
    BaseType_t created;

    worker->next_call = 0;
    worker->critical = 0;
    worker->object = NO_OBJECT;
    worker->moved = false;
    worker->interrupted = false;
    worker->named = NO_TASK;

    /* It may run before this returns, so it binds its lines itself. The first one has memory of its own. */
    if( !worker->was_created )
    {
        worker->was_created = true;
        worker->handle = ( TaskHandle_t ) &worker->block;
        ( void ) xTaskCreateStatic( run_worker, "worker", configMINIMAL_STACK_SIZE, worker, priority,
                                    worker->stack, &worker->block );
    }
    else
    {
        created =
            xTaskCreate( run_worker, "worker", configMINIMAL_STACK_SIZE, worker, priority, &worker->handle );
        configASSERT( created == pdPASS );
    }
}
