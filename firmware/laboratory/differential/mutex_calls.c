/* SPDX-License-Identifier: Apache-2.0 */

/* Mutexes and recursive mutexes. What FreeRTOS asserts on is skipped: taking a mutex again that one
 * holds, and giving one that another task holds. One that was reset is held by nobody, so anybody may
 * give it, a recursive one, too; who holds a recursive one gives it back as it was taken. */
#include "call_macros.h"
#include "semphr.h"

TaskHandle_t holder_of( void * mutex )
{
    TaskHandle_t holder;

    machine_silence( true );
    holder = xSemaphoreGetMutexHolder( ( SemaphoreHandle_t ) mutex );
    machine_silence( false );
    return holder;
}

bool holds_a_mutex( TaskHandle_t task )
{
    for( uint32_t i = 0; rules.deletion_of_holder && ( i < object_count ); i++ )
    {
        if( objects[ i ].script->kind->is_mutex && ( objects[ i ].handle != NULL ) &&
            ( holder_of( objects[ i ].handle ) == task ) )
        {
            return true;
        }
    }

    return false;
}

/* The number of a task, for traces. */
static uint32_t number_of( TaskHandle_t task )
{
    const struct worker * worker = worker_of( task );

    return ( worker != NULL ) ? ( uint32_t ) ( worker - workers ) : MOST_TASKS;
}

static void * mutex_create( const int32_t * operands, uint32_t index )
{
    return xSemaphoreCreateMutex();
}

static void * recursive_create( const int32_t * operands, uint32_t index )
{
    return xSemaphoreCreateRecursiveMutex();
}

static void mutex_remove( void * handle )
{
    vSemaphoreDelete( ( SemaphoreHandle_t ) handle );
}

static uint32_t mutex_look( void * handle )
{
    return ( number_of( holder_of( handle ) ) << 1 ) | uxSemaphoreGetCount( ( SemaphoreHandle_t ) handle );
}

/* The caller begins to wait for a mutex: may its holder's priority rise? */
static bool lend_priority( void * mutex )
{
    struct worker * holder = worker_of( holder_of( mutex ) );
    bool higher;

    if( holder == NULL )
    {
        return true;
    }

    machine_silence( true );
    higher = uxTaskPriorityGet( NULL ) > uxTaskPriorityGet( holder->handle );
    machine_silence( false );
    return !higher || change_priority( holder );
}

static uint32_t wait_for_mutex( struct worker * self, const int32_t * operands,
                                BaseType_t ( *take )( QueueHandle_t, TickType_t ) )
{
    void * handle = objects[ operands[ 0 ] ].handle;
    struct worker * holder;
    BaseType_t taken;

    if( ( handle == NULL ) || !may_wait( operands[ 0 ] ) || !lend_priority( handle ) )
    {
        return SKIPPED;
    }

    self->moved = false;
    self->object = operands[ 0 ];
    taken = take( ( QueueHandle_t ) handle, ticks_to_wait( operands[ 1 ] ) );
    self->object = NO_OBJECT;

    if( taken == pdFALSE )
    {
        holder = worker_of( holder_of( handle ) );

        /* Who gives up takes back what it lent. */
        if( holder != NULL )
        {
            priority_changes( holder );
        }
    }

    return ( uint32_t ) taken;
}

CALL( lock )
{
    struct object * object = &objects[ operands[ 0 ] ];

    if( ( object->handle != NULL ) && ( holder_of( object->handle ) == self->handle ) )
    {
        return SKIPPED;
    }

    return wait_for_mutex( self, operands, xQueueSemaphoreTake );
}

CALL( unlock )
{
    struct object * object = &objects[ operands[ 0 ] ];
    TaskHandle_t holder = ( object->handle != NULL ) ? holder_of( object->handle ) : NULL;

    if( ( holder != NULL ) && ( object->script->kind->is_recursive || ( worker_of( holder ) != self ) ) )
    {
        return SKIPPED;
    }

    ON_OBJECT( self, operands[ 0 ], xSemaphoreGive( ( SemaphoreHandle_t ) handle ) );
}

CALL( unlock_from_isr )
{
    void * mutex = objects[ operands[ 0 ] ].handle;
    TaskHandle_t holder = NULL;

    if( mutex != NULL )
    {
        machine_silence( true );
        holder = xSemaphoreGetMutexHolderFromISR( ( SemaphoreHandle_t ) mutex );
        machine_silence( false );
    }

    if( holder != NULL )
    {
        return SKIPPED;
    }

    WITH_OBJECT( operands[ 0 ],
                 xSemaphoreGiveFromISR( ( SemaphoreHandle_t ) handle, WOKEN( operands[ 1 ] ) ) );
}

CALL( lock_recursive )
{
    return wait_for_mutex( self, operands, xQueueTakeMutexRecursive );
}

CALL( unlock_recursive )
{
    ON_OBJECT( self, operands[ 0 ], xSemaphoreGiveRecursive( ( SemaphoreHandle_t ) handle ) );
}

CALL( holder )
{
    WITH_OBJECT( operands[ 0 ], number_of( xSemaphoreGetMutexHolder( ( SemaphoreHandle_t ) handle ) ) );
}

CALL( holder_from_isr )
{
    WITH_OBJECT( operands[ 0 ],
                 number_of( xSemaphoreGetMutexHolderFromISR( ( SemaphoreHandle_t ) handle ) ) );
}

const struct object_kind mutex_kind = { .name = "mutex",
                                        .create = mutex_create,
                                        .remove = mutex_remove,
                                        .look = mutex_look,
                                        .size = 1,
                                        .is_mutex = true };
const struct object_kind recursive_kind = { .name = "recursive",
                                            .create = recursive_create,
                                            .remove = mutex_remove,
                                            .look = mutex_look,
                                            .size = 1,
                                            .is_mutex = true,
                                            .is_recursive = true };

const struct operation mutex_calls[] = {
    ENTRY( lock ),   ENTRY( unlock ),          ENTRY( lock_recursive ),  ENTRY( unlock_recursive ),
    ENTRY( holder ), ENTRY( unlock_from_isr ), ENTRY( holder_from_isr ), NO_MORE,
};
