/* SPDX-License-Identifier: Apache-2.0 */

/* The heap of programs with sanitizers: FreeRTOS's heap_3, its memory from pages of its own that
 * end at a page nobody may touch, and that nobody may touch any more once they are free.
 * AddressSanitizer's malloc() does not do: control blocks must be in the low 4 GiB. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#define PAGE      4096u
#define ALIGNMENT 16u

static size_t pages_size( size_t wanted )
{
    return ( wanted + PAGE - 1u ) & ~( size_t ) ( PAGE - 1u );
}

static void * fenced_malloc( size_t wanted )
{
    size_t aligned = ( wanted + ALIGNMENT - 1u ) & ~( size_t ) ( ALIGNMENT - 1u );
    size_t size = pages_size( aligned );
    uint8_t * pages =
        mmap( NULL, size + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0 );

    if( ( pages == MAP_FAILED ) || ( mprotect( pages + size, PAGE, PROT_NONE ) != 0 ) )
    {
        return NULL;
    }

    return pages + size - aligned;
}

/* Nothing that a kernel allocates is longer than a page. */
static void fenced_free( void * block )
{
    if( mprotect( ( void * ) ( ( uintptr_t ) block & ~( uintptr_t ) ( PAGE - 1u ) ), PAGE, PROT_NONE ) != 0 )
    {
        abort();
    }
}

#define malloc fenced_malloc
#define free   fenced_free
#include "portable/MemMang/heap_3.c"
