/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks: their states and priorities, creating and deleting them. */
#include "call_macros.h"
#include "lines.h"

/* The hardware kernel has 32 tasks, idle and those that wait to be freed included. */
#define MOST_TASKS_ALIVE    30u

CALL( suspend )
{
    if( ( self == &workers[ operands[ 0 ] ] ) && ( suspensions != 0 ) )
    {
        return SKIPPED;
    }

    WITH_TASK( operands[ 0 ], DONE( vTaskSuspend( handle ) ) );
}

CALL( resume )
{
    WITH_TASK( operands[ 0 ], DONE( vTaskResume( handle ) ) );
}

CALL( resume_from_isr )
{
    TaskHandle_t handle = workers[ operands[ 0 ] ].handle;
    BaseType_t yield_required;

    if( handle == NULL )
    {
        return SKIPPED;
    }

    yield_required = xTaskResumeFromISR( handle );

    if( yield_required != pdFALSE )
    {
        higher_task_woken = pdTRUE;
    }

    return ( uint32_t ) yield_required;
}

CALL( priority )
{
    struct worker * worker = &workers[ operands[ 0 ] ];

    if( ( worker->handle != NULL ) && !change_priority( worker ) )
    {
        return SKIPPED;
    }

    WITH_TASK( operands[ 0 ], DONE( vTaskPrioritySet( handle, ( UBaseType_t ) operands[ 1 ] ) ) );
}

CALL( get_priority )
{
    WITH_TASK( operands[ 0 ], uxTaskPriorityGet( handle ) );
}

CALL( get_priority_from_isr )
{
    WITH_TASK( operands[ 0 ], uxTaskPriorityGetFromISR( handle ) );
}

CALL( get_base_priority )
{
    WITH_TASK( operands[ 0 ], uxTaskBasePriorityGet( handle ) );
}

CALL( get_base_priority_from_isr )
{
    WITH_TASK( operands[ 0 ], uxTaskBasePriorityGetFromISR( handle ) );
}

CALL( abort_delay )
{
    WITH_TASK( operands[ 0 ], xTaskAbortDelay( handle ) );
}

CALL( state )
{
    WITH_TASK( operands[ 0 ], eTaskGetState( handle ) );
}

/* Counts creations and deletions, so that debuggers can tell the tasks apart. */
static uint32_t number_in_order( TaskHandle_t handle )
{
    TaskStatus_t status;

    machine_silence( true );
    vTaskGetInfo( handle, &status, pdFALSE, eReady );
    machine_silence( false );
    return ( uint32_t ) status.xTaskNumber;
}

CALL( get_number )
{
    WITH_TASK( operands[ 0 ], number_in_order( handle ) );
}

static bool is_named_by_object( const struct worker * worker )
{
    return ( worker->object != NO_OBJECT ) && ( worker->object != TIMER_QUEUE ) && objects[ worker->object ].script->kind->names_tasks;
}

CALL( delete )
{
    struct worker * worker = &workers[ operands[ 0 ] ];
    TaskHandle_t handle = worker->handle;

    if( ( handle == NULL ) || ( ( worker == self ) && ( suspensions != 0 ) ) || holds_a_mutex( handle ) || is_named_by_object( worker ) )
    {
        return SKIPPED;
    }

    lines_release( true, ( uint32_t ) operands[ 0 ] );
    worker->handle = NULL;
    vTaskDelete( handle );
    return 1;
}

CALL( create )
{
    const struct worker * worker = &workers[ operands[ 0 ] ];

    if( ( worker->handle != NULL ) || ( worker->script->count == 0 ) || ( uxTaskGetNumberOfTasks() >= MOST_TASKS_ALIVE ) )
    {
        return SKIPPED;
    }

    create_worker( ( uint32_t ) operands[ 0 ] );
    return 1;
}

const struct operation task_calls[] =
{
    ENTRY( suspend ),      ENTRY( resume ),                ENTRY( resume_from_isr ), ENTRY( priority ),
    ENTRY( get_priority ), ENTRY( get_priority_from_isr ), ENTRY( state ),           ENTRY( delete ),
    ENTRY( create ),       ENTRY( abort_delay ),           ENTRY( get_base_priority ), ENTRY( get_base_priority_from_isr ),
    ENTRY( get_number ),
    NO_MORE,
};
