/* SPDX-License-Identifier: Apache-2.0 */

/* Creating, starting, suspending and deleting tasks. */
#include "internal.h"

#include <errno.h>
#include <string.h>

#include "board.h"

#define MAGIC     0x616c6374U
#define TLS_INDEX 0

static struct named * names;

struct alchemy_task * alchemy_self( void )
{
    if( xTaskGetSchedulerState() == taskSCHEDULER_NOT_STARTED )
    {
        return NULL;
    }

    return board_in_interrupt() ? NULL : pvTaskGetThreadLocalStoragePointer( NULL, TLS_INDEX );
}

struct alchemy_task * alchemy_find( RT_TASK * task, int * error )
{
    struct alchemy_task * found = ( task == NULL ) ? NULL : ( struct alchemy_task * ) task->handle;

    if( ( found == NULL ) || ( ( task->handle % sizeof( uintptr_t ) ) != 0U ) || ( found->magic != MAGIC ) )
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
    self->entry( self->arg );
    ( void ) rt_task_delete( NULL );
}

static void release( struct alchemy_task * task )
{
    task->magic = ~MAGIC;
    alchemy_close_timer( &task->releases );
    alchemy_close_timer( &task->sleep );
    names_remove( &names, &task->named );
    vPortFree( task );
}

int rt_task_create( RT_TASK * task, const char * name, int stksize, int prio, int mode )
{
    struct alchemy_task * created;
    size_t words = ( ( size_t ) stksize + sizeof( StackType_t ) - 1U ) / sizeof( StackType_t );
    int error;

    if( board_in_interrupt() )
    {
        return -EPERM;
    }

    if( ( task == NULL ) || ( stksize < 0 ) || ( prio < T_LOPRIO ) || ( prio > T_HIPRIO ) ||
        ( ( mode & ~T_WARNSW ) != 0 ) )
    {
        return -EINVAL;
    }

    time_base_begin();
    created = pvPortMalloc( sizeof( *created ) );

    if( created == NULL )
    {
        return -ENOMEM;
    }

    memset( created, 0, sizeof( *created ) );
    error = names_enter( &names, &created->named, name );

    if( error != 0 )
    {
        vPortFree( created );
        return error;
    }

    created->magic = MAGIC;
    created->self.handle = ( uintptr_t ) created;

    if( words < configMINIMAL_STACK_SIZE )
    {
        words = configMINIMAL_STACK_SIZE;
    }

    /* It must not run before it is known to be one of these. */
    vTaskSuspendAll();

    if( xTaskCreate( trampoline, created->named.name, words, created, ( UBaseType_t ) prio,
                     &created->handle ) == pdPASS )
    {
        vTaskSetThreadLocalStoragePointer( created->handle, TLS_INDEX, created );
        *task = created->self;
    }
    else
    {
        error = -ENOMEM;
    }

    ( void ) xTaskResumeAll();

    if( error != 0 )
    {
        release( created );
    }

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
    release( deleted );
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
