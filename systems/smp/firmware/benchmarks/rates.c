/* SPDX-License-Identifier: Apache-2.0 */

/* How often tasks call in a while, on any number of cores. `calls N R`: tasks on N cores give and take, each
 * a semaphore of its own, R times in all; the other cores run tasks that call nothing. `pairs N R`: N pairs
 * of tasks pass tokens, each between its two, R times in all. There is no tick: the program ends before the
 * first one. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "task.h"
#include "semphr.h"

#include "board.h"

#define PAIRS  8
#define STACK  200
#define WINDOW 100000 /* cycles in which is counted */
#define BEFORE 20000  /* cycles in which all get going */

typedef struct
{
    SemaphoreHandle_t begin, own, other;
    uint32_t rounds;
    int rests;
} Player_t;

static Player_t callers[ configNUMBER_OF_CORES ], pairs[ PAIRS ];
static SemaphoreHandle_t done;
static volatile uint32_t first; /* cycle of the window */

/* The cores left reset in the same cycle, so all count alike. */
static inline __attribute__( ( always_inline ) ) uint32_t cycles( void )
{
    uint32_t count;

    __asm volatile( "csrr %0, mcycle" : "=r"( count )::"memory" );
    return count;
}

/* Counts a round; returns whether there is one more. */
static inline __attribute__( ( always_inline ) ) int count_round( Player_t * player )
{
    const uint32_t since = cycles() - first;

    if( since < WINDOW )
    {
        player->rounds++;
        return 1;
    }

    return ( int32_t ) since < 0;
}

static void call( void * argument )
{
    Player_t * const player = argument;

    for( ;; )
    {
        xSemaphoreTake( player->begin, portMAX_DELAY );

        do
        {
            if( !player->rests )
            {
                xSemaphoreGive( player->own );
                xSemaphoreTake( player->own, 0 );
            }
        } while( count_round( player ) );

        xSemaphoreGive( done );
    }
}

static void serve( void * argument )
{
    Player_t * const player = argument;

    for( ;; )
    {
        xSemaphoreTake( player->begin, portMAX_DELAY );

        do
        {
            xSemaphoreGive( player->other );
            xSemaphoreTake( player->own, portMAX_DELAY );
        } while( count_round( player ) );

        xSemaphoreGive( done );
    }
}

static void return_tokens( void * argument )
{
    Player_t * const player = argument;

    for( ;; )
    {
        xSemaphoreTake( player->other, portMAX_DELAY );
        xSemaphoreGive( player->own );
    }
}

/* Of some players, of whom so many do not rest. */
static uint32_t rounds_of( Player_t * players, int all, int number )
{
    uint32_t rounds = 0;

    first = cycles() + BEFORE;

    for( int player = 0; player < all; player++ )
    {
        players[ player ].rounds = 0;
        players[ player ].rests = player >= number;
        xSemaphoreGive( players[ player ].begin );
    }

    for( int player = 0; player < all; player++ )
    {
        xSemaphoreTake( done, portMAX_DELAY );
    }

    for( int player = 0; player < number; player++ )
    {
        rounds += players[ player ].rounds;
    }

    return rounds;
}

static void direct( void * argument )
{
    for( int number = 1; number <= configNUMBER_OF_CORES; number++ )
    {
        printf( "calls %d %lu\n", number,
                ( unsigned long ) rounds_of( callers, configNUMBER_OF_CORES, number ) );
    }

    for( int number = 1; number <= PAIRS; number++ )
    {
        printf( "pairs %d %lu\n", number, 2 * ( unsigned long ) rounds_of( pairs, number, number ) );
    }

    board_exit( BOARD_EXIT_SUCCESS );
}

static void create( Player_t * player, TaskFunction_t begins )
{
    player->begin = xSemaphoreCreateBinary();
    player->own = xSemaphoreCreateBinary();
    player->other = xSemaphoreCreateBinary();
    xTaskCreate( begins, "", STACK, player, 1, NULL );
}

int main( void )
{
    done = xSemaphoreCreateCounting( PAIRS, 0 );

    for( int core = 0; core < configNUMBER_OF_CORES; core++ )
    {
        create( &callers[ core ], call );
    }

    for( int pair = 0; pair < PAIRS; pair++ )
    {
        create( &pairs[ pair ], serve );
        xTaskCreate( return_tokens, "", STACK, &pairs[ pair ], 1, NULL );
    }

    xTaskCreate( direct, "", 300, NULL, 2, NULL );
    vTaskStartScheduler();
    return BOARD_EXIT_FAILURE;
}
