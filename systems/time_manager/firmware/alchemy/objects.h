/* SPDX-License-Identifier: Apache-2.0 */

/* What all objects of the layer have in common: a kind, a name, and tasks that wait for a name. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "alchemy/timer.h"
#include "wait_queue.h"

/* The first member of every object: a descriptor's handle is its address. */
struct object
{
    struct object * next;
    struct object_kind * kind; /* NULL once it is deleted */
    char name[ ALCHEMY_NAME_LENGTH ];
};

struct object_kind
{
    struct object * objects;
    struct wait_queue binders;
    void ( *end )( void * object );             /* wakes its waiters with -EIDRM, gives its memory back */
    BaseType_t ( *is_used )( const void * object ); /* whether it may not be deleted now; NULL: never */
};

/* The handle of a descriptor that may be NULL; no object has 0. */
#define HANDLE_OF( descriptor ) ( ( ( descriptor ) == NULL ) ? 0U : ( descriptor )->handle )

/* Gives memory for an object, all zero: -ENOMEM, or -EPERM in an interrupt or an alarm. */
void * object_new( size_t size, int * error );

/* Makes it known, by a name or NULL or an empty one for none: 0, or -EEXIST if the kind has the name.
 * Takes it back. */
int object_enter( struct object_kind * kind, void * object, const char * name );
void object_leave( void * object );

/* Ends a creation: the object gets known and its handle written, unless there was an error before or
 * the kind has the name; then it is ended. Gives the error. */
int object_complete( struct object_kind * kind, void * object, const char * name, int error,
                     uintptr_t * handle );

/* Ends an object: 0, -EPERM in an interrupt or an alarm, -EINVAL if there is none, -EBUSY if it is used. */
int object_delete( struct object_kind * kind, uintptr_t handle );

/* The object of a handle, NULL if there is none. */
void * object_find( const struct object_kind * kind, uintptr_t handle );

/* Waits for an object of this name, and writes its handle. */
int object_bind( struct object_kind * kind, const char * name, RTIME timeout, uintptr_t * handle );

/* What all kinds that are found by a name have, for `struct alchemy_<name>` and its `kind`: find(), and the
 * calls rt_<name>_delete(), rt_<name>_bind() and rt_<name>_unbind(). */
#define OBJECT_CALLS( type, name )                                                       \
    static struct alchemy_##name * find( type * descriptor )                             \
    {                                                                                    \
        return ( descriptor == NULL ) ? NULL : object_find( &kind, descriptor->handle ); \
    }                                                                                    \
    int rt_##name##_delete( type * descriptor )                                          \
    {                                                                                    \
        return object_delete( &kind, HANDLE_OF( descriptor ) );                          \
    }                                                                                    \
    int rt_##name##_bind( type * descriptor, const char * wanted, RTIME timeout )        \
    {                                                                                    \
        return object_bind( &kind, wanted, timeout, &descriptor->handle );               \
    }                                                                                    \
    int rt_##name##_unbind( type * descriptor )                                          \
    {                                                                                    \
        descriptor->handle = 0;                                                          \
        return 0;                                                                        \
    }
