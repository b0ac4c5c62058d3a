/* SPDX-License-Identifier: Apache-2.0 */

/* One priority at a time, configRUN_MULTIPLE_PRIORITIES 0: tasks of one priority run on all cores, and none
 * below them on any. With both schedulers. */
#include <stdio.h>

#include "judge.h"

#define STACK  200
#define CORES  configNUMBER_OF_CORES
#define JUDGE  5 /* priorities */
#define HIGH   3
#define LOW    2
#define SETTLE 2000 /* cycles in which all cores have switched */

static volatile uint32_t turns_of[ CORES ], present;

static void count( void * argument )
{
    volatile uint32_t * const own = argument;

    for( ;; )
    {
        ( *own )++;
    }
}

/* Ends when as many run at once as there are cores. */
static void meet( void * argument )
{
    taskENTER_CRITICAL();
    present++;
    taskEXIT_CRITICAL();

    while( present < CORES )
    {
    }

    end();
}

static uint32_t all_turns( void )
{
    uint32_t sum = 0;

    for( unsigned core = 0; core < CORES; core++ )
    {
        sum += turns_of[ core ];
    }

    return sum;
}

/* Nobody below it runs, and its equals take the cores that are free. */
static void run_alone( void * argument )
{
    uint32_t before;

    busy( SETTLE );
    before = all_turns();
    busy( SETTLE );
    CHECK( all_turns() == before );
    present = 1;

    for( unsigned core = 1; core < CORES; core++ )
    {
        CHECK( xTaskCreate( meet, "", STACK, NULL, HIGH, NULL ) == pdPASS );
    }

    while( present < CORES )
    {
    }

    CHECK( all_turns() == before );
    end();
}

/* Returns which of the tasks that count go on, a bit each. */
static uint32_t going_on( void )
{
    uint32_t before[ CORES ], which = 0;

    vTaskDelay( 2 );

    for( unsigned core = 0; core < CORES; core++ )
    {
        before[ core ] = turns_of[ core ];
    }

    vTaskDelay( 2 );

    for( unsigned core = 0; core < CORES; core++ )
    {
        which |= ( turns_of[ core ] != before[ core ] ) ? 1U << core : 0U;
    }

    return which;
}

static void run_judge( void * argument )
{
    const uint32_t all = ( 1U << CORES ) - 1U;
    TaskHandle_t counting[ CORES ];

    for( unsigned core = 0; core < CORES; core++ )
    {
        CHECK( xTaskCreate( meet, "", STACK, NULL, LOW, NULL ) == pdPASS );
    }

    wait_for( CORES );
    printf( "tasks of one priority ran on all cores\n" );

    for( unsigned core = 0; core < CORES; core++ )
    {
        CHECK( xTaskCreate( count, "", STACK, ( void * ) &turns_of[ core ], LOW, &counting[ core ] ) ==
               pdPASS );
    }

    CHECK( going_on() == all );
    CHECK( xTaskCreate( run_alone, "", STACK, NULL, HIGH, NULL ) == pdPASS );
    wait_for( CORES );
    printf( "none below a task ran, and its equals did\n" );
    CHECK( going_on() == all );
    printf( "then all cores ran the lower ones again\n" );
    vTaskPrioritySet( counting[ 0 ], HIGH );
    CHECK( going_on() == 1 );
    vTaskPrioritySet( counting[ 0 ], LOW );
    CHECK( going_on() == all );
    vTaskPrioritySet( counting[ CORES - 1 ], LOW - 1 );
    CHECK( going_on() == ( all & ~( 1U << ( CORES - 1 ) ) ) );
    vTaskSuspend( counting[ 0 ] );
#if CORES > 2
    CHECK( going_on() == ( all & ~( 1U << ( CORES - 1 ) ) & ~1U ) );
#else
    CHECK( going_on() == ( 1U << ( CORES - 1 ) ) );
#endif
    printf( "a priority was raised and lowered\n" );
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    CHECK( xTaskCreate( run_judge, "", STACK, NULL, JUDGE, &judge ) == pdPASS );
    vTaskStartScheduler();
    return BOARD_EXIT_FAILURE;
}
