/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks: their states and priorities, creating and deleting them. */
#include "call_macros.h"
#include "lines.h"

/* The hardware kernel has 32 tasks, idle and those that wait to be freed included. */
#define MOST_TASKS_ALIVE 30u

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
    WITH_TASK_OR_DELETED( operands[ 0 ], DONE( vTaskResume( handle ) ) );
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
    WITH_TASK_OR_DELETED( operands[ 0 ], uxTaskPriorityGet( handle ) );
}

CALL( get_priority_from_isr )
{
    WITH_TASK( operands[ 0 ], uxTaskPriorityGetFromISR( handle ) );
}

CALL( get_base_priority )
{
    WITH_TASK_OR_DELETED( operands[ 0 ], uxTaskBasePriorityGet( handle ) );
}

CALL( get_base_priority_from_isr )
{
    WITH_TASK( operands[ 0 ], uxTaskBasePriorityGetFromISR( handle ) );
}

CALL( abort_delay )
{
    WITH_TASK_OR_DELETED( operands[ 0 ], xTaskAbortDelay( handle ) );
}

CALL( state )
{
    WITH_TASK_OR_DELETED( operands[ 0 ], eTaskGetState( handle ) );
}

/* What is known of a task, in a state that the caller believes it to be in. Its number counts creations and
 * deletions, so that debuggers can tell the tasks apart. */
static uint32_t told_of( TaskHandle_t handle, int32_t state )
{
    TaskStatus_t status;

    vTaskGetInfo( handle, &status, pdFALSE, ( eTaskState ) state );
    return ( ( uint32_t ) status.xTaskNumber << 16 ) | ( uint32_t ) ( status.uxBasePriority << 8 ) |
           ( uint32_t ) ( status.uxCurrentPriority << 3 ) | ( uint32_t ) status.eCurrentState;
}

CALL( information )
{
    WITH_TASK_OR_DELETED( operands[ 0 ], told_of( handle, operands[ 1 ] ) );
}

static bool is_named_by_object( const struct worker * worker )
{
    return ( worker->object != NO_OBJECT ) && ( worker->object != TIMER_QUEUE ) &&
           objects[ worker->object ].script->kind->names_tasks;
}

/* Before the start FreeRTOS goes on to point to a first task that is deleted. */
static bool is_first( TaskHandle_t handle )
{
    bool first;

    machine_silence( true );
    first = before_the_start && ( xTaskGetCurrentTaskHandle() == handle );
    machine_silence( false );
    return first;
}

/* The first task of a worker has memory of its own, which stays. */
static void deleted( struct worker * worker, TaskHandle_t handle )
{
    if( handle == ( TaskHandle_t ) &worker->block )
    {
        worker->deleted = handle;
    }
}

/* NULL may stand for the caller. */
static uint32_t delete_worker( const struct worker * self, uint32_t index, bool by_null )
{
    struct worker * worker = &workers[ index ];
    TaskHandle_t handle = worker->handle;

    if( ( handle == NULL ) || ( ( worker == self ) && ( suspensions != 0 ) ) || holds_a_mutex( handle ) ||
        is_named_by_object( worker ) || is_first( handle ) || is_named( index ) )
    {
        return SKIPPED;
    }

    lines_release( true, index );
    worker->handle = NULL;

    if( worker == self )
    {
        deleted( worker, handle );
    }

    vTaskDelete( by_null ? NULL : handle );
    deleted( worker, handle );
    return 1;
}

CALL( delete )
{
    return delete_worker( self, ( uint32_t ) operands[ 0 ], false );
}

static uint32_t create_again( uint32_t index, UBaseType_t priority )
{
    const struct worker * worker = &workers[ index ];

    if( ( worker->handle != NULL ) || ( worker->script->count == 0 ) ||
        ( uxTaskGetNumberOfTasks() >= MOST_TASKS_ALIVE ) )
    {
        return SKIPPED;
    }

    create_worker( index, priority );
    return 1;
}

CALL( create )
{
    return create_again( ( uint32_t ) operands[ 0 ], workers[ operands[ 0 ] ].script->priority );
}

CALL( create_at )
{
    return create_again( ( uint32_t ) operands[ 0 ], ( UBaseType_t ) operands[ 1 ] );
}

/* Of the caller, which NULL stands for; of an interrupt service routine that is who was interrupted. */

CALL( suspend_own )
{
    return ( suspensions != 0 ) ? SKIPPED : DONE( vTaskSuspend( NULL ) );
}

CALL( own_priority )
{
    return change_priority( self ) ? DONE( vTaskPrioritySet( NULL, ( UBaseType_t ) operands[ 0 ] ) ) :
                                     SKIPPED;
}

CALL( get_own_priority )
{
    return ( uint32_t ) ( uxTaskPriorityGet( NULL ) | ( uxTaskBasePriorityGet( NULL ) << 8 ) );
}

CALL( get_own_priority_from_isr )
{
    return ( uint32_t ) ( uxTaskPriorityGetFromISR( NULL ) | ( uxTaskBasePriorityGetFromISR( NULL ) << 8 ) );
}

CALL( own_information )
{
    return told_of( NULL, operands[ 0 ] );
}

CALL( delete_own )
{
    return delete_worker( self, ( uint32_t ) ( self - workers ), true );
}

/* Of tasks that were deleted. Nothing happens to those that have been created since. */

CALL( deleted_state )
{
    WITH_DELETED_TASK( operands[ 0 ], eTaskGetState( handle ) );
}

CALL( deleted_information )
{
    WITH_DELETED_TASK( operands[ 0 ], told_of( handle, operands[ 1 ] ) );
}

CALL( deleted_priority )
{
    WITH_DELETED_TASK( operands[ 0 ],
                       uxTaskPriorityGet( handle ) | ( uxTaskBasePriorityGet( handle ) << 8 ) );
}

CALL( deleted_priority_from_isr )
{
    WITH_DELETED_TASK( operands[ 0 ],
                       uxTaskPriorityGetFromISR( handle ) | ( uxTaskBasePriorityGetFromISR( handle ) << 8 ) );
}

CALL( deleted_resume )
{
    WITH_DELETED_TASK( operands[ 0 ], DONE( vTaskResume( handle ) ) );
}

CALL( deleted_resume_from_isr )
{
    WITH_DELETED_TASK( operands[ 0 ], xTaskResumeFromISR( handle ) );
}

CALL( deleted_abort_delay )
{
    WITH_DELETED_TASK( operands[ 0 ], xTaskAbortDelay( handle ) );
}

const struct operation task_calls[] = {
    ENTRY( suspend ),
    ENTRY( resume ),
    ENTRY( resume_from_isr ),
    ENTRY( priority ),
    ENTRY( get_priority ),
    ENTRY( get_priority_from_isr ),
    ENTRY( state ),
    ENTRY( delete ),
    ENTRY( create ),
    ENTRY( abort_delay ),
    ENTRY( get_base_priority ),
    ENTRY( get_base_priority_from_isr ),
    ENTRY( information ),
    ENTRY( create_at ),
    ENTRY( suspend_own ),
    ENTRY( own_priority ),
    ENTRY( get_own_priority ),
    ENTRY( get_own_priority_from_isr ),
    ENTRY( own_information ),
    ENTRY( delete_own ),
    ENTRY( deleted_state ),
    ENTRY( deleted_information ),
    ENTRY( deleted_priority ),
    ENTRY( deleted_priority_from_isr ),
    ENTRY( deleted_resume ),
    ENTRY( deleted_resume_from_isr ),
    ENTRY( deleted_abort_delay ),
    NO_MORE,
};
