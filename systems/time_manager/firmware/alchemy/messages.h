/* SPDX-License-Identifier: Apache-2.0 */

/* Messages that wait to be received. All is called with the lock. */
#pragma once

#include <stddef.h>

#include "FreeRTOS.h"

/* Its bytes come behind. */
struct message
{
    struct message * next;
    size_t size;
    unsigned references; /* who has its address */
};

struct messages
{
    struct message *first, *last;
    size_t count;
};

/* Puts one behind all others, or before them. Takes the first one, NULL if there is none. */
void messages_put( struct messages * messages, struct message * message, BaseType_t before );
struct message * messages_take( struct messages * messages );
