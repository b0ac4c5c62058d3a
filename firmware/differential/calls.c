/* SPDX-License-Identifier: Apache-2.0 */
#include "calls.h"

#include <string.h>

#include "lines.h"
#include "machine.h"
#include "rules.h"
#include "semphr.h"

/* The hardware kernel has 32 tasks, idle and those that wait to be freed included. */
#define MOST_TASKS_ALIVE    30u

struct worker workers[ MOST_TASKS ];
struct object objects[ MOST_OBJECTS ];
uint32_t worker_count, object_count;
BaseType_t higher_task_woken;

/* Nesting of vTaskSuspendAll(): while it is not 0 one task runs. */
static uint32_t suspensions;

/* ---- what calls have in common ---- */

/* A time-out. A task must not wait while the scheduler is suspended. */
static TickType_t time_out( int32_t ticks )
{
    if( suspensions != 0 )
    {
        return 0;
    }

    return ( ticks == FOR_EVER ) ? portMAX_DELAY : ( TickType_t ) ticks;
}

/* A task's priority. */
static UBaseType_t allowed_priority( uint32_t wanted )
{
    return ( rules.idle_yield && ( wanted == tskIDLE_PRIORITY ) ) ? tskIDLE_PRIORITY + 1 : wanted;
}

/* Runs a call that may wait on an object, if the object is there. */
#define ON_OBJECT( self, index, call )                     \
    do {                                                   \
        void * handle = objects[ ( index ) ].handle;       \
        uint32_t value;                                    \
                                                           \
        if( handle == NULL )                               \
        {                                                  \
            return SKIPPED;                                \
        }                                                  \
                                                           \
        ( self )->object = ( index );                      \
        value = ( uint32_t ) ( call );                     \
        ( self )->object = NO_OBJECT;                      \
        return value;                                      \
    } while( 0 )

/* The same where nobody waits: in interrupt service routines, and for questions. */
#define WITH_OBJECT( index, call )                         \
    do {                                                   \
        void * handle = objects[ ( index ) ].handle;       \
                                                           \
        return ( handle == NULL ) ? SKIPPED : ( uint32_t ) ( call ); \
    } while( 0 )

/* Runs a call that names a task, if the task is there. */
#define WITH_TASK( index, call )                           \
    do {                                                   \
        TaskHandle_t handle = workers[ ( index ) ].handle; \
                                                           \
        return ( handle == NULL ) ? SKIPPED : ( uint32_t ) ( call ); \
    } while( 0 )

/* For functions without result. */
#define DONE( call )    ( ( call ), 1u )

#define CALL( name )                                                          \
    static uint32_t name( struct worker * self __attribute__( ( unused ) ),   \
                          const int32_t * operands __attribute__( ( unused ) ) )

/* ---- semaphores ---- */

static void * semaphore_create( const int32_t * operands )
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
    ON_OBJECT( self, operands[ 0 ], xSemaphoreTake( ( SemaphoreHandle_t ) handle, time_out( operands[ 1 ] ) ) );
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
    WITH_OBJECT( operands[ 0 ], xSemaphoreGiveFromISR( ( SemaphoreHandle_t ) handle, &higher_task_woken ) );
}

CALL( take_from_isr )
{
    WITH_OBJECT( operands[ 0 ], xSemaphoreTakeFromISR( ( SemaphoreHandle_t ) handle, &higher_task_woken ) );
}

CALL( count_from_isr )
{
    WITH_OBJECT( operands[ 0 ], uxSemaphoreGetCountFromISR( ( SemaphoreHandle_t ) handle ) );
}

/* Deletes an object of any kind and creates it again. */
CALL( recreate )
{
    struct object * object = &objects[ operands[ 0 ] ];
    void * handle = object->handle;

    for( uint32_t i = 0; rules.deletion_with_waiters && ( i < worker_count ); i++ )
    {
        if( ( workers[ i ].handle != NULL ) && ( workers[ i ].object == operands[ 0 ] ) )
        {
            return SKIPPED;
        }
    }

    if( handle == NULL )
    {
        return SKIPPED;
    }

    lines_release( false, ( uint32_t ) operands[ 0 ] );
    object->handle = NULL;
    object->script->kind->remove( handle );
    create_object( ( uint32_t ) operands[ 0 ] );
    return 1;
}

/* ---- time ---- */

CALL( delay )
{
    return ( suspensions != 0 ) ? SKIPPED : DONE( vTaskDelay( ( TickType_t ) operands[ 0 ] ) );
}

CALL( delay_until )
{
    return ( suspensions != 0 ) ? SKIPPED : ( uint32_t ) xTaskDelayUntil( &self->wake, ( TickType_t ) operands[ 0 ] );
}

CALL( ticks )
{
    return xTaskGetTickCount();
}

CALL( ticks_from_isr )
{
    return xTaskGetTickCountFromISR();
}

CALL( set_time_out )
{
    return DONE( vTaskSetTimeOutState( &self->time_out ) );
}

CALL( check_time_out )
{
    TickType_t left = ( operands[ 0 ] == FOR_EVER ) ? portMAX_DELAY : ( TickType_t ) operands[ 0 ];
    BaseType_t over = xTaskCheckForTimeOut( &self->time_out, &left );

    return ( left << 1 ) | ( uint32_t ) over;
}

/* ---- the scheduler ---- */

CALL( yield )
{
    return DONE( taskYIELD() );
}

CALL( suspend_all )
{
    vTaskSuspendAll();
    suspensions++;
    return suspensions;
}

