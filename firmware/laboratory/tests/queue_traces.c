/* SPDX-License-Identifier: Apache-2.0 */

/* The trace macros of queues and semaphores: what each call tells of its end (test_queue_trace.h). */
#include "check.h"
#include "interrupt.h"
#include "isochron_choice.h"
#include "queue.h"
#include "semphr.h"

#define SELF 4

/* FreeRTOS traces the beginning of what succeeds, the hardware kernel its end. */
#if ( isochronHARDWARE_KERNEL == 1 )
    #define TRACES_OF_A_MEMBER "gsrr"
    #define TRACES_OF_A_MUTEX  "m"
#else
    #define TRACES_OF_A_MEMBER "sgrr"
    #define TRACES_OF_A_MUTEX  "ms" /* made by a give */
#endif

static QueueHandle_t queue;
static SemaphoreHandle_t semaphore;

void test_traced( char what )
{
    mark( what );
}

static void test_tasks( void )
{
    uint32_t item = 0;

    xQueueSend( queue, &item, 0 );
    xQueueSend( queue, &item, 0 );
    xQueueSend( queue, &item, 1 );
    CHECK_ORDER( "sSS" );
    xQueueOverwrite( queue, &item );
    xQueuePeek( queue, &item, 0 );
    xQueueReceive( queue, &item, 0 );
    CHECK_ORDER( "spr" );
    xQueuePeek( queue, &item, 1 );
    xQueueReceive( queue, &item, 0 );
    CHECK_ORDER( "PR" );
    xSemaphoreGive( semaphore );
    xSemaphoreGive( semaphore );
    xSemaphoreTake( semaphore, 0 );
    xSemaphoreTake( semaphore, 1 );
    CHECK_ORDER( "sSrR" );
}

static void routine( void )
{
    uint32_t item = 0;

    xQueueReceiveFromISR( queue, &item, NULL );
    xQueuePeekFromISR( queue, &item );
    xQueueSendFromISR( queue, &item, NULL );
    xQueueSendFromISR( queue, &item, NULL );
    CHECK_ORDER( "YZxX" );
    xQueuePeekFromISR( queue, &item );
    xQueueReceiveFromISR( queue, &item, NULL );
    CHECK_ORDER( "zy" );
    xSemaphoreGiveFromISR( semaphore, NULL );
    xSemaphoreGiveFromISR( semaphore, NULL );
    xSemaphoreTakeFromISR( semaphore, NULL );
    CHECK_ORDER( "xXy" );
}

static void test_creation( void )
{
    vSemaphoreDelete( xSemaphoreCreateCounting( 1, 0 ) );
    CHECK_ORDER( "c" );
    vSemaphoreDelete( xSemaphoreCreateMutex() );
    CHECK_ORDER( TRACES_OF_A_MUTEX );
}

/* Of a set: the member's send, and the news of it. */
static void test_sets( void )
{
    QueueSetHandle_t set = xQueueCreateSet( 2 );

    CHECK_EQUAL( xQueueAddToSet( semaphore, set ), pdPASS );
    xSemaphoreGive( semaphore );
    CHECK( xQueueSelectFromSet( set, 0 ) == semaphore );
    xSemaphoreTake( semaphore, 0 );
    CHECK_EQUAL( xQueueRemoveFromSet( semaphore, set ), pdPASS );
    CHECK_ORDER( TRACES_OF_A_MEMBER );
    vQueueDelete( set );
}

TEST_PROGRAM( SELF )
{
    queue = xQueueCreate( 1, sizeof( uint32_t ) );
    semaphore = xSemaphoreCreateBinary();
    next_tick();

    test_tasks();
    interrupt( routine );
    test_creation();
    test_sets();
}
