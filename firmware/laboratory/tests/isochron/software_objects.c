/* SPDX-License-Identifier: Apache-2.0 */

/* Objects that the hardware has no room for: with configISOCHRON_HARDWARE_OBJECTS 4 there are two
 * queues, or four of anything else, in the hardware; the rest is in software. What FreeRTOS has, too,
 * is tested by the other programs with all objects in software (tests/test_software_objects.py). */
#include "board.h"
#include "check.h"
#include "interrupt.h"
#include "queue.h"
#include "refusals.h"
#include "semphr.h"
#include "waiters.h"

#define LOW         1
#define SELF        4
#define HIGH        6
#define IN_SOFTWARE 255

static SemaphoreHandle_t semaphore, filler[ 4 ];

/* Waits for the semaphore, for so many ticks, and marks whether it came. */
static void takes( void * ticks )
{
    mark( ( xSemaphoreTake( semaphore, ( TickType_t ) ( uintptr_t ) ticks ) != pdFALSE ) ? 'y' : 'n' );
    vTaskDelete( NULL );
}

/* The hardware's come first, and come back first. */
static void test_what_is_in_software( void )
{
    int i;

    for( i = 0; i < 4; i++ )
    {
        filler[ i ] = xSemaphoreCreateBinary();
        CHECK( uxIsochronSemaphoreIdentifier( filler[ i ] ) != IN_SOFTWARE );
    }

    CHECK_EQUAL( uxIsochronSoftwareObjects(), 0 );
    semaphore = xSemaphoreCreateBinary();
    CHECK_EQUAL( uxIsochronSemaphoreIdentifier( semaphore ), IN_SOFTWARE );
    CHECK_EQUAL( uxIsochronSoftwareObjects(), 1 );

    vSemaphoreDelete( filler[ 3 ] );
    vEventGroupDelete( xEventGroupCreate() ); /* gives back the place that it took */
    filler[ 3 ] = xSemaphoreCreateBinary();
    CHECK( uxIsochronSemaphoreIdentifier( filler[ 3 ] ) != IN_SOFTWARE );
    CHECK_EQUAL( uxIsochronSoftwareObjects(), 1 );
}

/* A length that the hardware cannot count is no matter for software. */
static void test_a_long_counting_semaphore( void )
{
    SemaphoreHandle_t counting = xSemaphoreCreateCounting( 100000, 99999 );

    CHECK_EQUAL( uxIsochronSemaphoreIdentifier( counting ), IN_SOFTWARE );
    CHECK_EQUAL( xSemaphoreGive( counting ), pdTRUE );
    CHECK_EQUAL( xSemaphoreGive( counting ), pdFALSE );
    CHECK_EQUAL( uxSemaphoreGetCount( counting ), 100000 );
    vSemaphoreDelete( counting );
    CHECK_EQUAL( uxIsochronSoftwareObjects(), 1 );
}

/* The higher one is first, though it came later. */
static void test_waiters_are_sorted( void )
{
    create( takes, portMAX_DELAY, LOW );
    vTaskDelay( 1 );
    create( takes, portMAX_DELAY, HIGH );
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdTRUE );
    CHECK_ORDER( "y" );
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdTRUE );
    CHECK_ORDER( "" );
    vTaskDelay( 1 );
    CHECK_ORDER( "y" );
}

/* No give is lost on one whose time has passed and who has not run since. */
static void test_a_waiter_whose_time_has_passed( void )
{
    TaskHandle_t first = create( takes, 2, HIGH );

    create( takes, portMAX_DELAY, HIGH );
    vTaskPrioritySet( NULL, HIGH + 1 );
    next_tick();
    next_tick();
    CHECK_EQUAL( eTaskGetState( first ), eReady );
    vTaskPrioritySet( first, LOW );
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdTRUE );
    vTaskPrioritySet( NULL, SELF );
    CHECK_ORDER( "y" );
    vTaskDelay( 1 );
    CHECK_ORDER( "n" );
}

/* Nor on one that was suspended; it goes on waiting when it is resumed. */
static void test_a_suspended_waiter( void )
{
    TaskHandle_t first = create( takes, portMAX_DELAY, HIGH );

    create( takes, portMAX_DELAY, HIGH );
    CHECK_EQUAL( eTaskGetState( first ), eBlocked );
    vTaskSuspend( first );
    CHECK_EQUAL( eTaskGetState( first ), eSuspended );
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdTRUE );
    CHECK_ORDER( "y" );
    vTaskResume( first );
    CHECK_EQUAL( eTaskGetState( first ), eBlocked );
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdTRUE );
    CHECK_ORDER( "y" );
}

