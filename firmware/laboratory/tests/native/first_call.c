/* SPDX-License-Identifier: Apache-2.0 */

/* The first call of a program makes the kernel ready, whichever it is: a task's creation, or with
 * TEST_FIRST_GROUP an event group's. With TEST_ONLY_CALL it is the only one: hardware that does not fit
 * is refused by it. And the memory that the kernel provides for idle is as large as configured. */
#include "board.h"
#include "check.h"
#include "event_groups.h"

#define SELF 4
#define HIGH 6
#define BITS 0x5U

static StaticEventGroup_t group_memory;
static StaticTask_t task_memory;
static StackType_t stack[ TEST_STACK ];

static EventGroupHandle_t group;

static void marker( void * parameters )
{
    mark( 'm' );
    CHECK_EQUAL( xEventGroupSetBits( group, BITS ), BITS );
    vTaskSuspend( NULL );
}

static void create_task( void )
{
    CHECK( xTaskCreateStatic( marker, "marker", TEST_STACK, NULL, HIGH, stack, &task_memory ) != NULL );
}

static void create_group( void )
{
    group = xEventGroupCreateStatic( &group_memory );
    CHECK( group != NULL );
}

static void director( void * parameters )
{
    StaticTask_t * block = NULL;
    StackType_t * idle_stack = NULL;
    configSTACK_DEPTH_TYPE depth = 0;

    CHECK_ORDER( "m" );
    CHECK_EQUAL( xEventGroupGetBits( group ), BITS );

    vApplicationGetIdleTaskMemory( &block, &idle_stack, &depth );
    CHECK( block != NULL );
    CHECK( idle_stack != NULL );
    CHECK_EQUAL( depth, configMINIMAL_STACK_SIZE );
    test_passed();
}

int main( void )
{
    #ifdef TEST_FIRST_GROUP
    create_group();
    #else
    create_task();
    #endif

    #ifdef TEST_ONLY_CALL
    board_exit( 0 );
    #endif

    #ifdef TEST_FIRST_GROUP
    create_task();
    #else
    create_group();
    #endif

    test_start( director, SELF );
}
