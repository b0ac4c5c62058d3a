/* SPDX-License-Identifier: Apache-2.0 */

/* Task notifications. */
#include "call_macros.h"

/* Where a value goes, or nowhere. */
#define UNLESS( unwanted, pointer ) ( ( ( unwanted ) == 0 ) ? ( pointer ) : NULL )

CALL( notify )
{
    uint32_t previous = 0;
    TaskHandle_t handle = workers[ operands[ 0 ] ].handle;
    BaseType_t result;

    if( handle == NULL )
    {
        return SKIPPED;
    }

    names_task( self, operands[ 0 ] );
    result = xTaskGenericNotify( handle, ( UBaseType_t ) operands[ 3 ], ( uint32_t ) operands[ 2 ],
                                 ( eNotifyAction ) operands[ 1 ], UNLESS( operands[ 4 ], &previous ) );
    names_task( self, NO_TASK );
    return ( previous << 1 ) | ( uint32_t ) result;
}

CALL( notify_from_isr )
{
    uint32_t previous = 0;
    TaskHandle_t handle = workers[ operands[ 0 ] ].handle;
    BaseType_t result;

    if( handle == NULL )
    {
        return SKIPPED;
    }

    result = xTaskGenericNotifyFromISR( handle, ( UBaseType_t ) operands[ 3 ], ( uint32_t ) operands[ 2 ],
                                        ( eNotifyAction ) operands[ 1 ], UNLESS( operands[ 4 ], &previous ),
                                        WOKEN( operands[ 5 ] ) );
    return ( previous << 1 ) | ( uint32_t ) result;
}

CALL( notify_give )
{
    WITH_TASK( operands[ 0 ], xTaskNotifyGiveIndexed( handle, ( UBaseType_t ) operands[ 1 ] ) );
}

CALL( notify_give_from_isr )
{
    WITH_TASK( operands[ 0 ], DONE( vTaskNotifyGiveIndexedFromISR( handle, ( UBaseType_t ) operands[ 1 ],
                                                                   WOKEN( operands[ 2 ] ) ) ) );
}

CALL( notify_take )
{
    return ulTaskNotifyTakeIndexed( ( UBaseType_t ) operands[ 2 ], operands[ 0 ],
                                    ticks_to_wait( operands[ 1 ] ) );
}

CALL( notify_wait )
{
    uint32_t value = 0;
    BaseType_t result = xTaskNotifyWaitIndexed( ( UBaseType_t ) operands[ 3 ], ( uint32_t ) operands[ 0 ],
                                                ( uint32_t ) operands[ 1 ], UNLESS( operands[ 4 ], &value ),
                                                ticks_to_wait( operands[ 2 ] ) );

    return ( value << 1 ) | ( uint32_t ) result;
}

CALL( notify_clear_state )
{
    WITH_TASK( operands[ 0 ], xTaskNotifyStateClearIndexed( handle, ( UBaseType_t ) operands[ 1 ] ) );
}

CALL( notify_clear_bits )
{
    WITH_TASK( operands[ 0 ], ulTaskNotifyValueClearIndexed( handle, ( UBaseType_t ) operands[ 2 ],
                                                             ( uint32_t ) operands[ 1 ] ) );
}

/* Of the caller, which NULL stands for. */
CALL( notify_clear_own_state )
{
    return ( uint32_t ) xTaskNotifyStateClearIndexed( NULL, ( UBaseType_t ) operands[ 0 ] );
}

CALL( notify_clear_own_bits )
{
    return ulTaskNotifyValueClearIndexed( NULL, ( UBaseType_t ) operands[ 1 ], ( uint32_t ) operands[ 0 ] );
}

const struct operation notification_calls[] = {
    ENTRY( notify ),
    ENTRY( notify_from_isr ),
    ENTRY( notify_give ),
    ENTRY( notify_give_from_isr ),
    ENTRY( notify_take ),
    ENTRY( notify_wait ),
    ENTRY( notify_clear_state ),
    ENTRY( notify_clear_bits ),
    ENTRY( notify_clear_own_state ),
    ENTRY( notify_clear_own_bits ),
    NO_MORE,
};
