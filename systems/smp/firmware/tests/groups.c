/* SPDX-License-Identifier: Apache-2.0 */

/* What FreeRTOS promises of event groups on several cores: with both schedulers. */
#include <stdio.h>

#include "judge.h"
#include "event_groups.h"
#include "timers.h"

#define STACK         300
#define JUDGE         6 /* priorities */
#define ABOVE         4
#define BELOW         2
#define ROUNDS        60
#define SETS          400
#define PAIRS         ( 2 * configNUMBER_OF_CORES )
#define BIT( number ) ( ( EventBits_t ) 1 << ( number ) )

static EventGroupHandle_t group;

/* A task that waits once, and what came of it. */
typedef struct
{
    TaskHandle_t task;
    EventBits_t bits;
    BaseType_t clears, all;
    TickType_t ticks;
    volatile EventBits_t found;
    volatile int ended;
} Wait_t;

static void wait( void * argument )
{
    Wait_t * const waits = argument;

    waits->found = xEventGroupWaitBits( group, waits->bits, waits->clears, waits->all, waits->ticks );
    waits->ended = 1;
    vTaskSuspend( NULL );
}

static Wait_t * begin( Wait_t * waits, UBaseType_t priority )
{
    waits->ended = 0;
    CHECK( xTaskCreate( wait, "", STACK, waits, priority, &waits->task ) == pdPASS );
    return waits;
}

static void forget( Wait_t * waits )
{
    vTaskDelete( waits->task );
}

/* Tasks above those that wait keep every core but the judge's. */
static TaskHandle_t kept[ configNUMBER_OF_CORES - 1 ];

static void keep_cores( void )
{
    for( int core = 1; core < configNUMBER_OF_CORES; core++ )
    {
        CHECK( xTaskCreate( turn, "", STACK, NULL, JUDGE, &kept[ core - 1 ] ) == pdPASS );
    }
}

static void free_cores( void )
{
    for( int core = 1; core < configNUMBER_OF_CORES; core++ )
    {
        vTaskDelete( kept[ core - 1 ] );
    }
}

static void woken( void )
{
    Wait_t any = { .bits = BIT( 0 ) | BIT( 3 ), .ticks = portMAX_DELAY };
    Wait_t all = { .bits = BIT( 0 ) | BIT( 1 ), .clears = pdTRUE, .all = pdTRUE, .ticks = 100 };
    Wait_t same = { .bits = BIT( 0 ), .clears = pdTRUE, .ticks = portMAX_DELAY };

    begin( &any, ABOVE );
    begin( &all, BELOW );
    begin( &same, BELOW );
    vTaskDelay( 2 );
    CHECK( eTaskGetState( any.task ) == eBlocked );
    CHECK( xEventGroupSetBits( group, BIT( 2 ) ) == BIT( 2 ) );
    vTaskDelay( 1 );
    CHECK( !any.ended && !all.ended && !same.ended );

    /* one call wakes two of them, and clears at its end what one of these wants cleared */
    CHECK( xEventGroupSetBits( group, BIT( 0 ) ) == BIT( 2 ) );
    vTaskDelay( 2 );
    CHECK( any.ended && any.found == ( BIT( 0 ) | BIT( 2 ) ) );
    CHECK( same.ended && same.found == ( BIT( 0 ) | BIT( 2 ) ) );
    CHECK( !all.ended );
    xEventGroupSetBits( group, BIT( 1 ) );
    vTaskDelay( 1 );
    CHECK( !all.ended );
    CHECK( xEventGroupSetBits( group, BIT( 0 ) ) == BIT( 2 ) );
    vTaskDelay( 1 );
    CHECK( all.ended && all.found == ( BIT( 0 ) | BIT( 1 ) | BIT( 2 ) ) );
    CHECK( xEventGroupClearBits( group, BIT( 2 ) ) == BIT( 2 ) );
    CHECK( xEventGroupGetBits( group ) == 0 );
    forget( &any );
    forget( &all );
    forget( &same );
    printf( "bits woke those who waited for them\n" );
}

static void ended( void )
{
    Wait_t late = { .bits = BIT( 0 ), .clears = pdTRUE, .ticks = 2 };
    Wait_t other = { .bits = BIT( 0 ), .clears = pdTRUE, .ticks = portMAX_DELAY };
    const TickType_t before = xTaskGetTickCount();

    CHECK( xEventGroupWaitBits( group, BIT( 5 ), pdTRUE, pdTRUE, 3 ) == 0 );
    CHECK( xTaskGetTickCount() - before == 3 );

    /* its time is over, and no core is free: the bits that come are not for it, but are there when it runs */
    begin( &late, BELOW );
    vTaskDelay( 1 );
    keep_cores();
    busy( 4 * configCPU_CLOCK_HZ / configTICK_RATE_HZ );
    CHECK( !late.ended && eTaskGetState( late.task ) == eReady );
    CHECK( xEventGroupSetBits( group, BIT( 0 ) ) == BIT( 0 ) );
    free_cores();
    vTaskDelay( 1 );
    CHECK( late.ended && late.found == BIT( 0 ) );
    CHECK( xEventGroupGetBits( group ) == 0 );
    forget( &late );

    /* who is suspended waits no more, nor does who is deleted */
    begin( &late, BELOW );
    begin( &other, BELOW );
    vTaskDelay( 1 );
    vTaskSuspend( late.task );
    CHECK( eTaskGetState( late.task ) == eSuspended );
    vTaskDelete( other.task );
    CHECK( xEventGroupSetBits( group, BIT( 0 ) ) == BIT( 0 ) );
    CHECK( !late.ended );
    vTaskResume( late.task );
    vTaskDelay( 1 );
    CHECK( late.ended && late.found == BIT( 0 ) && xEventGroupGetBits( group ) == 0 );
    forget( &late );

    begin( &other, BELOW );
    vTaskDelay( 1 );
    CHECK( xTaskAbortDelay( other.task ) == pdPASS );
    vTaskDelay( 1 );
    CHECK( other.ended && other.found == 0 );
    forget( &other );
    printf( "time-outs, suspensions and deletions ended waits\n" );
}

