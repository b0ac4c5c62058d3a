/* SPDX-License-Identifier: Apache-2.0 */

/* Objects in software when memory runs out, and a mutex that was taken before there was a task. */
#include "check.h"
#include "event_groups.h"
#include "isochron.h"
#include "queue.h"
#include "semphr.h"

#define SELF     4
#define STEP     16

/* Bytes, more than any of these objects takes. */
#define MOST     1024

static SemaphoreHandle_t mutex;

static void * make_queue( void )
{
    return xQueueCreate( 2, 4 );
}

static void * make_static_queue( void )
{
    static StaticQueue_t memory;
    static uint8_t items[ 8 ];

    return xQueueCreateStatic( 2, 4, items, &memory );
}

static void * make_counting( void )
{
    return xSemaphoreCreateCounting( 3, 1 );
}

static void * make_static_counting( void )
{
    static StaticSemaphore_t memory;

    return xSemaphoreCreateCountingStatic( 3, 1, &memory );
}

static void * make_mutex( void )
{
    return xSemaphoreCreateMutex();
}

static void * make_group( void )
{
    return xEventGroupCreate();
}

static void * make_static_group( void )
{
    static StaticEventGroup_t memory;

    return xEventGroupCreateStatic( &memory );
}

static void end_queue( void * queue )
{
    vQueueDelete( queue );
}

static void end_group( void * group )
{
    vEventGroupDelete( group );
}

/* With little memory nothing is made, and nothing lost; with more of it the object is there. */
static void test_all_or_nothing( void * ( *make )( void ),
                                 void ( *end )( void * ) )
{
    const size_t before = xPortGetFreeHeapSize();
    size_t left;
    unsigned failed = 0, made = 0;
    void * hog, * object;

    for( size_t spared = STEP; spared <= MOST; spared += STEP )
    {
        hog = pvPortMalloc( before - spared );

        if( hog == NULL )
        {
            continue;
        }

        left = xPortGetFreeHeapSize();
        object = make();

        if( object == NULL )
        {
            CHECK_EQUAL( made, 0 );
            failed++;
        }
        else
        {
            CHECK_EQUAL( uxIsochronSoftwareObjects(), 2 );
            made++;
            end( object );
        }

        CHECK_EQUAL( uxIsochronSoftwareObjects(), 1 );
        CHECK_EQUAL( xPortGetFreeHeapSize(), left );
        vPortFree( hog );
    }

    CHECK( failed > 0 );
    CHECK( made > 0 );
}

/* Nobody holds it: nobody is lent anything. */
static void test_a_mutex_without_a_holder( void )
{
    CHECK( xSemaphoreGetMutexHolder( mutex ) == NULL );
    CHECK_EQUAL( xSemaphoreTake( mutex, 2 ), pdFALSE );
    CHECK_EQUAL( xSemaphoreGive( mutex ), pdTRUE );
    CHECK_EQUAL( xSemaphoreTake( mutex, 0 ), pdTRUE );
    CHECK( xSemaphoreGetMutexHolder( mutex ) == xTaskGetCurrentTaskHandle() );
    CHECK_EQUAL( xSemaphoreGive( mutex ), pdTRUE );
}

static void director( void * parameters )
{
    ( void ) parameters;
    test_a_mutex_without_a_holder();
    test_all_or_nothing( make_queue, end_queue );
    test_all_or_nothing( make_static_queue, end_queue );
    test_all_or_nothing( make_counting, end_queue );
    test_all_or_nothing( make_static_counting, end_queue );
    test_all_or_nothing( make_mutex, end_queue );
    test_all_or_nothing( make_group, end_group );
    test_all_or_nothing( make_static_group, end_group );
    test_passed();
}

int main( void )
{
    mutex = xSemaphoreCreateMutex();
    CHECK_EQUAL( xSemaphoreTake( mutex, 0 ), pdTRUE );
    test_start( director, SELF );
}
