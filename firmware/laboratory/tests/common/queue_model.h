/* SPDX-License-Identifier: Apache-2.0 */

/* Calls on a queue whose items are one number each, and a model of them: for tests that look whether results
 * are those of some order. */
#pragma once

#include <stdint.h>
#include <string.h>

#include "check.h"
#include "queue.h"

/* Items of the longest queue. */
#define MOST 4

/* No item: the call failed. */
#define NOTHING 0u

typedef enum
{
    SEND,
    SEND_TO_FRONT,
    OVERWRITE,
    RECEIVE,
    PEEK,
    YIELD,
    TELL_URGENT,
    ACTIONS
} Action_t;

/* What is done and who does it; each has an item of its own. */
typedef struct
{
    Action_t action;
    uint8_t number;            /* sent, or NOTHING */
    volatile uint32_t result;  /* NOTHING, or the number of the item */
    uint8_t * buffer;
    TickType_t ticks;          /* that a task waits */
} Party_t;

typedef struct
{
    uint32_t items[ MOST ];
    unsigned count, length;
} Model_t;

/* What the party would see. */
static inline uint32_t perform( Model_t * model, const Party_t * party )
{
    uint32_t item;

    switch( party->action )
    {
        case SEND:
            if( model->count == model->length )
            {
                return NOTHING;
            }

            model->items[ model->count++ ] = party->number;
            return party->number;

        case SEND_TO_FRONT:
            if( model->count == model->length )
            {
                return NOTHING;
            }

            memmove( &model->items[ 1 ], &model->items[ 0 ], model->count * sizeof( uint32_t ) );
            model->items[ 0 ] = party->number;
            model->count++;
            return party->number;

        case OVERWRITE:
            model->items[ 0 ] = party->number;
            model->count = 1;
            return party->number;

        case YIELD:
            return NOTHING;

        default:
            if( model->count == 0 )
            {
                return NOTHING;
            }

            item = model->items[ 0 ];

            if( party->action != PEEK )
            {
                model->count--;
                memmove( &model->items[ 0 ], &model->items[ 1 ], model->count * sizeof( uint32_t ) );
            }

            return item;
    }
}

/* The number of an item that is whole. */
static inline uint32_t number_of( const uint8_t * item, UBaseType_t size )
{
    UBaseType_t same = 0;

    while( ( same < size ) && ( item[ same ] == item[ 0 ] ) )
    {
        same++;
    }

    CHECK_EQUAL( same, size );
    CHECK( item[ 0 ] != NOTHING );
    return item[ 0 ];
}

/* A task's call. */
static inline void act_in_task( QueueHandle_t queue, UBaseType_t size, Party_t * party )
{
    BaseType_t done;

    switch( party->action )
    {
        case SEND:
            done = xQueueSend( queue, party->buffer, party->ticks );
            break;

        case SEND_TO_FRONT:
            done = xQueueSendToFront( queue, party->buffer, party->ticks );
            break;

        case OVERWRITE:
            done = xQueueOverwrite( queue, party->buffer );
            break;

        case PEEK:
            done = xQueuePeek( queue, party->buffer, party->ticks );
            break;

        default:
            done = xQueueReceive( queue, party->buffer, party->ticks );
            break;
    }

    party->result = done ? number_of( party->buffer, size ) : NOTHING;
}

/* A routine's. */
static inline void act_in_isr( QueueHandle_t queue, UBaseType_t size, Party_t * party, BaseType_t * woken )
{
    BaseType_t done;

    switch( party->action )
    {
        case SEND:
            done = xQueueSendFromISR( queue, party->buffer, woken );
            break;

        case SEND_TO_FRONT:
            done = xQueueSendToFrontFromISR( queue, party->buffer, woken );
            break;

        case OVERWRITE:
            done = xQueueOverwriteFromISR( queue, party->buffer, woken );
            break;

        case PEEK:
            done = xQueuePeekFromISR( queue, party->buffer );
            break;

        default:
            done = xQueueReceiveFromISR( queue, party->buffer, woken );
            break;
    }

    party->result = done ? number_of( party->buffer, size ) : NOTHING;
}

static inline void prepare( Party_t * party, UBaseType_t size, Action_t action, uint8_t number )
{
    int sends = action <= OVERWRITE;

    party->action = action;
    party->number = sends ? number : NOTHING;
    party->result = NOTHING;
    memset( party->buffer, sends ? number : 0xFF, size );
}