/* All cores' tasks meet, round after round. */
static volatile uint32_t rounds[ PAIRS ];

static void meet( void * argument )
{
    const int own = ( int ) ( intptr_t ) argument;
    const EventBits_t every = BIT( PAIRS ) - 1;

    for( uint32_t round = 1; round <= ROUNDS; round++ )
    {
        busy( ( own * 37 + round * 91 ) % 400 );
        rounds[ own ] = round;
        CHECK( ( xEventGroupSync( group, BIT( own ), every, portMAX_DELAY ) & every ) == every );

        for( int task = 0; task < PAIRS; task++ )
        {
            CHECK( rounds[ task ] == round || rounds[ task ] == round + 1 );
        }
    }

    end();
}

static void met( void )
{
    for( int task = 0; task < PAIRS; task++ )
    {
        CHECK( xTaskCreate( meet, "", STACK, ( void * ) ( intptr_t ) task, BELOW + task % 2, NULL ) ==
               pdPASS );
    }

    wait_for( PAIRS );
    CHECK( xEventGroupGetBits( group ) == 0 );
    printf( "tasks of all cores met %d times\n", ROUNDS );
}

/* Random calls. Of each pair of tasks one sets a bit that is clear, the other waits for it in one way or
 * another, also with a time-out, and with a bit that others set and clear: each bit that is set is found
 * once. */
#define NOISE BIT( 20 )

static volatile uint32_t set[ PAIRS ], heard[ PAIRS ];

static uint32_t next( uint32_t * state )
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void sets( void * argument )
{
    const int own = ( int ) ( intptr_t ) argument;
    uint32_t state = 2463534242U + 977U * own;

    while( set[ own ] < SETS )
    {
        if( set[ own ] == heard[ own ] )
        {
            set[ own ]++;
            xEventGroupSetBits( group, BIT( own ) );
        }

        switch( next( &state ) % 8 )
        {
            case 0:
                xEventGroupSetBits( group, NOISE );
                break;

            case 1:
                xEventGroupClearBits( group, NOISE );
                break;

            case 2:
                vTaskDelay( 1 );
                break;

            case 3:
                xEventGroupWaitBits( group, NOISE, pdTRUE, pdFALSE, 1 );
                break;

            default:
                busy( next( &state ) % 200 );
        }
    }

    end();
}

static void hears( void * argument )
{
    const int own = ( int ) ( intptr_t ) argument;
    uint32_t state = 88675123U + 769U * own;

    while( heard[ own ] < SETS )
    {
        const uint32_t choice = next( &state );
        const EventBits_t both = choice % 4 == 0 ? BIT( own ) | NOISE : BIT( own );
        const TickType_t ticks = choice % 3 == 0 ? portMAX_DELAY : choice % 3 - 1;
        const EventBits_t found = xEventGroupWaitBits( group, both, pdTRUE, choice % 8 != 0, ticks );

        if( ( found & BIT( own ) ) && ( choice % 8 == 0 || ( found & both ) == both ) )
        {
            CHECK( heard[ own ] + 1 == set[ own ] );
            heard[ own ]++;
        }

        if( choice % 5 == 0 )
        {
            xEventGroupSetBits( group, NOISE );
        }
    }

    end();
}

static void found( void )
{
    for( int pair = 0; pair < PAIRS; pair++ )
    {
        void * const number = ( void * ) ( intptr_t ) pair;

        CHECK( xTaskCreate( sets, "", STACK, number, BELOW, NULL ) == pdPASS );
        CHECK( xTaskCreate( hears, "", STACK, number, BELOW + pair % 2, NULL ) == pdPASS );
    }

    wait_for( 2 * PAIRS );
    printf( "each of %d bits was found once\n", PAIRS * SETS );
}

/* The tick's routine sets a bit, by the timer task. */
static volatile int hook;

void vApplicationTickHook( void )
{
    BaseType_t woke = pdFALSE;

    if( hook != 0 )
    {
        hook = 0;
        CHECK( xEventGroupGetBitsFromISR( group ) == 0 );
        CHECK( xEventGroupSetBitsFromISR( group, BIT( 7 ), &woke ) == pdPASS );
    }
}

static void deleted( void )
{
    Wait_t waits = { .bits = BIT( 0 ), .ticks = portMAX_DELAY };

    xEventGroupClearBits( group, ~( EventBits_t ) 0 >> 8 );
    hook = 1;
    CHECK( xEventGroupWaitBits( group, BIT( 7 ), pdTRUE, pdTRUE, 5 ) == BIT( 7 ) );
    begin( &waits, BELOW );
    vTaskDelay( 1 );
    vEventGroupDelete( group );
    vTaskDelay( 1 );
    CHECK( waits.ended && waits.found == 0 );
    printf( "a routine set bits, and a deletion ended a wait\n" );
}

static void run( void * argument )
{
    woken();
    ended();
    met();
    found();
    deleted();
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    group = xEventGroupCreate();
    CHECK( xTaskCreate( run, "", STACK, NULL, JUDGE, &judge ) == pdPASS );
    vTaskStartScheduler();
    return BOARD_EXIT_FAILURE;
}
