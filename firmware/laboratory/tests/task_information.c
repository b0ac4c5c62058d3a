/* SPDX-License-Identifier: Apache-2.0 */

/* What can be asked about tasks, one by one and all at once, and what can be attached to them. */

#include "check_tasks.h"
#include <string.h>

#define LOW   1
#define SELF  4
#define HIGH  6
#define STACK 161
#define TEXT  512

static StackType_t static_stack[ STACK ];
static StaticTask_t static_task;
static TaskStatus_t states[ 12 ];
static char text[ TEXT ];

static void taker( void * parameters )
{
    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    }
}

static TaskHandle_t create_named( TaskFunction_t function, const char * name, UBaseType_t priority )
{
    TaskHandle_t task = NULL;

    CHECK_EQUAL( xTaskCreate( function, name, STACK, NULL, priority, &task ), pdPASS );
    return task;
}

/* The record of a task among those of all. */
static const TaskStatus_t * find( UBaseType_t count, TaskHandle_t task )
{
    for( UBaseType_t i = 0; i < count; i++ )
    {
        if( states[ i ].xHandle == task )
        {
            return &states[ i ];
        }
    }

    CHECK( !"found" );
    return NULL;
}

static void test_names( void )
{
    TaskHandle_t first = create_named( sleeper, "first", HIGH );
    TaskHandle_t second = create_named( sleeper, "a name that is too long", HIGH );

    CHECK( strcmp( pcTaskGetName( first ), "first" ) == 0 );
    CHECK( strcmp( pcTaskGetName( second ), "a name that is " ) == 0 );
    CHECK( strcmp( pcTaskGetName( NULL ), "task" ) == 0 );
    CHECK( xTaskGetHandle( "first" ) == first );
    CHECK( xTaskGetHandle( "a name that is " ) == second );
    CHECK( xTaskGetHandle( "task" ) == xTaskGetCurrentTaskHandle() );
    CHECK( xTaskGetHandle( "IDLE" ) == xTaskGetIdleTaskHandle() );
    CHECK( xTaskGetHandle( "firs" ) == NULL );
    CHECK( xTaskGetHandle( "first " ) == NULL );
    vTaskDelete( first );
    CHECK( xTaskGetHandle( "first" ) == NULL );
    vTaskDelete( second );
}

static void test_handles( void )
{
    CHECK( xTaskGetCurrentTaskHandleForCore( 0 ) == xTaskGetCurrentTaskHandle() );
    CHECK( xTaskGetCurrentTaskHandleForCore( 1 ) == NULL );
    CHECK( xTaskGetIdleTaskHandleForCore( 0 ) == xTaskGetIdleTaskHandle() );
}

static void test_static_buffers( void )
{
    StackType_t * stack = NULL;
    StaticTask_t * buffer = NULL;
    StackType_t * end = ( StackType_t * ) ( ( uintptr_t ) &static_stack[ STACK - 1 ] &
                                            ~( uintptr_t ) portBYTE_ALIGNMENT_MASK );
    TaskStatus_t status;
    TaskHandle_t task = xTaskCreateStatic( sleeper, "static", STACK, NULL, HIGH, static_stack, &static_task );

    CHECK( task == ( TaskHandle_t ) &static_task );
    CHECK_EQUAL( xTaskGetStaticBuffers( task, &stack, &buffer ), pdTRUE );
    CHECK( stack == static_stack );
    CHECK( buffer == &static_task );
    vTaskGetInfo( task, &status, pdFALSE, eReady );
    CHECK( status.pxStackBase == static_stack );
    CHECK( status.pxEndOfStack == end );
    CHECK( ( status.pxTopOfStack > stack ) && ( status.pxTopOfStack <= end ) );
    CHECK_EQUAL( xTaskGetStaticBuffers( NULL, &stack, &buffer ), pdFALSE );
    vTaskDelete( task );
}

