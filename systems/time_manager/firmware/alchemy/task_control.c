/* SPDX-License-Identifier: Apache-2.0 */

/* What tasks are: priorities, modes, joining, and tasks of FreeRTOS that become some of the layer. */
#include "internal.h"

#include <errno.h>
#include <string.h>

#define LOCK_PRIORITY ( T_HIPRIO + 1 )

void alchemy_apply_priority( struct alchemy_task * task )
{
    int priority = ( ( task->mode & T_LOCK ) != 0 ) ? LOCK_PRIORITY : task->priority;

    vTaskPrioritySet( task->handle, ( UBaseType_t ) priority );
}

int rt_task_set_priority( RT_TASK * task, int prio )
{
    struct alchemy_task * set;
    BaseType_t yields = pdFALSE;
    int error = 0;

    alchemy_lock();
    set = alchemy_find_or_self( task, &error );

    if( ( set != NULL ) && ( ( prio < T_LOPRIO ) || ( prio > T_HIPRIO ) ) )
    {
        error = -EINVAL;
    }
    else if( set != NULL )
    {
        yields = ( prio == set->priority ) && ( set == alchemy_self() );
        set->priority = prio;
        alchemy_apply_priority( set );
        place_in_queue( set );
    }

    alchemy_unlock();

    if( yields )
    {
        taskYIELD();
    }

    return error;
}

int rt_task_yield( void )
{
    if( alchemy_self() == NULL )
    {
        return -EPERM;
    }

    taskYIELD();
    return 0;
}

int rt_task_set_mode( int clrmask, int setmask, int * mode_r )
{
    struct alchemy_task * self = alchemy_self();

    if( self == NULL )
    {
        return -EPERM;
    }

    if( ( ( clrmask | setmask ) & ~( T_LOCK | T_WARNSW | T_CONFORMING ) ) != 0 )
    {
        return -EINVAL;
    }

    if( mode_r != NULL )
    {
        *mode_r = self->mode & ( T_LOCK | T_WARNSW );
    }

    self->mode = ( self->mode & ~clrmask ) | ( setmask & ~T_CONFORMING );
    alchemy_apply_priority( self );
    return 0;
}

int rt_task_set_affinity( RT_TASK * task, const cpu_set_t * cpus )
{
    /* The first word of a set, also of Linux's, has the lowest processors. */
    BaseType_t has_ours = ( *( const unsigned long * ) cpus & 1U ) != 0U;
    int error = 0;

    alchemy_lock();
    ( void ) alchemy_find_or_self( task, &error );
    alchemy_unlock();

    return ( ( error != 0 ) || !has_ours ) ? -EINVAL : 0;
}

int rt_task_inquire( RT_TASK * task, RT_TASK_INFO * info )
{
    struct alchemy_task * inquired;
    int error = 0;

    alchemy_lock();
    inquired = alchemy_find_or_self( task, &error );

    if( ( inquired != NULL ) && ( info != NULL ) )
    {
        info->prio = inquired->priority;
        strcpy( info->name, inquired->object.name );
    }

    alchemy_unlock();
    return error;
}

int rt_task_bind( RT_TASK * task, const char * name, RTIME timeout )
{
    return object_bind( &alchemy_tasks, name, timeout, &task->handle );
}

int rt_task_unbind( RT_TASK * task )
{
    task->handle = 0;
    return 0;
}

/* Stands for what a task runs that was not started by the layer. */
static void elsewhere( void * arg )
{
    ( void ) arg;
}

int rt_task_shadow( RT_TASK * task, const char * name, int prio, int mode )
{
    int error = 0;
    struct alchemy_task * created;

    if( ( prio < T_LOPRIO ) || ( prio > T_HIPRIO ) || ( ( mode & ~( T_LOCK | T_WARNSW ) ) != 0 ) )
    {
        return -EINVAL;
    }

    if( alchemy_self() != NULL )
    {
        return -EBUSY;
    }

    created = object_new( sizeof( *created ), &error );

    if( created == NULL )
    {
        return error;
    }

    time_base_begin();
    created->entry = elsewhere;
    created->priority = prio;
    created->mode = mode;
    created->handle = xTaskGetCurrentTaskHandle();
    error = object_enter( &alchemy_tasks, created, name );

    if( error != 0 )
    {
        vPortFree( created );
        return error;
    }

    alchemy_adopt( created, created->handle );

    if( task != NULL )
    {
        *task = created->self;
    }

    alchemy_apply_priority( created );
    return 0;
}

/* Who waits is told by alchemy_release(), which frees. */
int rt_task_join( RT_TASK * task )
{
    struct time_limit forever = until( TM_INFINITE );
    struct alchemy_task * joined;
    int error = 0;

    alchemy_lock();
    joined = ( task == NULL ) ? NULL : object_find( &alchemy_tasks, task->handle );

    if( ( joined == NULL ) || ( ( joined->mode & T_JOINABLE ) == 0 ) || ( joined->joiners.count != 0U ) )
    {
        error = -EINVAL;
    }
    else if( joined == alchemy_self() )
    {
        error = -EDEADLK;
    }
    else if( !joined->has_ended )
    {
        return wait_in( &joined->joiners, &forever, NULL );
    }
    else
    {
        joined->object.kind = NULL;
        vPortFree( joined );
    }

    alchemy_unlock();
    return error;
}
