/* SPDX-License-Identifier: Apache-2.0 */

#include "objects.h"

#include <errno.h>
#include <string.h>

#include "board.h"
#include "internal.h"

/* With the lock. */
static struct object * named( const struct object_kind * kind, const char * name )
{
    struct object * object = kind->objects;

    while( ( object != NULL ) && ( strcmp( object->name, name ) != 0 ) )
    {
        object = object->next;
    }

    return object;
}

void * object_new( size_t size, int * error )
{
    void * object;

    if( board_in_interrupt() || alchemy_in_alarm() )
    {
        *error = -EPERM;
        return NULL;
    }

    object = pvPortMalloc( size );

    if( object == NULL )
    {
        *error = -ENOMEM;
        return NULL;
    }

    return memset( object, 0, size );
}

int object_enter( struct object_kind * kind, void * entered, const char * name )
{
    struct object * object = entered;
    int error = 0;

    if( name != NULL )
    {
        strncpy( object->name, name, ALCHEMY_NAME_LENGTH - 1 );
    }

    alchemy_lock();

    if( ( object->name[ 0 ] != '\0' ) && ( named( kind, object->name ) != NULL ) )
    {
        error = -EEXIST;
    }
    else
    {
        object->kind = kind;
        object->next = kind->objects;
        kind->objects = object;
        ( void ) wake_all( &kind->binders, 0 );
    }

    alchemy_unlock();
    return error;
}

void object_leave( void * left )
{
    struct object * object = left;
    struct object ** link;

    alchemy_lock();
    link = &object->kind->objects;

    while( *link != object )
    {
        link = &( *link )->next;
    }

    *link = object->next;
    object->kind = NULL;
    alchemy_unlock();
}

int object_complete( struct object_kind * kind, void * object, const char * name, int error,
                     uintptr_t * handle )
{
    if( error == 0 )
    {
        error = object_enter( kind, object, name );
    }

    if( error != 0 )
    {
        kind->end( object );
    }
    else
    {
        *handle = ( uintptr_t ) object;
    }

    return error;
}

int object_delete( struct object_kind * kind, uintptr_t handle )
{
    void * deleted;
    int error = 0;

    if( board_in_interrupt() || alchemy_in_alarm() )
    {
        return -EPERM;
    }

    alchemy_lock();
    deleted = object_find( kind, handle );

    if( deleted == NULL )
    {
        error = -EINVAL;
    }
    else if( ( kind->is_used != NULL ) && kind->is_used( deleted ) )
    {
        error = -EBUSY;
    }
    else
    {
        object_leave( deleted );
        kind->end( deleted );
    }

    alchemy_unlock();
    return error;
}

void * object_find( const struct object_kind * kind, uintptr_t handle )
{
    struct object * object = ( struct object * ) handle;

    if( ( object == NULL ) || ( ( handle % sizeof( uintptr_t ) ) != 0U ) || ( object->kind != kind ) )
    {
        return NULL;
    }

    return object;
}

int object_bind( struct object_kind * kind, const char * name, RTIME timeout, uintptr_t * handle )
{
    struct time_limit limit = until( date_after( timeout ) );
    int error = 0;

    while( error == 0 )
    {
        struct object * object;

        alchemy_lock();
        object = named( kind, name );

        if( object != NULL )
        {
            *handle = ( uintptr_t ) object;
            alchemy_unlock();
            break;
        }

        error = wait_in( &kind->binders, &limit, NULL );
    }

    return error;
}
