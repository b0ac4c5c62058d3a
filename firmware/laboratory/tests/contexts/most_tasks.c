/* SPDX-License-Identifier: Apache-2.0 */

/* As many tasks as the hardware has, each running with its own parameter; one more is refused. */
#include "check.h"

#define SELF 4
#define LOW  1

/* Beside the director and the idle task. */
#define MOST ( configMAX_HW_ACCELERATION_TASKS - 2 )

static uint32_t runs[ MOST ];

static void counter( void * parameters )
{
    uint32_t * run = parameters;

    for( ;; )
    {
        ( *run )++;
        taskYIELD();
    }
}

static BaseType_t try_to_create( uint32_t * run, TaskHandle_t * task )
{
    return xTaskCreate( counter, "counter", configMINIMAL_STACK_SIZE, run, LOW, task );
}

/* Every task runs about equally often; returns how often at least. */
static uint32_t let_all_run( void )
{
    uint32_t least = UINT32_MAX, most = 0;

    vTaskDelay( 2 );

    for( uint32_t i = 0; i < MOST; i++ )
    {
        least = ( runs[ i ] < least ) ? runs[ i ] : least;
        most = ( runs[ i ] > most ) ? runs[ i ] : most;
        runs[ i ] = 0;
    }

    CHECK( most - least <= 2 );

    return least;
}

TEST_PROGRAM( SELF )
{
    TaskHandle_t tasks[ MOST ], another = NULL;

    for( uint32_t i = 0; i < MOST; i++ )
    {
        CHECK_EQUAL( try_to_create( &runs[ i ], &tasks[ i ] ), pdPASS );
    }

    CHECK_EQUAL( try_to_create( NULL, &another ), errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY );
    CHECK( another == NULL );
    CHECK( let_all_run() > 2 );

    /* What was a task's is another's after its deletion. */
    for( uint32_t i = 0; i < MOST; i += 7 )
    {
        vTaskDelete( tasks[ i ] );
        CHECK_EQUAL( try_to_create( &runs[ i ], &tasks[ i ] ), pdPASS );
        CHECK_EQUAL( try_to_create( NULL, NULL ), errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY );
    }

    CHECK( let_all_run() > 2 );
}
