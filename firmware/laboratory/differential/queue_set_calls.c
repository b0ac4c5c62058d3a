/* SPDX-License-Identifier: Apache-2.0 */

/* Queue sets. A member is received from, or taken, as the set says only: else the set would hold
 * more handles than there are items, and FreeRTOS asserts when it is full. */
#include "call_macros.h"
#include "lines.h"
#include "queue.h"
#include "semphr.h"

/* For all items of all members. */
#define SET_LENGTH 60u

static void * set_create( const int32_t * operands, uint32_t index )
{
    return xQueueCreateSet( SET_LENGTH );
}

static void set_remove( void * handle )
{
    vQueueDelete( ( QueueHandle_t ) handle );
}

static uint32_t set_look( void * handle )
{
    return ( uint32_t ) uxQueueMessagesWaiting( ( QueueHandle_t ) handle );
}

/* Takes from the member that a set named, by a task or an interrupt service routine, which may want to learn
 * whom it has woken; returns which it was, and the result. */
static uint32_t take_from( void * handle, bool is_task, BaseType_t * woken )
{
    uint8_t item[ LARGEST_ITEM ];
    BaseType_t result;
    uint32_t member = 0;

    while( ( member < object_count ) && ( ( handle == NULL ) || ( objects[ member ].handle != handle ) ) )
    {
        member++;
    }

    if( member == object_count )
    {
        return 0;
    }

    if( !is_task )
    {
        result = xQueueReceiveFromISR( ( QueueHandle_t ) handle, item, woken );
    }
    else if( objects[ member ].script->kind->has_items )
    {
        result = xQueueReceive( ( QueueHandle_t ) handle, item, 0 );
    }
    else
    {
        result = xSemaphoreTake( ( SemaphoreHandle_t ) handle, 0 );
    }

    return ( ( member + 1u ) << 1 ) | ( uint32_t ) result;
}

CALL( join )
{
    struct object * member = &objects[ operands[ 0 ] ];
    void * set = objects[ operands[ 1 ] ].handle;
    BaseType_t joined;

    /* The hardware kernel's lines know no sets. */
    if( ( member->handle == NULL ) || ( set == NULL ) || ( member->set != NO_OBJECT ) ||
        lines_name( ( uint32_t ) operands[ 0 ] ) )
    {
        return SKIPPED;
    }

    member->set = operands[ 1 ];
    member->is_named = true;
    joined = xQueueAddToSet( ( QueueSetMemberHandle_t ) member->handle, ( QueueSetHandle_t ) set );

    if( joined == pdFALSE )
    {
        member->set = NO_OBJECT;
    }

    return ( uint32_t ) joined;
}

CALL( leave )
{
    struct object * member = &objects[ operands[ 0 ] ];
    BaseType_t left;

    if( ( member->handle == NULL ) || ( member->set == NO_OBJECT ) )
    {
        return SKIPPED;
    }

    left = xQueueRemoveFromSet( ( QueueSetMemberHandle_t ) member->handle,
                                ( QueueSetHandle_t ) objects[ member->set ].handle );

    if( left != pdFALSE )
    {
        member->set = NO_OBJECT;
    }

    return ( uint32_t ) left;
}

CALL( select )
{
    ON_OBJECT( self, operands[ 0 ],
               take_from( xQueueSelectFromSet( ( QueueSetHandle_t ) handle, ticks_to_wait( operands[ 1 ] ) ),
                          true, NULL ) );
}

CALL( select_from_isr )
{
    WITH_OBJECT( operands[ 0 ], take_from( xQueueSelectFromSetFromISR( ( QueueSetHandle_t ) handle ), false,
                                           WOKEN( operands[ 1 ] ) ) );
}

const struct object_kind set_kind = { .name = "set",
                                      .create = set_create,
                                      .remove = set_remove,
                                      .look = set_look,
                                      .size = 2 };

const struct operation queue_set_calls[] = {
    ENTRY( join ), ENTRY( leave ), ENTRY( select ), ENTRY( select_from_isr ), NO_MORE,
};
