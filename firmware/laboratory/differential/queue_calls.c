/* SPDX-License-Identifier: Apache-2.0 */

/* Queues. An item is a number, spread over as many bytes as the queue's items have. */
#include "call_macros.h"
#include "queue.h"

static uint32_t item_size( int32_t index )
{
    return ( uint32_t ) objects[ index ].script->operands[ 1 ];
}

static void fill( uint8_t * item, int32_t index, int32_t value )
{
    for( uint32_t i = 0; i < item_size( index ); i++ )
    {
        item[ i ] = ( uint8_t ) ( ( uint32_t ) value + i );
    }
}

/* What a call that receives returns in a trace: the result, and all that came. */
static uint32_t received( const uint8_t * item, int32_t index, BaseType_t result )
{
    uint32_t sum = 0;

    for( uint32_t i = 0; ( result != pdFALSE ) && ( i < item_size( index ) ); i++ )
    {
        sum = ( sum * 31u ) + item[ i ];
    }

    return ( sum << 1 ) | ( uint32_t ) result;
}

static void * queue_create( const int32_t * operands, uint32_t index )
{
    configASSERT( operands[ 1 ] <= ( int32_t ) LARGEST_ITEM );
    return xQueueCreate( ( UBaseType_t ) operands[ 0 ], ( UBaseType_t ) operands[ 1 ] );
}

static void queue_remove( void * handle )
{
    vQueueDelete( ( QueueHandle_t ) handle );
}

static uint32_t queue_look( void * handle )
{
    return ( uint32_t ) uxQueueMessagesWaiting( ( QueueHandle_t ) handle );
}

/* Sends and receives have the same operands but for what waits where; `name_call` is FreeRTOS's. */
#define SENDS( name, name_call )                                                                  \
    CALL( name )                                                                                  \
    {                                                                                             \
        uint8_t item[ LARGEST_ITEM ];                                                             \
                                                                                                  \
        fill( item, operands[ 0 ], operands[ 1 ] );                                               \
        ON_OBJECT( self, operands[ 0 ],                                                           \
                   name_call( ( QueueHandle_t ) handle, item, ticks_to_wait( operands[ 2 ] ) ) ); \
    }

#define SENDS_FROM_ISR( name, name_call )                                                                  \
    CALL( name )                                                                                           \
    {                                                                                                      \
        uint8_t item[ LARGEST_ITEM ];                                                                      \
                                                                                                           \
        fill( item, operands[ 0 ], operands[ 1 ] );                                                        \
        WITH_OBJECT( operands[ 0 ], name_call( ( QueueHandle_t ) handle, item, WOKEN( operands[ 2 ] ) ) ); \
    }

#define RECEIVES( name, name_call )                                                                    \
    CALL( name )                                                                                       \
    {                                                                                                  \
        uint8_t item[ LARGEST_ITEM ];                                                                  \
                                                                                                       \
        if( is_member( operands[ 0 ] ) )                                                               \
        {                                                                                              \
            return SKIPPED;                                                                            \
        }                                                                                              \
                                                                                                       \
        ON_OBJECT(                                                                                     \
            self, operands[ 0 ],                                                                       \
            received( item, operands[ 0 ],                                                             \
                      name_call( ( QueueHandle_t ) handle, item, ticks_to_wait( operands[ 1 ] ) ) ) ); \
    }

SENDS( send, xQueueSendToBack )
SENDS( send_front, xQueueSendToFront )
SENDS_FROM_ISR( send_from_isr, xQueueSendToBackFromISR )
SENDS_FROM_ISR( send_front_from_isr, xQueueSendToFrontFromISR )
SENDS_FROM_ISR( overwrite_from_isr, xQueueOverwriteFromISR )
RECEIVES( receive, xQueueReceive )
RECEIVES( peek, xQueuePeek )

CALL( overwrite )
{
    uint8_t item[ LARGEST_ITEM ];

    fill( item, operands[ 0 ], operands[ 1 ] );
    ON_OBJECT( self, operands[ 0 ], xQueueOverwrite( ( QueueHandle_t ) handle, item ) );
}

CALL( receive_from_isr )
{
    uint8_t item[ LARGEST_ITEM ];

    if( is_member( operands[ 0 ] ) )
    {
        return SKIPPED;
    }

    WITH_OBJECT( operands[ 0 ],
                 received( item, operands[ 0 ],
                           xQueueReceiveFromISR( ( QueueHandle_t ) handle, item, WOKEN( operands[ 1 ] ) ) ) );
}

CALL( peek_from_isr )
{
    uint8_t item[ LARGEST_ITEM ];

    WITH_OBJECT( operands[ 0 ],
                 received( item, operands[ 0 ], xQueuePeekFromISR( ( QueueHandle_t ) handle, item ) ) );
}

CALL( messages )
{
    WITH_OBJECT( operands[ 0 ], uxQueueMessagesWaiting( ( QueueHandle_t ) handle ) );
}

CALL( spaces )
{
    WITH_OBJECT( operands[ 0 ], uxQueueSpacesAvailable( ( QueueHandle_t ) handle ) );
}

CALL( messages_from_isr )
{
    WITH_OBJECT( operands[ 0 ], uxQueueMessagesWaitingFromISR( ( QueueHandle_t ) handle ) );
}

CALL( full_from_isr )
{
    WITH_OBJECT( operands[ 0 ], xQueueIsQueueFullFromISR( ( QueueHandle_t ) handle ) );
}

CALL( empty_from_isr )
{
    WITH_OBJECT( operands[ 0 ], xQueueIsQueueEmptyFromISR( ( QueueHandle_t ) handle ) );
}

CALL( reset )
{
    if( is_member( operands[ 0 ] ) )
    {
        return SKIPPED;
    }

    ON_OBJECT( self, operands[ 0 ], xQueueReset( ( QueueHandle_t ) handle ) );
}

/* A mailbox is a queue of one item, which can be overwritten. */
const struct object_kind queue_kind = { .name = "queue",
                                        .create = queue_create,
                                        .remove = queue_remove,
                                        .look = queue_look,
                                        .size = 2,
                                        .has_items = true,
                                        .may_grow = true };
const struct object_kind mailbox_kind = { .name = "mailbox",
                                          .create = queue_create,
                                          .remove = queue_remove,
                                          .look = queue_look,
                                          .size = 2,
                                          .has_items = true };

const struct operation queue_calls[] = {
    ENTRY( send ),
    ENTRY( send_front ),
    ENTRY( send_from_isr ),
    ENTRY( send_front_from_isr ),
    ENTRY( overwrite ),
    ENTRY( receive ),
    ENTRY( peek ),
    ENTRY( overwrite_from_isr ),
    ENTRY( receive_from_isr ),
    ENTRY( peek_from_isr ),
    ENTRY( messages ),
    ENTRY( spaces ),
    ENTRY( messages_from_isr ),
    ENTRY( full_from_isr ),
    ENTRY( empty_from_isr ),
    ENTRY( reset ),
    NO_MORE,
};
