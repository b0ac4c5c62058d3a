/* SPDX-License-Identifier: Apache-2.0 */

/* The handle of a deleted object whose structure is the application's: every call is refused, and changes
 * nothing of the objects that have been created since. */
#include "refusals.h"

#include <string.h>

#include "event_groups.h"
#include "queue.h"
#include "semphr.h"

#define SELF      4
#define LENGTH    2
#define LARGE     40                                              /* bytes: no message */
#define IN_MEMORY 256u
#define OTHERS    ( configMAX_HW_ACCELERATION_SEMAPHORES )

#define REFUSED( call, result )                          \
    do                                                   \
    {                                                    \
        CHECK_EQUAL( ( call ), ( result ) );             \
        CHECK_EQUAL( reported(), eIsochronErrorObject ); \
    } while( 0 )

static StaticQueue_t block;
static uint8_t storage[ LENGTH * IN_MEMORY ], item[ IN_MEMORY ];
static void * others[ OTHERS ];
static unsigned count;

/* As many others of the kind as there is room for. */
static void create_others( void * ( *make )( void ) )
{
    for( count = 0; count < OTHERS; count++ )
    {
        others[ count ] = make();

        if( others[ count ] == NULL )
        {
            break;
        }
    }

    CHECK( count != 0 );
}

/* They are as they were made. */
static void delete_others( UBaseType_t messages )
{
    for( unsigned i = 0; i < count; i++ )
    {
        CHECK_EQUAL( uxQueueMessagesWaiting( others[ i ] ), messages );
        vQueueDelete( others[ i ] );
    }

    CHECK_EQUAL( reported(), eIsochronNoError );
    xIsochronGetError( NULL );
}

static void * make_semaphore( void )
{
    return xSemaphoreCreateCounting( 3, 1 );
}

static void test_a_semaphore( void )
{
    SemaphoreHandle_t old = xSemaphoreCreateCountingStatic( 3, 2, &block );

    vSemaphoreDelete( old );
    create_others( make_semaphore );
    REFUSED( xSemaphoreGive( old ), pdFALSE );
    REFUSED( xSemaphoreTake( old, 0 ), pdFALSE );
    REFUSED( xSemaphoreTake( old, portMAX_DELAY ), pdFALSE );
    REFUSED( xSemaphoreGiveFromISR( old, NULL ), pdFALSE );
    REFUSED( xSemaphoreTakeFromISR( old, NULL ), pdFALSE );
    REFUSED( uxSemaphoreGetCount( old ), 0 );
    REFUSED( uxSemaphoreGetCountFromISR( old ), 0 );
    REFUSED( xQueueReset( old ), pdFAIL );
    REFUSED( xIsochronLineToSemaphore( 0, old ), pdFAIL );
    vSemaphoreDelete( old );
    CHECK_EQUAL( reported(), eIsochronErrorObject );
    delete_others( 1 );
}

static void * make_mutex( void )
{
    return xSemaphoreCreateRecursiveMutex();
}

static void test_a_mutex( void )
{
    SemaphoreHandle_t old = xSemaphoreCreateRecursiveMutexStatic( &block );

    vSemaphoreDelete( old );
    create_others( make_mutex );
    REFUSED( xSemaphoreTake( old, 0 ), pdFALSE );
    REFUSED( xSemaphoreGive( old ), pdFALSE );
    REFUSED( ( xSemaphoreGetMutexHolder( old ) == NULL ), pdTRUE );
    REFUSED( xSemaphoreGiveRecursive( old ), pdFALSE );
    vSemaphoreDelete( old );
    CHECK_EQUAL( reported(), eIsochronErrorObject );
    delete_others( 1 );
}

static void * make_queue( void )
{
    return xQueueCreate( LENGTH, sizeof( uint32_t ) );
}

static void test_a_queue( size_t size )
{
    QueueHandle_t old = xQueueCreateStatic( LENGTH, size, ( size != 0 ) ? storage : NULL, &block );

    CHECK_EQUAL( xQueueSend( old, item, 0 ), pdPASS );
    vQueueDelete( old );
    create_others( make_queue );
    REFUSED( xQueueSend( old, item, 0 ), pdFALSE );
    REFUSED( xQueueSend( old, item, portMAX_DELAY ), pdFALSE );
    REFUSED( xQueueSendToFront( old, item, 0 ), pdFALSE );
    REFUSED( xQueueReceive( old, item, 0 ), pdFALSE );
    REFUSED( xQueueReceive( old, item, portMAX_DELAY ), pdFALSE );
    REFUSED( xQueuePeek( old, item, 0 ), pdFALSE );
    REFUSED( xQueueSendFromISR( old, item, NULL ), pdFALSE );
    REFUSED( xQueueSendToFrontFromISR( old, item, NULL ), pdFALSE );
    REFUSED( xQueueReceiveFromISR( old, item, NULL ), pdFALSE );
    REFUSED( uxQueueMessagesWaiting( old ), 0 );
    REFUSED( xQueueReset( old ), pdFAIL );
    vQueueDelete( old );
    CHECK_EQUAL( reported(), eIsochronErrorObject );
    delete_others( 0 );
}