static void test_one_task( void )
{
    TaskHandle_t task = create_named( sleeper, "asleep", HIGH );
    TaskHandle_t waits = create_named( taker, "waits", HIGH );
    TaskStatus_t status;

    vTaskGetInfo( task, &status, pdTRUE, eInvalid );
    CHECK( status.xHandle == task );
    CHECK( status.pcTaskName == pcTaskGetName( task ) );
    CHECK_EQUAL( status.eCurrentState, eSuspended );
    CHECK_EQUAL( status.uxCurrentPriority, HIGH );
    CHECK_EQUAL( status.uxBasePriority, HIGH );
    CHECK_EQUAL( status.ulRunTimeCounter, 0 );
    CHECK( status.usStackHighWaterMark > 0 );
    CHECK( status.usStackHighWaterMark < STACK );
    CHECK_EQUAL( status.usStackHighWaterMark, uxTaskGetStackHighWaterMark( task ) );

    vTaskGetInfo( task, &status, pdFALSE, eReady );
    CHECK_EQUAL( status.eCurrentState, eReady );
    CHECK_EQUAL( status.usStackHighWaterMark, 0 );
    vTaskGetInfo( task, &status, pdFALSE, eSuspended );
    CHECK_EQUAL( status.eCurrentState, eSuspended );
    vTaskGetInfo( waits, &status, pdFALSE, eSuspended );
    CHECK_EQUAL( status.eCurrentState, eBlocked );

    vTaskGetInfo( NULL, &status, pdFALSE, eReady );
    CHECK( status.xHandle == xTaskGetCurrentTaskHandle() );
    CHECK_EQUAL( status.eCurrentState, eRunning );
    CHECK_EQUAL( status.uxCurrentPriority, SELF );
    vTaskDelete( task );
    vTaskDelete( waits );
}

static void test_all_tasks( void )
{
    TaskHandle_t asleep = create_named( sleeper, "asleep", HIGH );
    TaskHandle_t waits = create_named( taker, "waits", HIGH );
    TaskHandle_t ready = create_named( sleeper, "ready", LOW );
    TaskHandle_t deleted = create_named( ender, "deleted", HIGH );
    configRUN_TIME_COUNTER_TYPE total = 99;
    UBaseType_t count = uxTaskGetNumberOfTasks();

    CHECK_EQUAL( count, 6 );
    CHECK_EQUAL( uxTaskGetSystemState( states, count - 1, NULL ), 0 );
    CHECK_EQUAL( uxTaskGetSystemState( states, 12, &total ), count );
    CHECK_EQUAL( total, 0 );
    CHECK_EQUAL( find( count, asleep )->eCurrentState, eSuspended );
    CHECK_EQUAL( find( count, waits )->eCurrentState, eBlocked );
    CHECK_EQUAL( find( count, ready )->eCurrentState, eReady );
    CHECK_EQUAL( find( count, ready )->uxCurrentPriority, LOW );
    CHECK_EQUAL( find( count, deleted )->eCurrentState, eDeleted );
    CHECK_EQUAL( find( count, xTaskGetCurrentTaskHandle() )->eCurrentState, eRunning );
    CHECK_EQUAL( find( count, xTaskGetIdleTaskHandle() )->eCurrentState, eReady );
    CHECK_EQUAL( find( count, waits )->xTaskNumber, find( count, asleep )->xTaskNumber + 1 );

    vTaskDelay( 2 ); /* the idle task frees the deleted one */
    CHECK_EQUAL( uxTaskGetSystemState( states, 12, NULL ), count - 1 );
    vTaskDelete( asleep );
    vTaskDelete( waits );
    vTaskDelete( ready );
    CHECK_EQUAL( uxTaskGetSystemState( states, 12, NULL ), 2 );
}

/* The number of a task that is created now. */
static UBaseType_t next_number( void )
{
    TaskHandle_t task = create_named( sleeper, "new", LOW );
    TaskStatus_t status;

    vTaskGetInfo( task, &status, pdFALSE, eReady );
    vTaskDelete( task );
    return status.xTaskNumber;
}

/* A deletion counts, too, and of itself when it is done, not when the idle task frees the memory. */
static void test_numbers( void )
{
    UBaseType_t first = next_number();

    CHECK_EQUAL( next_number(), first + 2 );
    create_named( ender, "deleted", HIGH );
    CHECK_EQUAL( next_number(), first + 6 );
    vTaskDelay( 2 );
    CHECK_EQUAL( next_number(), first + 8 );
}