/* A deleted one is nowhere any more. */
static void test_a_deleted_waiter( void )
{
    TaskHandle_t first = create( takes, portMAX_DELAY, HIGH );

    create( takes, portMAX_DELAY, HIGH );
    vTaskDelete( first );
    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdTRUE );
    CHECK_ORDER( "y" );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 0 );
    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
}

static void test_an_object_with_a_waiter_stays( void )
{
    TaskHandle_t waiter = create( takes, portMAX_DELAY, HIGH );

    vSemaphoreDelete( semaphore );
    CHECK_EQUAL( reported(), eIsochronErrorBusy );
    CHECK_EQUAL( uxIsochronSoftwareObjects(), 1 );

    /* One that waits no more is no hindrance. */
    vTaskSuspend( waiter );
    vSemaphoreDelete( semaphore );
    CHECK_EQUAL( reported(), eIsochronNoError );
    CHECK_EQUAL( uxIsochronSoftwareObjects(), 0 );
    vTaskDelete( waiter );
}

static SemaphoreHandle_t hard_mutex, soft_mutex;

static void wants_soft( void * parameters )
{
    ( void ) parameters;
    xSemaphoreTake( soft_mutex, portMAX_DELAY );
    mark( 's' );
    xSemaphoreGive( soft_mutex );
    vTaskDelete( NULL );
}

static void wants_hard( void * parameters )
{
    ( void ) parameters;
    xSemaphoreTake( hard_mutex, portMAX_DELAY );
    mark( 'h' );
    xSemaphoreGive( hard_mutex );
    vTaskDelete( NULL );
}

/* Mutexes of both kinds count together, and lend to the same task. */
static void test_mutexes_of_both_kinds( void )
{
    vSemaphoreDelete( filler[ 3 ] );
    hard_mutex = xSemaphoreCreateMutex();
    soft_mutex = xSemaphoreCreateMutex();
    CHECK_EQUAL( uxIsochronSemaphoreIdentifier( soft_mutex ), IN_SOFTWARE );

    CHECK_EQUAL( xSemaphoreTake( hard_mutex, 0 ), pdTRUE );
    CHECK_EQUAL( xSemaphoreTake( soft_mutex, 0 ), pdTRUE );
    CHECK( xSemaphoreGetMutexHolder( soft_mutex ) == xTaskGetCurrentTaskHandle() );
    create( wants_soft, 0, HIGH );
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), HIGH );
    create( wants_hard, 0, HIGH + 1 );
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), HIGH + 1 );

    /* Two are held: the priority stays. */
    CHECK_EQUAL( xSemaphoreGive( soft_mutex ), pdTRUE );
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), HIGH + 1 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xSemaphoreGive( hard_mutex ), pdTRUE );
    CHECK_ORDER( "hs" );
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), SELF );

    vSemaphoreDelete( soft_mutex );
    vSemaphoreDelete( hard_mutex );
    CHECK_EQUAL( uxIsochronSoftwareObjects(), 0 );
    filler[ 3 ] = xSemaphoreCreateBinary();
}

/* One whose waiting was ended, and who has not run since, waits no more: the giver, which loses what
 * that one lent it, has to make way at once. */
static void test_a_mutex_whose_waiter_left( void )
{
    TaskHandle_t waiter;

    soft_mutex = xSemaphoreCreateMutex();
    CHECK_EQUAL( uxIsochronSemaphoreIdentifier( soft_mutex ), IN_SOFTWARE );
    CHECK_EQUAL( xSemaphoreTake( soft_mutex, 0 ), pdTRUE );
    waiter = create( wants_soft, 0, HIGH );
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), HIGH );
    next_tick();
    CHECK_EQUAL( xTaskAbortDelay( waiter ), pdTRUE );
    CHECK_EQUAL( eTaskGetState( waiter ), eReady );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xSemaphoreGive( soft_mutex ), pdTRUE );
    CHECK_ORDER( "s" );
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), SELF );
    vSemaphoreDelete( soft_mutex );
}

/* Nor are bits cleared for it. */
static void test_bits_whose_waiter_left( void )
{
    TaskHandle_t waiter;

    group = xEventGroupCreate();
    waiter = wait_as( 'w', SELF, 1, WAIT_ANY | WAIT_CLEAR, portMAX_DELAY );
    vTaskDelay( 1 );
    CHECK_EQUAL( eTaskGetState( waiter ), eBlocked );
    next_tick();
    CHECK_EQUAL( xTaskAbortDelay( waiter ), pdTRUE );
    CHECK_EQUAL( xEventGroupSetBits( group, 3 ), 3 );
    CHECK_ORDER( "" );
    vTaskDelay( 1 );
    CHECK_ORDER( "w" );
    CHECK_EQUAL( result_of( 'w' ), 3 );
    CHECK_EQUAL( xEventGroupGetBits( group ), 2 );
    vEventGroupDelete( group );
}

