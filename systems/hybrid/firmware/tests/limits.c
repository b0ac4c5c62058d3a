/* SPDX-License-Identifier: Apache-2.0 */

/* More tasks than the hybrid has, identifiers that are used again, and messages that are refused. */
#include "check.h"
#include "isochron.h"
#include "isochron_hybrid.h"
#include "isochron_hybrid_constants.h"
#include "isochron_link.h"

#define LOW    1
#define SELF   4
#define ROUNDS 100
#define OURS   ( configMAX_HW_ACCELERATION_TASKS - 2 ) /* but idle and the director */

static TaskHandle_t tasks[ OURS ];
static unsigned ran;

static void run_once( void * parameters )
{
    ran++;
    vTaskDelete( NULL );
}

static BaseType_t try_to_create( TaskHandle_t * handle )
{
    return xTaskCreate( run_once, "one", TEST_STACK, NULL, LOW, handle );
}

static void test_more_than_there_are( void )
{
    static StaticTask_t block;
    static StackType_t stack[ TEST_STACK ];
    size_t free_bytes;
    UBaseType_t identifier;

    ran = 0;

    for( unsigned i = 0; i < OURS; i++ )
    {
        CHECK_EQUAL( try_to_create( &tasks[ i ] ), pdPASS );
    }

    CHECK_EQUAL( uxTaskGetNumberOfTasks(), configMAX_HW_ACCELERATION_TASKS );

    /* As without memory, and nothing is lost. */
    free_bytes = xPortGetFreeHeapSize();
    CHECK_EQUAL( try_to_create( NULL ), errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY );
    CHECK( xTaskCreateStatic( run_once, "two", TEST_STACK, NULL, LOW, stack, &block ) == NULL );
    CHECK_EQUAL( xPortGetFreeHeapSize(), free_bytes );

    identifier = uxIsochronTaskIdentifier( tasks[ 7 ] );
    CHECK( identifier != uxIsochronTaskIdentifier( NULL ) );
    vTaskDelete( tasks[ 7 ] );
    CHECK_EQUAL( try_to_create( &tasks[ 7 ] ), pdPASS );
    CHECK_EQUAL( uxIsochronTaskIdentifier( tasks[ 7 ] ), identifier );
    CHECK_EQUAL( eTaskGetState( tasks[ 7 ] ), eReady );
    vTaskDelay( 2 );
    CHECK_EQUAL( ran, OURS );
    CHECK_EQUAL( uxTaskGetNumberOfTasks(), 2 );
}

/* Neither those that delete themselves nor those that others delete lose an identifier. */
static void test_identifiers_are_used_again( void )
{
    for( unsigned i = 0; i < ROUNDS; i++ )
    {
        TaskHandle_t other;

        ran = 0;
        CHECK_EQUAL( try_to_create( NULL ), pdPASS );
        CHECK_EQUAL( try_to_create( &other ), pdPASS );
        vTaskDelete( other );
        vTaskDelay( 2 );
        CHECK_EQUAL( ran, 1 );
    }

    CHECK_EQUAL( uxTaskGetNumberOfTasks(), 2 );
    test_more_than_there_are();
}

/* A deleted task is one as long as its memory says so, though another has its identifier. */
static void test_deleted_stays_deleted( void )
{
    static StaticTask_t block;
    static StackType_t stack[ TEST_STACK ];
    TaskHandle_t deleted = xTaskCreateStatic( run_once, "one", TEST_STACK, NULL, LOW, stack, &block );
    TaskHandle_t other;

    CHECK_EQUAL( eTaskGetState( deleted ), eReady );
    vTaskDelete( deleted );
    CHECK_EQUAL( eTaskGetState( deleted ), eDeleted );
    CHECK_EQUAL( try_to_create( &other ), pdPASS );
    CHECK_EQUAL( eTaskGetState( other ), eReady );
    CHECK_EQUAL( eTaskGetState( deleted ), eDeleted );
    vTaskDelete( other );
}

static void test_refused_messages_are_told( void )
{
    IsochronHybridError_t error;

    CHECK_EQUAL( xIsochronHybridGetError( &error ), pdFALSE );
    CHECK_EQUAL( error.uxCount, 0 );
    vIsochronLinkPut( isochronLINK_SCHEDULER, ISOCHRON_HYBRID_COMMAND_RELEASE | ( 5 << 4 ) );
    CHECK_EQUAL( xIsochronHybridGetError( &error ), pdTRUE );
    CHECK_EQUAL( error.uxCode, ISOCHRON_HYBRID_ERROR_STATE );
    CHECK_EQUAL( error.uxCommand, ISOCHRON_HYBRID_COMMAND_RELEASE );
    CHECK_EQUAL( error.uxIdentifier, 5 );
    CHECK_EQUAL( error.uxCount, 1 );
    CHECK_EQUAL( xIsochronHybridGetError( NULL ), pdFALSE );
}

static void run_later( void * parameters )
{
    vTaskDelay( 1 );
    run_once( parameters );
}

/* A tick wakes a task that runs at once. */
static void test_interrupts_are_enabled_then( void )
{
    TickType_t tick = next_tick();

    ran = 0;
    create( run_later, 0, SELF + 1 );
    ( void ) xIsochronHybridGetError( NULL );
    run_until( tick + 3 );
    CHECK_EQUAL( ran, 1 );
}

static void director( void * parameters )
{
    test_more_than_there_are();
    test_identifiers_are_used_again();
    test_deleted_stays_deleted();
    test_refused_messages_are_told();
    test_interrupts_are_enabled_then();
    test_passed();
}

int main( void )
{
    test_start( director, SELF );
}
