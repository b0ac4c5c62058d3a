/* SPDX-License-Identifier: Apache-2.0 */

/* Creating, starting, suspending and deleting tasks. */
#include "internal.h"

#include <errno.h>
#include <string.h>

#include "board.h"

struct object_kind alchemy_tasks;

struct alchemy_task * alchemy_self( void )
{
    if( xTaskGetSchedulerState() == taskSCHEDULER_NOT_STARTED )
    {
        return NULL;
    }

    return board_in_interrupt() ? NULL : pvTaskGetThreadLocalStoragePointer( NULL, ALCHEMY_TLS_INDEX );
}

struct alchemy_task * alchemy_find( RT_TASK * task, int * error )
{
    struct alchemy_task * found = ( task == NULL ) ? NULL : object_find( &alchemy_tasks, task->handle );

    if( ( found == NULL ) || found->has_ended )
    {
        *error = -EINVAL;
        return NULL;
    }

    return found;
}

struct alchemy_task * alchemy_find_or_self( RT_TASK * task, int * error )
{
    struct alchemy_task * self;

    if( task != NULL )
    {
        return alchemy_find( task, error );
    }

    self = alchemy_self();

    if( self == NULL )
    {
        *error = -EPERM;
    }

    return self;
}

static void trampoline( void * parameters )
{
    struct alchemy_task * self = parameters;

    ( void ) alchemy_await( self, EVENT_START );
    alchemy_apply_priority( self );
    self->entry( self->arg );
    ( void ) rt_task_delete( NULL );
}

void alchemy_adopt( struct alchemy_task * task, TaskHandle_t handle )
{
    task->handle = handle;
    task->self.handle = ( uintptr_t ) task;
    vTaskSetThreadLocalStoragePointer( handle, ALCHEMY_TLS_INDEX, task );
}

/* A task that is to be joined is known by its descriptor until it is, and has no name any more. */
void alchemy_release( struct alchemy_task * task )
{
    alchemy_lock();
    leave_queue( task );
    ( void ) wake_all( &task->senders, -EIDRM );
    ( void ) wake_all( &task->served, -EIDRM );
    alchemy_close_timer( &task->releases );
    alchemy_close_timer( &task->sleep );
    object_leave( task );
    #if ALCHEMY_TIME_SLICES
    vTaskSetThreadLocalStoragePointer( task->handle, ALCHEMY_TLS_INDEX, NULL ); /* a switch looks at it */
    #endif

    if( ( ( task->mode & T_JOINABLE ) != 0 ) && ( wake_first( &task->joiners, 0 ) == NULL ) )
    {
        task->has_ended = pdTRUE;
        task->object.kind = &alchemy_tasks;
    }
    else
    {
        vPortFree( task );
    }

    alchemy_unlock();
}

int rt_task_create( RT_TASK * task, const char * name, int stksize, int prio, int mode )
{
    struct alchemy_task * created;
    size_t words = ( ( size_t ) stksize + sizeof( StackType_t ) - 1U ) / sizeof( StackType_t );
    int error = 0;

    if( ( task == NULL ) || ( stksize < 0 ) || ( prio < T_LOPRIO ) || ( prio > T_HIPRIO ) ||
        ( ( mode & ~( T_LOCK | T_WARNSW | T_JOINABLE ) ) != 0 ) )
    {
        return -EINVAL;
    }

    created = object_new( sizeof( *created ), &error );

    if( created == NULL )
    {
        return error;
    }

    time_base_begin();
    created->priority = prio;
    created->mode = mode;

    if( words < configMINIMAL_STACK_SIZE )
    {
        words = configMINIMAL_STACK_SIZE;
    }

    /* It must not run before it is known to be one of these. */
    alchemy_lock();
    error = object_enter( &alchemy_tasks, created, name );

    if( error != 0 )
    {
        vPortFree( created );
    }
    else if( xTaskCreate( trampoline, created->object.name, words, created, ( UBaseType_t ) prio,
                          &created->handle ) == pdPASS )
    {
        alchemy_adopt( created, created->handle );
        *task = created->self;
    }
    else
    {
        created->mode = 0;
        alchemy_release( created );
        error = -ENOMEM;
    }

    alchemy_unlock();
    return error;
}

int rt_task_start( RT_TASK * task, void ( *entry )( void * arg ), void * arg )
{
    int error = 0;
    struct alchemy_task * started = alchemy_find( task, &error );

    if( ( started != NULL ) && ( started->entry == NULL ) )
    {
        started->arg = arg;
        started->entry = entry;
        alchemy_happen( started, EVENT_START );
    }

    return error;
}

int rt_task_spawn( RT_TASK * task, const char * name, int stksize, int prio, int mode,
                   void ( *entry )( void * arg ), void * arg )
{
    int error = rt_task_create( task, name, stksize, prio, mode );

    return ( error != 0 ) ? error : rt_task_start( task, entry, arg );
}

int rt_task_delete( RT_TASK * task )
{
    int error = 0;
    struct alchemy_task * deleted;
    TaskHandle_t handle;

    /* An alarm's handler runs in a task that is none of the layer's, and may not delete. */
    if( board_in_interrupt() || alchemy_in_alarm() )
    {
        return -EPERM;
    }

    deleted = alchemy_find_or_self( task, &error );

    if( deleted == NULL )
    {
        return error;
    }

    handle = deleted->handle;
    alchemy_release( deleted );
    vTaskDelete( handle );
    return 0;
}

int rt_task_suspend( RT_TASK * task )
{
    int error = 0;
    struct alchemy_task * suspended = alchemy_find_or_self( task, &error );
    BaseType_t first;

    if( suspended == NULL )
    {
        return error;
    }

    taskENTER_CRITICAL();
    first = ( suspended->suspensions++ == 0U ) ? pdTRUE : pdFALSE;
    taskEXIT_CRITICAL();

    if( first )
    {
        vTaskSuspend( suspended->handle );
    }

    return 0;
}

int rt_task_resume( RT_TASK * task )
{
    int error = 0;
    struct alchemy_task * resumed = alchemy_find( task, &error );
    BaseType_t last;

    if( resumed == NULL )
    {
        return error;
    }

    taskENTER_CRITICAL();
    last = ( resumed->suspensions == 1U ) ? pdTRUE : pdFALSE;

    if( resumed->suspensions > 0U )
    {
        resumed->suspensions--;
    }

    taskEXIT_CRITICAL();

    if( last )
    {
        vTaskResume( resumed->handle );
    }

    return 0;
}

RT_TASK * rt_task_self( void )
{
    struct alchemy_task * self = alchemy_self();

    return ( self == NULL ) ? NULL : &self->self;
}

int rt_task_same( RT_TASK * task1, RT_TASK * task2 )
{
    return task1->handle == task2->handle;
}
