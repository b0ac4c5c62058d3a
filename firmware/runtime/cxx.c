/* SPDX-License-Identifier: Apache-2.0 */

/* What a compiled C++ program refers to besides C, for a compiler without libstdc++: new and delete, local
 * static objects, functions that are not there. In C, so that a project needs no C++ for it; the names are
 * those of the Itanium C++ ABI for 32 bits. A program's own, or a library's, take the place of these. There
 * are no exceptions: without memory, new ends the program by abort(). */
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

#include "FreeRTOS.h"
#include "task.h"

#define WEAK __attribute__( ( weak ) )

/* Tells apart shared libraries, of which there are none. */
void * __dso_handle WEAK = NULL;

static void * or_abort( void * memory )
{
    if( memory == NULL )
    {
        abort();
    }

    return memory;
}

/* new, and new of more than malloc's alignment. An array's is an object's, also if the program has its own.
 */
WEAK void * _Znwj( size_t size )
{
    return or_abort( malloc( ( size != 0 ) ? size : 1 ) );
}

WEAK void * _Znaj( size_t size )
{
    return _Znwj( size );
}

WEAK void * _ZnwjSt11align_val_t( size_t size, size_t alignment )
{
    return or_abort( memalign( alignment, ( size != 0 ) ? size : 1 ) );
}

WEAK void * _ZnajSt11align_val_t( size_t size, size_t alignment )
{
    return _ZnwjSt11align_val_t( size, alignment );
}

/* delete; and if the compiler knows the size, the alignment, or both. */
WEAK void _ZdlPv( void * memory )
{
    free( memory );
}

WEAK void _ZdaPv( void * memory )
{
    _ZdlPv( memory );
}

WEAK void _ZdlPvj( void * memory, size_t size )
{
    ( void ) size;
    _ZdlPv( memory );
}

WEAK void _ZdaPvj( void * memory, size_t size )
{
    ( void ) size;
    _ZdaPv( memory );
}

WEAK void _ZdlPvSt11align_val_t( void * memory, size_t alignment )
{
    ( void ) alignment;
    free( memory );
}

WEAK void _ZdaPvSt11align_val_t( void * memory, size_t alignment )
{
    _ZdlPvSt11align_val_t( memory, alignment );
}

WEAK void _ZdlPvjSt11align_val_t( void * memory, size_t size, size_t alignment )
{
    ( void ) size;
    _ZdlPvSt11align_val_t( memory, alignment );
}

WEAK void _ZdaPvjSt11align_val_t( void * memory, size_t size, size_t alignment )
{
    ( void ) size;
    _ZdaPvSt11align_val_t( memory, alignment );
}

/* Calls of a function that an object being made, or ended, does not have. */
WEAK void __cxa_pure_virtual( void )
{
    abort();
}

WEAK void __cxa_deleted_virtual( void )
{
    abort();
}

WEAK void __cxa_throw_bad_array_new_length( void )
{
    abort();
}

/* A local static object is made by the first task that comes; others wait until it is there. */
typedef union
{
    uint64_t size;
    struct
    {
        volatile uint8_t made; /* the compiler's: looks at it before it calls */
        volatile uint8_t begun;
    } object;
} guard_t;

WEAK int __cxa_guard_acquire( guard_t * guard )
{
    for( ;; )
    {
        int first;

        taskENTER_CRITICAL();
        first = ( guard->object.begun == 0 );
        guard->object.begun = 1;
        taskEXIT_CRITICAL();

        if( guard->object.made != 0 )
        {
            return 0;
        }

        if( first != 0 )
        {
            return 1;
        }

        #if ( INCLUDE_vTaskDelay == 1 )
        vTaskDelay( 1 );
        #else
        taskYIELD();
        #endif
    }
}

WEAK void __cxa_guard_release( guard_t * guard )
{
    guard->object.made = 1;
}
