/* SPDX-License-Identifier: Apache-2.0 */

/* What creating and deleting leaves behind: numbers, names, memory, interrupt lines; where items are;
 * and who is first when tasks come and go before the scheduler starts. */
#include <string.h>

#include "attachment.h"
#include "board.h"
#include "check_tasks.h"
#include "event_groups.h"
#include "isochron.h"
#include "isochron_constants.h"
#include "queue.h"

#define LOW   1
#define SELF  4
#define HIGH  6
#define LINE  5
#define OTHER 6

/* Bytes: more than a message has, and a queue of messages. */
#define MOST_OF_AN_ITEM 17
#define MOST_OF_ITEMS   80

volatile unsigned test_failures;

static StaticTask_t task_memory;
static StackType_t stack_memory[ TEST_STACK ];

static void notified( void * parameters )
{
    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        mark( 'n' );
    }
}

static void locker( void * mutex )
{
    xSemaphoreTake( mutex, portMAX_DELAY );
    xSemaphoreGive( mutex );
    vTaskDelete( NULL );
}

static UBaseType_t number_of( TaskHandle_t task )
{
    TaskStatus_t status;

    vTaskGetInfo( task, &status, pdFALSE, eInvalid );
    return status.xTaskNumber;
}

/* Three came before the director, of which two were deleted; idle came after it. A deletion counts, too. */
static void test_tasks_are_numbered_from_1( void )
{
    CHECK_EQUAL( number_of( NULL ), 6 );
    CHECK_EQUAL( number_of( xTaskGetIdleTaskHandle() ), 7 );
}

static void test_a_record_tells_inheritance( void )
{
    SemaphoreHandle_t mutex = xSemaphoreCreateMutex();
    TaskStatus_t status;

    CHECK_EQUAL( xSemaphoreTake( mutex, 0 ), pdTRUE );
    create( locker, ( uintptr_t ) mutex, HIGH );
    vTaskGetInfo( NULL, &status, pdFALSE, eInvalid );
    CHECK_EQUAL( status.uxCurrentPriority, HIGH );
    CHECK_EQUAL( status.uxBasePriority, SELF );
    CHECK_EQUAL( xSemaphoreGive( mutex ), pdTRUE );
    vSemaphoreDelete( mutex );
}

static void test_names_and_numbers_of_queues( void )
{
    QueueHandle_t queue = xQueueCreate( 3, 8 );

    CHECK_EQUAL( uxQueueGetQueueNumber( queue ), 0 );
    vQueueSetQueueNumber( queue, 7 );
    CHECK_EQUAL( uxQueueGetQueueNumber( queue ), 7 );
    CHECK_EQUAL( ucQueueGetQueueType( queue ), queueQUEUE_TYPE_BASE );
    CHECK_EQUAL( uxQueueGetQueueItemSize( queue ), 8 );
    CHECK_EQUAL( uxQueueGetQueueLength( queue ), 3 );
    CHECK( pcQueueGetName( queue ) == NULL );
    vQueueAddToRegistry( queue, "queue" );
    CHECK( strcmp( pcQueueGetName( queue ), "queue" ) == 0 );
    vQueueUnregisterQueue( queue );
    CHECK( pcQueueGetName( queue ) == NULL );
    vQueueDelete( queue );
}

static void test_static_memory( void )
{
    static StaticSemaphore_t memory;
    static StaticQueue_t queue_memory;
    static uint8_t storage[ 6 ];
    SemaphoreHandle_t semaphore = xSemaphoreCreateMutexStatic( &memory );
    QueueHandle_t queue;
    StaticQueue_t * buffer = NULL;
    uint8_t * items = storage;

    CHECK_EQUAL( xQueueGetStaticBuffers( semaphore, &items, &buffer ), pdTRUE );
    CHECK( buffer == &memory );
    CHECK( items == NULL );
    CHECK_EQUAL( uxQueueGetQueueLength( semaphore ), 1 );
    vSemaphoreDelete( semaphore );

    semaphore = xSemaphoreCreateBinaryStatic( &memory );
    CHECK_EQUAL( xSemaphoreGetStaticBuffer( semaphore, &buffer ), pdTRUE );
    CHECK( buffer == &memory );
    CHECK_EQUAL( xQueueGetStaticBuffers( semaphore, &items, &buffer ), pdTRUE );
    CHECK( items == ( uint8_t * ) &memory );
    vSemaphoreDelete( semaphore );

    queue = xQueueCreateStatic( 2, 3, storage, &queue_memory );
    CHECK_EQUAL( xQueueGetStaticBuffers( queue, &items, &buffer ), pdTRUE );
    CHECK( items == storage );
    CHECK( buffer == &queue_memory );
    vQueueDelete( queue );

    queue = xQueueCreate( 2, 3 );
    CHECK_EQUAL( xQueueGetStaticBuffers( queue, &items, &buffer ), pdFALSE );
    vQueueDelete( queue );
}