static void test_a_mailbox( void )
{
    QueueHandle_t old = xQueueCreateStatic( 1, sizeof( uint32_t ), storage, &block );

    vQueueDelete( old );
    create_others( make_queue );
    REFUSED( xQueueOverwrite( old, item ), pdFALSE );
    REFUSED( xQueueOverwriteFromISR( old, item, NULL ), pdFALSE );
    delete_others( 0 );
}

/* A member, and a set, each deleted while the other is there. */
static void test_a_set( void )
{
    static StaticQueue_t member_block;
    static uint8_t handles[ LENGTH * sizeof( void * ) ];
    SemaphoreHandle_t member = xSemaphoreCreateBinaryStatic( &member_block ), other;
    QueueSetHandle_t set = xQueueCreateSetStatic( LENGTH, handles, &block );

    CHECK_EQUAL( xQueueAddToSet( member, set ), pdPASS );
    vSemaphoreDelete( member );
    other = xSemaphoreCreateBinary();
    REFUSED( xSemaphoreGive( member ), pdFALSE );
    REFUSED( xSemaphoreGiveFromISR( member, NULL ), pdFALSE );
    CHECK( xQueueSelectFromSet( set, 0 ) == NULL );
    CHECK_EQUAL( uxSemaphoreGetCount( other ), 0 );
    REFUSED( xQueueAddToSet( member, set ), pdFAIL );

    CHECK_EQUAL( xQueueAddToSet( other, set ), pdPASS );
    CHECK_EQUAL( xQueueRemoveFromSet( other, set ), pdPASS );
    vQueueDelete( set );
    create_others( make_queue );
    REFUSED( xQueueAddToSet( other, set ), pdFAIL );
    REFUSED( ( xQueueSelectFromSet( set, 0 ) == NULL ), pdTRUE );
    REFUSED( ( xQueueSelectFromSetFromISR( set ) == NULL ), pdTRUE );
    CHECK_EQUAL( xSemaphoreGive( other ), pdTRUE );
    CHECK_EQUAL( reported(), eIsochronNoError );
    delete_others( 0 );
    vSemaphoreDelete( other );
}

static void test_a_group( void )
{
    static StaticEventGroup_t group_block;
    EventGroupHandle_t old = xEventGroupCreateStatic( &group_block ), other;

    vEventGroupDelete( old );

    for( count = 0; ( count < OTHERS ) && ( ( others[ count ] = xEventGroupCreate() ) != NULL ); count++ )
    {
    }

    REFUSED( xEventGroupSetBits( old, 1 ), 0 );
    REFUSED( xEventGroupClearBits( old, 1 ), 0 );
    REFUSED( xEventGroupGetBits( old ), 0 );
    REFUSED( xEventGroupGetBitsFromISR( old ), 0 );
    REFUSED( xEventGroupWaitBits( old, 1, pdTRUE, pdFALSE, portMAX_DELAY ), 0 );
    REFUSED( xEventGroupSync( old, 1, 1, portMAX_DELAY ), 0 );
    REFUSED( xIsochronEventGroupSetBitsFromISR( old, 1 ), pdFAIL );
    REFUSED( xIsochronLineToEventGroup( 0, old, 1 ), pdFAIL );
    vEventGroupDelete( old );
    CHECK_EQUAL( reported(), eIsochronErrorObject );

    while( count != 0 )
    {
        other = others[ --count ];
        CHECK_EQUAL( xEventGroupGetBits( other ), 0 );
        vEventGroupDelete( other );
    }

    xIsochronGetError( NULL );
}

/* Its memory is the heap's again, but nobody has used it since. */
static void test_a_freed_semaphore( void )
{
    SemaphoreHandle_t old = xSemaphoreCreateBinary();

    vSemaphoreDelete( old );
    REFUSED( xSemaphoreGive( old ), pdFALSE );
    REFUSED( xSemaphoreTake( old, 0 ), pdFALSE );
    xIsochronGetError( NULL );
}

TEST_PROGRAM( SELF )
{
    test_a_semaphore();
    test_a_mutex();
    test_a_queue( 0 );
    test_a_queue( sizeof( uint32_t ) );
    test_a_queue( 4 * sizeof( uint32_t ) );
    test_a_queue( 7 );
    test_a_queue( LARGE );
    test_a_queue( IN_MEMORY );
    test_a_mailbox();
    test_a_set();
    test_a_group();
    test_a_freed_semaphore();
}
