/* SPDX-License-Identifier: Apache-2.0 */
#include "rules.h"

#include <string.h>

struct rules rules;

static const struct
{
    const char * name;
    bool * rule;
} names[] = {
    { "priority_of_waiter", &rules.priority_of_waiter },
    { "events_while_masked", &rules.events_while_masked },
    { "deletion_with_waiters", &rules.deletion_with_waiters },
    { "deletion_of_holder", &rules.deletion_of_holder },
    { "whole_ticks", &rules.whole_ticks },
    { "deletion_while_named", &rules.deletion_while_named },
    { "one_waits", &rules.one_waits },
};

const char * rules_name( size_t index )
{
    return ( index < sizeof( names ) / sizeof( names[ 0 ] ) ) ? names[ index ].name : NULL;
}

void rules_reset( void )
{
    for( size_t i = 0; i < sizeof( names ) / sizeof( names[ 0 ] ); i++ )
    {
        *names[ i ].rule = true;
    }

    rules.one_waits = false;
}

bool rules_set( const char * name, bool is_on )
{
    for( size_t i = 0; i < sizeof( names ) / sizeof( names[ 0 ] ); i++ )
    {
        if( strcmp( name, names[ i ].name ) == 0 )
        {
            *names[ i ].rule = is_on;
            return true;
        }
    }

    return false;
}