/* Whether the hardware has the items of such a queue: its memory is left as it is then. */
static BaseType_t are_messages( UBaseType_t length, UBaseType_t size )
{
    static StaticQueue_t memory;
    static uint8_t storage[ MOST_OF_ITEMS ], sent[ MOST_OF_AN_ITEM ], received[ MOST_OF_AN_ITEM ];
    QueueHandle_t queue = xQueueCreateStatic( length, size, storage, &memory );

    memset( storage, 0, sizeof( storage ) );
    memset( sent, 7, size );
    CHECK_EQUAL( xQueueSend( queue, sent, 0 ), pdTRUE );
    CHECK_EQUAL( xQueueReceive( queue, received, 0 ), pdTRUE );
    CHECK_EQUAL( memcmp( received, sent, size ), 0 );
    vQueueDelete( queue );

    return ( storage[ 0 ] == 0 ) ? pdTRUE : pdFALSE;
}

/* Those of up to four words, if there is room for as many as the queue is long. */
static void test_where_items_are( void )
{
    uint32_t widths = isochronREGISTER( ISOCHRON_WIDTHS_OFFSET );
    UBaseType_t room = ( widths & ISOCHRON_WIDTHS_MESSAGES_MASK ) >> ISOCHRON_WIDTHS_MESSAGES_SHIFT;

    for( UBaseType_t size = 1; size <= 16; size++ )
    {
        UBaseType_t most = room / ( ( size + 3 ) / 4 );

        CHECK( ( most + 1 ) * size <= MOST_OF_ITEMS );
        CHECK_EQUAL( are_messages( most, size ), pdTRUE );
        CHECK_EQUAL( are_messages( most + 1, size ), pdFALSE );
    }

    CHECK_EQUAL( are_messages( 1, 17 ), pdFALSE );
}

/* A semaphore that is reset has nothing, whoever made it. */
static void test_reset_of_a_semaphore( void )
{
    SemaphoreHandle_t semaphore = xSemaphoreCreateCounting( 3, 2 );

    CHECK_EQUAL( xQueueReset( semaphore ), pdPASS );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 0 );
    CHECK_EQUAL( xQueueReset( semaphore ), pdPASS );

    for( int i = 0; i < 3; i++ )
    {
        CHECK_EQUAL( xSemaphoreGive( semaphore ), pdTRUE );
    }

    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdFALSE );
    vSemaphoreDelete( semaphore );
}

/* Fails whole, whichever part of the memory is missing. */
static void test_memory_runs_out( void )
{
    static void * blocks[ 4096 ];
    static EventGroupHandle_t groups[ 64 ];
    unsigned taken = 0, made = 0;
    size_t left;
    TaskHandle_t task = NULL;

    for( size_t size = 8192; size >= 16; size /= 2 )
    {
        void * block;

        while( ( xPortGetFreeHeapSize() > 1024 ) && ( ( block = pvPortMalloc( size ) ) != NULL ) )
        {
            blocks[ taken++ ] = block;
        }
    }

    left = xPortGetFreeHeapSize();
    CHECK( left > 0 );
    CHECK( xQueueCreate( 100, 100 ) == NULL );
    test_failures = 0;

    while( ( groups[ made ] = xEventGroupCreate() ) != NULL )
    {
        made++;
    }

    CHECK( made > 0 );
    CHECK_EQUAL( test_failures, 1 );

    while( made != 0 )
    {
        vEventGroupDelete( groups[ --made ] );
    }

    CHECK_EQUAL( xPortGetFreeHeapSize(), left );

    /* First the stack does not fit, then the control block does not, then both do. */
    test_failures = 0;

    for( size_t words = left / sizeof( StackType_t );
         xTaskCreate( sleeper, "none", words, NULL, LOW, &task ) != pdPASS; words-- )
    {
        CHECK( task == NULL );
        CHECK_EQUAL( xPortGetFreeHeapSize(), left );
        CHECK_EQUAL( test_failures, 1 );
        test_failures = 0;
    }

    vTaskDelete( task );
    CHECK_EQUAL( xPortGetFreeHeapSize(), left );

    while( taken != 0 )
    {
        vPortFree( blocks[ --taken ] );
    }
}

