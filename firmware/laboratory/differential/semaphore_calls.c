/* SPDX-License-Identifier: Apache-2.0 */

/* Counting and binary semaphores. */
#include "call_macros.h"
#include "semphr.h"

static void * semaphore_create( const int32_t * operands, uint32_t index )
{
    return xSemaphoreCreateCounting( ( UBaseType_t ) operands[ 0 ], ( UBaseType_t ) operands[ 1 ] );
}

static void semaphore_remove( void * handle )
{
    vSemaphoreDelete( ( SemaphoreHandle_t ) handle );
}

static uint32_t semaphore_look( void * handle )
{
    return uxSemaphoreGetCount( ( SemaphoreHandle_t ) handle );
}

CALL( take )
{
    if( is_member( operands[ 0 ] ) )
    {
        return SKIPPED;
    }

    ON_OBJECT( self, operands[ 0 ],
               xSemaphoreTake( ( SemaphoreHandle_t ) handle, ticks_to_wait( operands[ 1 ] ) ) );
}

CALL( give )
{
    ON_OBJECT( self, operands[ 0 ], xSemaphoreGive( ( SemaphoreHandle_t ) handle ) );
}

CALL( count )
{
    WITH_OBJECT( operands[ 0 ], uxSemaphoreGetCount( ( SemaphoreHandle_t ) handle ) );
}

CALL( give_from_isr )
{
    WITH_OBJECT( operands[ 0 ],
                 xSemaphoreGiveFromISR( ( SemaphoreHandle_t ) handle, WOKEN( operands[ 1 ] ) ) );
}

CALL( take_from_isr )
{
    if( is_member( operands[ 0 ] ) )
    {
        return SKIPPED;
    }

    WITH_OBJECT( operands[ 0 ],
                 xSemaphoreTakeFromISR( ( SemaphoreHandle_t ) handle, WOKEN( operands[ 1 ] ) ) );
}

CALL( count_from_isr )
{
    WITH_OBJECT( operands[ 0 ], uxSemaphoreGetCountFromISR( ( SemaphoreHandle_t ) handle ) );
}

const struct object_kind semaphore_kind = { .name = "semaphore",
                                            .create = semaphore_create,
                                            .remove = semaphore_remove,
                                            .look = semaphore_look,
                                            .size = 1,
                                            .may_grow = true };

const struct operation semaphore_calls[] = {
    ENTRY( take ),          ENTRY( give ),           ENTRY( count ), ENTRY( give_from_isr ),
    ENTRY( take_from_isr ), ENTRY( count_from_isr ), NO_MORE,
};
