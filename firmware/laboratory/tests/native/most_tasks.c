/* SPDX-License-Identifier: Apache-2.0 */

/* There can be as many tasks as the hardware has, idle among them; with TEST_RESET, after a reset. */
#include "check.h"

#define LOW   1
#define SELF  4
#define OURS  ( configMAX_HW_ACCELERATION_TASKS - 2 ) /* but idle and the director */
#define STACK 64

static StackType_t stacks[ OURS + 1 ][ STACK ];
static StaticTask_t blocks[ OURS + 1 ];

static void never( void * parameters )
{
    CHECK( !"runs" );
}

static TaskHandle_t create_one( unsigned i )
{
    return xTaskCreateStatic( never, "one", STACK, NULL, LOW, stacks[ i ], &blocks[ i ] );
}

static void director( void * parameters )
{
    for( unsigned i = 0; i < OURS; i++ )
    {
        CHECK( create_one( i ) != NULL );
    }

    CHECK( create_one( OURS ) == NULL );
    test_passed();
}

int main( void )
{
    #ifdef TEST_RESET
    {
        CHECK( create_one( 0 ) != NULL );
        vTaskResetState();
    }
    #endif
    test_start( director, SELF );
}