/* One line for each task, cut where the buffer ends. */
static void test_list( void )
{
    TaskHandle_t task = create_named( sleeper, "asleep", HIGH );
    const char * line;
    size_t whole;

    vTaskList( text );
    whole = strlen( text );
    line = strstr( text, "asleep         \tS\t6\t" );
    CHECK( line != NULL );
    CHECK( strchr( line, '\r' )[ 1 ] == '\n' );
    CHECK( strstr( text, "task           \tX\t4\t" ) != NULL );
    CHECK( strstr( text, "IDLE           \tR\t0\t" ) != NULL );

    for( size_t size = 1; size < 40; size++ )
    {
        memset( text, '#', TEXT );
        vTaskListTasks( text, size );
        CHECK( strlen( text ) < size );

        for( size_t after = size; after < TEXT; after++ )
        {
            CHECK_EQUAL( text[ after ], '#' );
        }

        CHECK( ( size < configMAX_TASK_NAME_LEN ) || ( strlen( text ) >= configMAX_TASK_NAME_LEN - 1 ) );
        CHECK( ( size <= configMAX_TASK_NAME_LEN ) || ( strlen( text ) == size - 1 ) ||
               ( strlen( text ) >= 22 ) );
    }

    vTaskListTasks( text, TEXT );
    CHECK_EQUAL( strlen( text ), whole );
    vTaskDelete( task );
}

static BaseType_t hook( void * parameter )
{
    return ( BaseType_t ) ( uintptr_t ) parameter + 1;
}

static void test_what_is_attached( void )
{
    TaskHandle_t task = create_named( sleeper, "task", HIGH );
    int value;

    CHECK( xTaskGetApplicationTaskTag( task ) == NULL );
    CHECK_EQUAL( xTaskCallApplicationTaskHook( task, NULL ), pdFAIL );
    vTaskSetApplicationTaskTag( task, hook );
    CHECK( xTaskGetApplicationTaskTag( task ) == hook );
    CHECK( xTaskGetApplicationTaskTagFromISR( task ) == hook );
    CHECK( xTaskGetApplicationTaskTag( NULL ) == NULL );
    CHECK( xTaskGetApplicationTaskTagFromISR( NULL ) == NULL );
    CHECK_EQUAL( xTaskCallApplicationTaskHook( NULL, NULL ), pdFAIL );
    vTaskSetApplicationTaskTag( NULL, hook );
    CHECK( xTaskGetApplicationTaskTag( NULL ) == hook );
    CHECK_EQUAL( xTaskCallApplicationTaskHook( task, ( void * ) 41 ), 42 );

    vTaskSetThreadLocalStoragePointer( task, 1, &value );
    vTaskSetThreadLocalStoragePointer( NULL, 0, &task );
    CHECK( pvTaskGetThreadLocalStoragePointer( task, 1 ) == &value );
    CHECK( pvTaskGetThreadLocalStoragePointer( task, 0 ) == NULL );
    CHECK( pvTaskGetThreadLocalStoragePointer( NULL, 0 ) == &task );
    vTaskSetThreadLocalStoragePointer( task, 2, &value ); /* there are two */
    CHECK( pvTaskGetThreadLocalStoragePointer( task, 2 ) == NULL );
    CHECK( pvTaskGetThreadLocalStoragePointer( task, -1 ) == NULL );

    CHECK_EQUAL( uxTaskGetTaskNumber( task ), 0 );
    vTaskSetTaskNumber( task, 7 );
    CHECK_EQUAL( uxTaskGetTaskNumber( task ), 7 );
    CHECK_EQUAL( uxTaskGetTaskNumber( NULL ), 0 );
    vTaskDelete( task );
}

TEST_PROGRAM( SELF )
{
    test_names();
    test_handles();
    test_static_buffers();
    test_one_task();
    test_all_tasks();
    test_numbers();
    test_list();
    test_what_is_attached();
    CHECK( uxTaskGetStackHighWaterMark2( NULL ) > 0 );
}
