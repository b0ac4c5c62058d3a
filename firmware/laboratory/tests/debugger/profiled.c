/* SPDX-License-Identifier: Apache-2.0 */

/* Functions whose cycles are known to somebody: for what measures them (tests/test_profiling.py). */
#include "FreeRTOS.h"
#include "task.h"

#include "board.h"

#define ROUNDS 5
#define DEPTH  4
#define TICKS  2
#define STACK  300

static TaskHandle_t follower;
static volatile uint32_t begun, ended;

__attribute__( ( noipa ) ) static uint32_t countdown( uint32_t depth )
{
    uint32_t below = depth == 0 ? 0 : countdown( depth - 1 );

    __asm__ volatile( "" : "+r"( below ) ); /* no loop */
    return below + begun;
}

__attribute__( ( noipa ) ) static void long_masked( void )
{
    __asm__ volatile( "csrci mstatus, 8" );

    for( uint32_t turn = 0; turn < 1000; turn++ )
    {
        ended = turn;
    }

    __asm__ volatile( "csrsi mstatus, 8" );
}

__attribute__( ( noipa ) ) static void wait_for_ticks( void )
{
    vTaskDelay( TICKS );
}

__attribute__( ( noipa ) ) static void mark_begin( void )
{
    begun = 1;
}

__attribute__( ( noipa ) ) static void mark_end( void )
{
    ended = 1;
}

/* Above the leader: runs as soon as it is notified. */
static void follow( void * parameters )
{
    for( ;; )
    {
        ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        mark_end();
    }
}

static void lead( void * parameters )
{
    for( uint32_t round = 0; round < ROUNDS; round++ )
    {
        ( void ) countdown( DEPTH );
        long_masked();
        wait_for_ticks();
        mark_begin();
        ( void ) xTaskNotifyGive( follower );
    }

    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    configASSERT( xTaskCreate( follow, "follow", STACK, NULL, 2, &follower ) == pdPASS );
    configASSERT( xTaskCreate( lead, "lead", STACK, NULL, 1, NULL ) == pdPASS );
    vTaskStartScheduler();
    return 1;
}
