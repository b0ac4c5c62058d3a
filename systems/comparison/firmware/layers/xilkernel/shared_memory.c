/* SPDX-License-Identifier: Apache-2.0 */

/* Segments of shared memory, from FreeRTOS's heap. */
#include "internal.h"

#include <string.h>

struct segment
{
    uint8_t * memory;
    size_t size;
    unsigned attached;
    BaseType_t removed; /* whoever detaches it last frees it */
};

static struct xilkernel_key keys[ NUM_SHMEMS ];
static struct segment segments[ NUM_SHMEMS ];

static struct segment * segment_of( int id )
{
    return ( xilkernel_is_key( keys, NUM_SHMEMS, id ) && !segments[ id ].removed ) ? &segments[ id ] : NULL;
}

int shmget( key_t key, size_t size, int flags )
{
    BaseType_t created;
    int id = xilkernel_find_key( keys, NUM_SHMEMS, key, flags, &created );

    if( created )
    {
        segments[ id ] =
            ( struct segment ) { .memory = ( size == 0U ) ? NULL : pvPortMalloc( size ), .size = size };

        if( segments[ id ].memory == NULL )
        {
            keys[ id ].used = pdFALSE;
            return xilkernel_fail( ( size == 0U ) ? EINVAL : ENOMEM );
        }

        ( void ) memset( segments[ id ].memory, 0, size );
    }
    else if( ( id >= 0 ) && ( size > segments[ id ].size ) )
    {
        return xilkernel_fail( EINVAL );
    }

    return id;
}

static void release_if_unused( struct segment * segment )
{
    if( segment->removed && ( segment->attached == 0U ) )
    {
        vPortFree( segment->memory );
        keys[ segment - segments ].used = pdFALSE;
    }
}

int shmctl( int id, int command, struct shmid_ds * data )
{
    struct segment * segment = segment_of( id );

    if( ( segment == NULL ) ||
        ( ( command != IPC_RMID ) && ( ( command != IPC_STAT ) || ( data == NULL ) ) ) )
    {
        return xilkernel_fail( EINVAL );
    }

    if( command == IPC_STAT )
    {
        data->shm_segsz = segment->size;
        data->shm_nattch = segment->attached;
        return 0;
    }

    keys[ id ].key = IPC_PRIVATE; /* it is found no more */
    segment->removed = pdTRUE;
    release_if_unused( segment );
    return 0;
}

void * shmat( int id, const void * address, int flags )
{
    struct segment * segment = segment_of( id );

    ( void ) address;
    ( void ) flags;

    if( segment == NULL )
    {
        ( void ) xilkernel_fail( EINVAL );
        return NULL;
    }

    taskENTER_CRITICAL();
    segment->attached++;
    taskEXIT_CRITICAL();
    return segment->memory;
}

int shmdt( void * address )
{
    for( int i = 0; i < NUM_SHMEMS; i++ )
    {
        struct segment * segment = &segments[ i ];

        if( keys[ i ].used && ( segment->memory == address ) && ( segment->attached != 0U ) )
        {
            taskENTER_CRITICAL();
            segment->attached--;
            taskEXIT_CRITICAL();
            release_if_unused( segment );
            return 0;
        }
    }

    return xilkernel_fail( EINVAL );
}