/* Not for everybody: a task without a handle and a name, and one more than there can be. */
static void test_tasks_run_out( void )
{
    static TaskHandle_t all[ configMAX_HW_ACCELERATION_TASKS ];
    unsigned number = configMAX_HW_ACCELERATION_TASKS - uxTaskGetNumberOfTasks();

    CHECK_EQUAL( xTaskCreate( notified, NULL, TEST_STACK, NULL, LOW, NULL ), pdPASS );
    number--;

    for( unsigned i = 0; i < number; i++ )
    {
        all[ i ] = create( sleeper, 0, LOW );
    }

    test_failures = 0;
    CHECK( xTaskCreateStatic( sleeper, "none", TEST_STACK, NULL, LOW, stack_memory, &task_memory ) == NULL );
    CHECK_EQUAL( test_failures, 1 );

    for( unsigned i = 0; i < number; i++ )
    {
        vTaskDelete( all[ i ] );
    }
}

static void edge( uint32_t line )
{
    board_arm_interrupt( line, 1, 0 );
}

/* A line that leads to nothing does nothing, which is no error. */
static void test_lines_of_deleted_tasks( void )
{
    TaskHandle_t first = create( notified, 0, HIGH ), second;

    CHECK_EQUAL( uxIsochronTaskIdentifier( NULL ), uxIsochronTaskIdentifier( xTaskGetCurrentTaskHandle() ) );
    CHECK( uxIsochronTaskIdentifier( first ) != uxIsochronTaskIdentifier( NULL ) );
    CHECK_EQUAL( xIsochronLineToTask( LINE, first ), pdPASS );
    CHECK_EQUAL( xIsochronLineToTask( OTHER, first ), pdPASS );
    edge( LINE );
    edge( OTHER );
    CHECK_ORDER( "nn" );
    vTaskDelete( first );
    edge( LINE );
    edge( OTHER );
    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );

    first = create( notified, 0, HIGH );
    second = create( notified, 0, HIGH );
    CHECK_EQUAL( xIsochronLineToTask( LINE, first ), pdPASS );
    CHECK_EQUAL( xIsochronLineToTask( LINE, second ), pdPASS );
    vTaskDelete( first );
    edge( LINE );
    CHECK_ORDER( "n" );
    vTaskDelete( second );
    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
}

static void director( void * parameters )
{
    test_tasks_are_numbered_from_1();
    test_a_record_tells_inheritance();
    test_names_and_numbers_of_queues();
    test_static_memory();
    test_where_items_are();
    test_reset_of_a_semaphore();
    test_lines_of_deleted_tasks();
    test_memory_runs_out();
    test_tasks_run_out();
    test_passed();
}

int main( void )
{
    TaskHandle_t gone =
        xTaskCreateStatic( sleeper, "gone", TEST_STACK, NULL, HIGH + 1, stack_memory, &task_memory );
    TaskHandle_t asleep, other;

    CHECK( xTaskGetCurrentTaskHandle() == gone );
    vTaskDelete( gone );
    asleep = create( sleeper, 0, HIGH );
    CHECK( xTaskGetCurrentTaskHandle() == asleep );

    /* One that is not the first may go. */
    other = create( sleeper, 0, LOW );
    vTaskSuspend( other );
    vTaskDelete( other );
    CHECK( xTaskGetCurrentTaskHandle() == asleep );
    vTaskSuspend( asleep );
    CHECK_EQUAL( xTaskGetSchedulerState(), taskSCHEDULER_NOT_STARTED );

    /* Before the start: neither suspends anything. */
    vTaskSuspendAll();
    CHECK_EQUAL( xTaskResumeAll(), pdFALSE );
    test_start( director, SELF );
}
