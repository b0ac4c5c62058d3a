/* SPDX-License-Identifier: Apache-2.0 */

/* Bits that an interrupt service routine sets itself; groups that the hardware has no room for. */
#include "board.h"
#include "check.h"
#include "interrupt.h"
#include "isochron.h"
#include "waiters.h"

#define LOW    2
#define SELF   4
#define HIGH   6
#define HIGHER 7

#define A 0x01U
#define B 0x02U
#define C 0x04U

/* No more groups than there are: in place of what the defaults say, and of the end of the program. */
void vIsochronObjectsUsedUp( void )
{
}

#if ( configUSE_MALLOC_FAILED_HOOK == 1 )
void vApplicationMallocFailedHook( void )
{
}
#endif

static void set_a( void )
{
    CHECK_EQUAL( xIsochronEventGroupSetBitsFromISR( group, A ), pdPASS );
    mark( 'i' );
}

/* Those above the interrupted task run as soon as the routine ends, without its asking. */
static void test_waking_several( void )
{
    wait_as( 'h', HIGH, A | B, WAIT_ANY | WAIT_CLEAR, portMAX_DELAY );
    wait_as( 'o', HIGHER, A | C, WAIT_ALL, portMAX_DELAY );
    wait_as( 't', HIGHER, A, WAIT_ANY, portMAX_DELAY );
    wait_as( 'l', LOW, A, WAIT_ANY | WAIT_CLEAR, portMAX_DELAY );
    wait_as( 'n', HIGH, B, WAIT_ANY, portMAX_DELAY );
    vTaskDelay( 2 );
    xEventGroupSetBits( group, C );
    interrupt( set_a );
    CHECK_ORDER( "ioth" );
    CHECK_EQUAL( result_of( 'h' ), A | C );
    CHECK_EQUAL( result_of( 'o' ), A | C );
    CHECK_EQUAL( xEventGroupGetBits( group ), C );
    vTaskDelay( 2 );
    CHECK_ORDER( "l" );
    CHECK_EQUAL( result_of( 'l' ), A | C );
    xEventGroupSetBits( group, B );
    CHECK_ORDER( "n" );
    xEventGroupClearBits( group, B | C );
}

static void set_a_and_b( void )
{
    CHECK_EQUAL( xIsochronEventGroupSetBitsFromISR( group, A ), pdPASS );
    CHECK_EQUAL( xIsochronEventGroupSetBitsFromISR( group, B ), pdPASS );
    mark( 'i' );
}

/* A second call waits until the first one's waiters were looked at. */
static void test_two_calls_of_a_routine( void )
{
    wait_as( 'h', HIGH, C, WAIT_ANY, portMAX_DELAY );
    wait_as( 'o', HIGHER, C, WAIT_ANY, portMAX_DELAY );
    wait_as( 't', HIGHER, A | B, WAIT_ALL, portMAX_DELAY );
    wait_as( 'n', HIGH, A, WAIT_ANY | WAIT_CLEAR, portMAX_DELAY );
    vTaskDelay( 2 );
    interrupt( set_a_and_b );
    CHECK_ORDER( "in" );
    CHECK_EQUAL( xEventGroupGetBits( group ), B );
    xEventGroupSetBits( group, A );
    CHECK_ORDER( "t" );
    xEventGroupSetBits( group, C );
    CHECK_ORDER( "oh" );
    xEventGroupClearBits( group, A | B | C );
}

static void test_nobody_waits( void )
{
    interrupt( set_a );
    CHECK_ORDER( "i" );
    CHECK_EQUAL( xEventGroupClearBits( group, A ), A );
}

/* A suspended scheduler keeps those woken until it is resumed. */
static void test_the_scheduler_is_suspended( void )
{
    wait_as( 'h', HIGH, A, WAIT_ANY | WAIT_CLEAR, portMAX_DELAY );
    vTaskSuspendAll();
    interrupt( set_a );
    CHECK_ORDER( "i" );
    CHECK_EQUAL( xEventGroupGetBits( group ), 0 );
    CHECK_EQUAL( xTaskResumeAll(), pdTRUE );
    CHECK_ORDER( "h" );
    CHECK_EQUAL( result_of( 'h' ), A );
}

/* Out of objects: no group, and everything comes back. */
static void test_no_more_objects( void )
{
    static EventGroupHandle_t groups[ configMAX_HW_ACCELERATION_SEMAPHORES ];
    unsigned first = 0;

    for( int round = 0; round < 3; round++ )
    {
        unsigned count = 0;

        while( ( groups[ count ] = xEventGroupCreate() ) != NULL )
        {
            count++;
        }

        CHECK( count > 10 );
        CHECK( ( round == 0 ) || ( count == first ) );
        first = count;
        CHECK_EQUAL( xEventGroupSetBits( groups[ count - 1 ], A ), A );

        while( count != 0 )
        {
            vEventGroupDelete( groups[ --count ] );
        }
    }
}

TEST_PROGRAM( SELF )
{
    group = xEventGroupCreate();
    next_tick();

    test_waking_several();
    test_two_calls_of_a_routine();
    test_nobody_waits();
    test_the_scheduler_is_suspended();
    test_no_more_objects();
    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
}