CALL( resume_all )
{
    if( suspensions == 0 )
    {
        return SKIPPED;
    }

    suspensions--;
    return ( uint32_t ) xTaskResumeAll();
}

CALL( scheduler_state )
{
    return ( uint32_t ) xTaskGetSchedulerState();
}

CALL( enter_critical )
{
    taskENTER_CRITICAL();
    self->critical++;
    return self->critical;
}

CALL( exit_critical )
{
    if( self->critical == 0 )
    {
        return SKIPPED;
    }

    self->critical--;
    taskEXIT_CRITICAL();
    return self->critical;
}

/* ---- tasks ---- */

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
    if( rules.priority_of_waiter && ( workers[ operands[ 0 ] ].object != NO_OBJECT ) )
    {
        return SKIPPED;
    }

    WITH_TASK( operands[ 0 ], DONE( vTaskPrioritySet( handle, allowed_priority( ( uint32_t ) operands[ 1 ] ) ) ) );
}

CALL( get_priority )
{
    WITH_TASK( operands[ 0 ], uxTaskPriorityGet( handle ) );
}

CALL( get_priority_from_isr )
{
    WITH_TASK( operands[ 0 ], uxTaskPriorityGetFromISR( handle ) );
}

CALL( state )
{
    WITH_TASK( operands[ 0 ], eTaskGetState( handle ) );
}

CALL( delete )
{
    struct worker * worker = &workers[ operands[ 0 ] ];
    TaskHandle_t handle = worker->handle;

    if( ( handle == NULL ) || ( ( worker == self ) && ( suspensions != 0 ) ) )
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

/* ---- notifications ---- */

CALL( notify )
{
    uint32_t previous = 0;
    TaskHandle_t handle = workers[ operands[ 0 ] ].handle;
    BaseType_t result;

    if( handle == NULL )
    {
        return SKIPPED;
    }

    result = xTaskNotifyAndQuery( handle, ( uint32_t ) operands[ 2 ], ( eNotifyAction ) operands[ 1 ], &previous );
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

    result = xTaskNotifyAndQueryFromISR( handle, ( uint32_t ) operands[ 2 ], ( eNotifyAction ) operands[ 1 ], &previous, &higher_task_woken );
    return ( previous << 1 ) | ( uint32_t ) result;
}

CALL( notify_give )
{
    WITH_TASK( operands[ 0 ], xTaskNotifyGive( handle ) );
}

CALL( notify_give_from_isr )
{
    WITH_TASK( operands[ 0 ], DONE( vTaskNotifyGiveFromISR( handle, &higher_task_woken ) ) );
}

CALL( notify_take )
{
    return ulTaskNotifyTake( operands[ 0 ], time_out( operands[ 1 ] ) );
}

/* ---- the tables ---- */

static const struct object_kind object_kinds[] =
{
    { "semaphore", semaphore_create, semaphore_remove, semaphore_look },
};

#define ENTRY( name )    { #name, name }

static const struct operation operations[] =
{
    ENTRY( take ),                 ENTRY( give ),            ENTRY( count ),           ENTRY( recreate ),
    ENTRY( give_from_isr ),        ENTRY( take_from_isr ),   ENTRY( count_from_isr ),  ENTRY( delay ),
    ENTRY( delay_until ),          ENTRY( ticks ),           ENTRY( ticks_from_isr ),  ENTRY( set_time_out ),
    ENTRY( check_time_out ),       ENTRY( yield ),           ENTRY( suspend_all ),     ENTRY( resume_all ),
    ENTRY( scheduler_state ),      ENTRY( enter_critical ),  ENTRY( exit_critical ),   ENTRY( suspend ),
    ENTRY( resume ),               ENTRY( resume_from_isr ), ENTRY( priority ),        ENTRY( get_priority ),
    ENTRY( get_priority_from_isr ), ENTRY( state ),          ENTRY( delete ),          ENTRY( create ),
    ENTRY( notify ),               ENTRY( notify_from_isr ), ENTRY( notify_give ),     ENTRY( notify_give_from_isr ),
    ENTRY( notify_take ),
};

const struct operation * find_operation( const char * name )
{
    for( size_t i = 0; i < sizeof( operations ) / sizeof( operations[ 0 ] ); i++ )
    {
        if( strcmp( name, operations[ i ].name ) == 0 )
        {
            return &operations[ i ];
        }
    }

    return NULL;
}

const struct object_kind * find_object_kind( const char * name )
{
    for( size_t i = 0; i < sizeof( object_kinds ) / sizeof( object_kinds[ 0 ] ); i++ )
    {
        if( strcmp( name, object_kinds[ i ].name ) == 0 )
        {
            return &object_kinds[ i ];
        }
    }

    return NULL;
}

void create_object( uint32_t index )
{
    struct object * object = &objects[ index ];

    object->handle = object->script->kind->create( object->script->operands );
    configASSERT( object->handle != NULL );
    lines_bind( false, index );
}

void create_worker( uint32_t index )
{
    struct worker * worker = &workers[ index ];
    BaseType_t created;

    worker->next_call = 0;
    worker->critical = 0;
    worker->object = NO_OBJECT;

    /* It may run before this returns, so it binds its lines itself. */
    created = xTaskCreate( run_worker, "worker", configMINIMAL_STACK_SIZE, worker, allowed_priority( worker->script->priority ), &worker->handle );
    configASSERT( created == pdPASS );
}
