/* SPDX-License-Identifier: Apache-2.0 */

#include "messages.h"

void messages_put( struct messages * messages, struct message * message, BaseType_t before )
{
    message->next = before ? messages->first : NULL;

    if( messages->first == NULL )
    {
        messages->first = message;
        messages->last = message;
    }
    else if( before )
    {
        messages->first = message;
    }
    else
    {
        messages->last->next = message;
        messages->last = message;
    }

    messages->count++;
}

struct message * messages_take( struct messages * messages )
{
    struct message * message = messages->first;

    if( message != NULL )
    {
        messages->first = message->next;
        messages->count--;
    }

    return message;
}
