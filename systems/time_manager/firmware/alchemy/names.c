/* SPDX-License-Identifier: Apache-2.0 */

/* Names of tasks and alarms. */
#include "internal.h"

#include <errno.h>
#include <string.h>

static BaseType_t is_there( const struct named * entry, const char * name )
{
    while( ( entry != NULL ) && ( strcmp( entry->name, name ) != 0 ) )
    {
        entry = entry->next;
    }

    return ( entry != NULL ) ? pdTRUE : pdFALSE;
}

int names_enter( struct named ** list, struct named * entry, const char * name )
{
    int error = 0;

    entry->name[ 0 ] = '\0';

    if( name != NULL )
    {
        strncpy( entry->name, name, ALCHEMY_NAME_LENGTH - 1 );
        entry->name[ ALCHEMY_NAME_LENGTH - 1 ] = '\0';
    }

    vTaskSuspendAll();

    if( ( entry->name[ 0 ] != '\0' ) && is_there( *list, entry->name ) )
    {
        error = -EEXIST;
    }
    else
    {
        entry->next = *list;
        *list = entry;
    }

    ( void ) xTaskResumeAll();
    return error;
}

void names_remove( struct named ** list, struct named * entry )
{
    vTaskSuspendAll();

    while( *list != entry )
    {
        list = &( *list )->next;
    }

    *list = entry->next;
    ( void ) xTaskResumeAll();
}
