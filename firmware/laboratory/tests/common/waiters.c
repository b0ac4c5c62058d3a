/* SPDX-License-Identifier: Apache-2.0 */

#include "waiters.h"

/* One for each possible name. */
static struct waiter
{
    EventBits_t bits, result;
    unsigned how;
    TickType_t ticks;
    TaskHandle_t handle;
} waiters[ 128 ];

EventGroupHandle_t group;

static void waiter( void * name )
{
    struct waiter * self = &waiters[ ( uintptr_t ) name ];

    self->result = xEventGroupWaitBits( group, self->bits, ( self->how & WAIT_CLEAR ) ? pdTRUE : pdFALSE,
                                        ( self->how & WAIT_ALL ) ? pdTRUE : pdFALSE, self->ticks );
    mark( ( char ) ( uintptr_t ) name );
    vTaskDelete( NULL );
}

TaskHandle_t wait_as( char name, UBaseType_t priority, EventBits_t bits, unsigned how, TickType_t ticks )
{
    struct waiter * self = &waiters[ ( uintptr_t ) name ];
    TaskHandle_t handle;

    *self = ( struct waiter ) { .bits = bits, .how = how, .ticks = ticks };
    handle = create( waiter, ( uintptr_t ) name, priority );
    self->handle = handle;

    return handle;
}

EventBits_t result_of( char name )
{
    return waiters[ ( uintptr_t ) name ].result;
}

TaskHandle_t handle_of( char name )
{
    return waiters[ ( uintptr_t ) name ].handle;
}