#if ( ( configUSE_TIMERS == 1 ) && ( INCLUDE_xTimerPendFunctionCall == 1 ) )

    static void set_bit( void )
    {
        CHECK_EQUAL( xIsochronEventGroupSetBitsFromISR( group, 1 ), pdPASS );
    }

    /* The timer task, which is above, does it as soon as the routine ends. */
    static void test_setting_bits_from_isr( void )
    {
        interrupt( set_bit );
        CHECK_EQUAL( xEventGroupGetBits( group ), 1 );
    }

#else

    static void test_setting_bits_from_isr( void )
    {
        CHECK_EQUAL( xIsochronEventGroupSetBitsFromISR( group, 1 ), pdFAIL );
        CHECK_EQUAL( reported(), eIsochronErrorSoftware );
        CHECK_EQUAL( xEventGroupGetBits( group ), 0 );
    }

#endif /* ( ( configUSE_TIMERS == 1 ) && ( INCLUDE_xTimerPendFunctionCall == 1 ) ) */

/* What only the hardware can do is refused, and says why. */
static void test_what_software_cannot( void )
{
    SemaphoreHandle_t member = xSemaphoreCreateBinary();

    group = xEventGroupCreate();
    CHECK_EQUAL( uxIsochronSoftwareObjects(), 2 );
    CHECK_EQUAL( xIsochronLineToSemaphore( 0, member ), pdFAIL );
    CHECK_EQUAL( reported(), eIsochronErrorSoftware );
    CHECK_EQUAL( xIsochronLineToEventGroup( 0, group, 1 ), pdFAIL );
    CHECK_EQUAL( reported(), eIsochronErrorSoftware );
    test_setting_bits_from_isr();
    vSemaphoreDelete( member );
    vEventGroupDelete( group );
    CHECK_EQUAL( uxIsochronSoftwareObjects(), 0 );
    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
}

/* Gives a member of a set, of its own kind or of the other, by a task and by a service routine. */
static SemaphoreHandle_t member, stranger;
static QueueSetHandle_t set;

static void give_from_isr( void )
{
    BaseType_t woken = pdFALSE;

    CHECK_EQUAL( xSemaphoreGiveFromISR( member, &woken ), pdTRUE );
    CHECK_EQUAL( woken, pdTRUE );
    portYIELD_FROM_ISR( woken );
}

static void selects( void * parameters )
{
    ( void ) parameters;

    for( ; ; )
    {
        mark( ( xQueueSelectFromSet( set, portMAX_DELAY ) == member ) ? 'm' : '?' );
        CHECK_EQUAL( xSemaphoreTake( member, 0 ), pdTRUE );
    }
}

static void test_membership( void )
{
    TaskHandle_t task = create( selects, 0, HIGH );

    CHECK_EQUAL( xQueueAddToSet( member, set ), pdPASS );
    CHECK_EQUAL( xQueueAddToSet( member, set ), pdFAIL );
    CHECK_EQUAL( xSemaphoreGive( member ), pdTRUE );
    CHECK_ORDER( "m" );
    interrupt( give_from_isr );
    CHECK_ORDER( "m" );
    vTaskDelete( task );

    /* Who wants it must not be in its set. */
    CHECK_EQUAL( xSemaphoreGive( member ), pdTRUE );
    CHECK_EQUAL( xQueueRemoveFromSet( member, set ), pdFAIL );
    CHECK( xQueueSelectFromSet( set, 0 ) == member );
    CHECK_EQUAL( xSemaphoreTake( member, 0 ), pdTRUE );
    CHECK_EQUAL( xQueueRemoveFromSet( stranger, set ), pdFAIL );
    CHECK_EQUAL( xQueueRemoveFromSet( member, stranger ), pdFAIL );
    CHECK_EQUAL( xQueueRemoveFromSet( member, set ), pdPASS );
    CHECK_EQUAL( xQueueRemoveFromSet( member, set ), pdFAIL );
    CHECK_EQUAL( xSemaphoreGive( member ), pdTRUE );
    CHECK_EQUAL( uxQueueMessagesWaiting( set ), 0 );
    CHECK_EQUAL( xSemaphoreTake( member, 0 ), pdTRUE );
}

