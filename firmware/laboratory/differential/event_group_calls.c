/* SPDX-License-Identifier: Apache-2.0 */

/* Event groups. */
#include "call_macros.h"
#include "event_groups.h"

static void * event_group_create( const int32_t * operands, uint32_t index )
{
    return xEventGroupCreate();
}

static void event_group_remove( void * handle )
{
    vEventGroupDelete( ( EventGroupHandle_t ) handle );
}

static uint32_t event_group_look( void * handle )
{
    return xEventGroupGetBits( ( EventGroupHandle_t ) handle );
}

CALL( wait_bits )
{
    ON_OBJECT( self, operands[ 0 ],
               xEventGroupWaitBits( ( EventGroupHandle_t ) handle, ( EventBits_t ) operands[ 1 ],
                                    operands[ 2 ], operands[ 3 ], ticks_to_wait( operands[ 4 ] ) ) );
}

CALL( synchronise )
{
    ON_OBJECT( self, operands[ 0 ],
               xEventGroupSync( ( EventGroupHandle_t ) handle, ( EventBits_t ) operands[ 1 ],
                                ( EventBits_t ) operands[ 2 ], ticks_to_wait( operands[ 3 ] ) ) );
}

CALL( set_bits )
{
    WITH_OBJECT( operands[ 0 ],
                 xEventGroupSetBits( ( EventGroupHandle_t ) handle, ( EventBits_t ) operands[ 1 ] ) );
}

CALL( clear_bits )
{
    WITH_OBJECT( operands[ 0 ],
                 xEventGroupClearBits( ( EventGroupHandle_t ) handle, ( EventBits_t ) operands[ 1 ] ) );
}

CALL( bits_from_isr )
{
    WITH_OBJECT( operands[ 0 ], xEventGroupGetBitsFromISR( ( EventGroupHandle_t ) handle ) );
}

/* The timer task does it, which has to find the group then. */
CALL( set_bits_from_isr )
{
    objects[ operands[ 0 ] ].is_named = true;
    WITH_OBJECT( operands[ 0 ],
                 xEventGroupSetBitsFromISR( ( EventGroupHandle_t ) handle, ( EventBits_t ) operands[ 1 ],
                                            WOKEN( operands[ 2 ] ) ) );
}

CALL( clear_bits_from_isr )
{
    objects[ operands[ 0 ] ].is_named = true;
    WITH_OBJECT( operands[ 0 ], xEventGroupClearBitsFromISR( ( EventGroupHandle_t ) handle,
                                                             ( EventBits_t ) operands[ 1 ] ) );
}

const struct object_kind event_group_kind = {
    .name = "event_group",
    .create = event_group_create,
    .remove = event_group_remove,
    .look = event_group_look,
    .size = 1,
    .in_any_order = true,
    .frees_waiters = true,
};

const struct operation event_group_calls[] = {
    ENTRY( wait_bits ),
    ENTRY( synchronise ),
    ENTRY( set_bits ),
    ENTRY( clear_bits ),
    ENTRY( bits_from_isr ),
    ENTRY( set_bits_from_isr ),
    ENTRY( clear_bits_from_isr ),
    NO_MORE,
};
