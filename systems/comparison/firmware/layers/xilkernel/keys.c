/* SPDX-License-Identifier: Apache-2.0 */

/* Keys of message queues and shared memory. */
#include "internal.h"

static int place_of( const struct xilkernel_key * keys, int most, key_t key, BaseType_t used )
{
    for( int i = 0; i < most; i++ )
    {
        if( ( keys[ i ].used == used ) && ( !used || ( keys[ i ].key == key ) ) )
        {
            return i;
        }
    }

    return -1;
}

int xilkernel_find_key( struct xilkernel_key * keys, int most, key_t key, int flags, BaseType_t * created )
{
    int place, error = 0;

    *created = pdFALSE;
    taskENTER_CRITICAL();
    place = ( key == IPC_PRIVATE ) ? -1 : place_of( keys, most, key, pdTRUE );

    if( place >= 0 )
    {
        error = ( ( flags & IPC_CREAT ) && ( flags & IPC_EXCL ) ) ? EEXIST : 0;
    }
    else if( ( key != IPC_PRIVATE ) && !( flags & IPC_CREAT ) )
    {
        error = ENOENT;
    }
    else
    {
        place = place_of( keys, most, key, pdFALSE );
        error = ( place < 0 ) ? ENOSPC : 0;
    }

    if( ( error == 0 ) && !keys[ place ].used )
    {
        keys[ place ].key = key;
        keys[ place ].used = pdTRUE;
        *created = pdTRUE;
    }

    taskEXIT_CRITICAL();
    return ( error == 0 ) ? place : xilkernel_fail( error );
}