/* A set and its members may be of both kinds; a peek tells the same as a selection. */
static void test_sets_of_both_kinds( void )
{
    SemaphoreHandle_t soft = xSemaphoreCreateBinary(), peeked;

    set = xQueueCreateSet( 2 );
    stranger = soft;
    member = filler[ 0 ];
    test_membership();
    stranger = filler[ 0 ];
    member = soft;
    test_membership();
    CHECK_EQUAL( xQueueAddToSet( soft, set ), pdPASS );
    CHECK_EQUAL( xQueueAddToSet( filler[ 0 ], set ), pdPASS );
    CHECK_EQUAL( xSemaphoreGive( filler[ 0 ] ), pdTRUE );
    CHECK_EQUAL( xSemaphoreGive( soft ), pdTRUE );
    CHECK_EQUAL( xQueuePeek( set, &peeked, 0 ), pdTRUE );
    CHECK( peeked == filler[ 0 ] );
    CHECK( xQueueSelectFromSet( set, 0 ) == filler[ 0 ] );
    CHECK( xQueueSelectFromSet( set, 0 ) == soft );
    CHECK( xQueueSelectFromSet( set, 0 ) == NULL );
    CHECK_EQUAL( xSemaphoreTake( soft, 0 ), pdTRUE );
    CHECK_EQUAL( xSemaphoreTake( filler[ 0 ], 0 ), pdTRUE );
    CHECK_EQUAL( xQueueRemoveFromSet( soft, set ), pdPASS );
    CHECK_EQUAL( xQueueRemoveFromSet( filler[ 0 ], set ), pdPASS );
    vQueueDelete( set );
    CHECK_EQUAL( uxIsochronSoftwareObjects(), 1 );

    /* One of the hardware, and two of its members in software. */
    vSemaphoreDelete( filler[ 2 ] );
    vSemaphoreDelete( filler[ 3 ] );
    set = xQueueCreateSet( 2 );
    CHECK_EQUAL( uxIsochronSoftwareObjects(), 1 );
    member = soft;
    stranger = filler[ 0 ];
    test_membership();
    member = filler[ 0 ];
    stranger = soft;
    test_membership();
    vQueueDelete( set );
    vSemaphoreDelete( soft );
    filler[ 2 ] = xSemaphoreCreateBinary();
    filler[ 3 ] = xSemaphoreCreateBinary();
    CHECK_EQUAL( uxIsochronSoftwareObjects(), 0 );
}

/* What the hardware refuses is told from what is in software. */
static void test_a_deleted_object_of_the_hardware( void )
{
    static StaticSemaphore_t memory;
    SemaphoreHandle_t gone;

    vSemaphoreDelete( filler[ 3 ] );
    gone = xSemaphoreCreateBinaryStatic( &memory );
    CHECK( uxIsochronSemaphoreIdentifier( gone ) != IN_SOFTWARE );
    vSemaphoreDelete( gone );
    CHECK_EQUAL( xSemaphoreTake( gone, portMAX_DELAY ), pdFALSE );
    CHECK_EQUAL( reported(), eIsochronErrorObject );
    CHECK_EQUAL( xSemaphoreGive( gone ), pdFALSE );
    CHECK_EQUAL( reported(), eIsochronErrorObject );
    CHECK_EQUAL( xSemaphoreGiveFromISR( gone, NULL ), pdFALSE );
    CHECK_EQUAL( reported(), eIsochronErrorObject );
    CHECK_EQUAL( xIsochronGetError( NULL ), pdTRUE );
    filler[ 3 ] = xSemaphoreCreateBinary();
}

/* Memory that the application gives holds the items; FreeRTOS's structure comes from the heap. */
static void test_static_memory( void )
{
    static StaticQueue_t memory, * found;
    static uint8_t items[ 4 ];
    size_t before = xPortGetFreeHeapSize();
    uint8_t * storage;
    QueueHandle_t queue = xQueueCreateStatic( 4, 1, items, &memory );
    uint8_t item = 7;

    CHECK_EQUAL( uxIsochronSoftwareObjects(), 1 );
    CHECK( xPortGetFreeHeapSize() < before );
    CHECK_EQUAL( xQueueGetStaticBuffers( queue, &storage, &found ), pdTRUE );
    CHECK( storage == items );
    CHECK( found == &memory );
    CHECK_EQUAL( xQueueSend( queue, &item, 0 ), pdTRUE );
    CHECK_EQUAL( items[ 0 ], 7 );
    vQueueDelete( queue );
    CHECK_EQUAL( xPortGetFreeHeapSize(), before );
}

static void director( void * parameters )
{
    ( void ) parameters;
    test_what_is_in_software();
    test_a_long_counting_semaphore();
    test_waiters_are_sorted();
    test_a_waiter_whose_time_has_passed();
    test_a_suspended_waiter();
    test_a_deleted_waiter();
    test_an_object_with_a_waiter_stays();
    test_mutexes_of_both_kinds();
    test_a_mutex_whose_waiter_left();
    test_bits_whose_waiter_left();
    test_what_software_cannot();
    test_sets_of_both_kinds();
    test_a_deleted_object_of_the_hardware();
    test_static_memory();
    test_passed();
}

int main( void )
{
    test_start( director, SELF );
}
