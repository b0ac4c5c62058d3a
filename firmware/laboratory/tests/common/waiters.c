/* SPDX-License-Identifier: Apache-2.0 */

#include "waiters.h"

/* One for each possible name. */
static struct waiter
{
    EventBits_t set, bits, result;
    unsigned how;
    BaseType_t synchronises;
    TickType_t ticks;
    TaskHandle_t handle;
} waiters[ 128 ];

EventGroupHandle_t group;

static void waiter( void * name )
{
    struct waiter * self = &waiters[ ( uintptr_t ) name ];

    if( self->synchronises )
    {
        self->result = xEventGroupSync( group, self->set, self->bits, self->ticks );
    }
    else
    {
        self->result = xEventGroupWaitBits( group, self->bits, ( self->how & WAIT_CLEAR ) ? pdTRUE : pdFALSE,
                                            ( self->how & WAIT_ALL ) ? pdTRUE : pdFALSE, self->ticks );
    }

    mark( ( char ) ( uintptr_t ) name );
    vTaskDelete( NULL );
}

static TaskHandle_t start( char name, UBaseType_t priority, struct waiter what )
{
    struct waiter * self = &waiters[ ( uintptr_t ) name ];
    TaskHandle_t handle;

    *self = what;
    handle = create( waiter, ( uintptr_t ) name, priority );
    self->handle = handle;

    return handle;
}

TaskHandle_t wait_as( char name, UBaseType_t priority, EventBits_t bits, unsigned how, TickType_t ticks )
{
    return start( name, priority, ( struct waiter ) { .bits = bits, .how = how, .ticks = ticks } );
}

TaskHandle_t synchronise_as( char name, UBaseType_t priority, EventBits_t set, EventBits_t bits,
                             TickType_t ticks )
{
    return start( name, priority,
                  ( struct waiter ) { .set = set, .bits = bits, .synchronises = pdTRUE, .ticks = ticks } );
}

EventBits_t result_of( char name )
{
    return waiters[ ( uintptr_t ) name ].result;
}

TaskHandle_t handle_of( char name )
{
    return waiters[ ( uintptr_t ) name ].handle;
}
