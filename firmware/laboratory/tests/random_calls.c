/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Random kernel calls by several tasks. Every tick one line tells the tasks' states and priorities,
 * and a checksum of all calls so far: who, which, what it returned, at which tick, in this order.
 * The lines are the same on every kernel, since all that a tick sets off is over before the next
 * one, however fast the kernel is; the idle hook proves that. The runner compares them.
 *
 * TEST_SEED selects the calls.
 */
#include <stdio.h>

#include "check.h"
#include "semphr.h"

#ifndef TEST_SEED
    #define TEST_SEED    1
#endif

#define WORKERS          6
#define SEMAPHORES       3
#define LOWEST           1
#define PRIORITIES       4
#define TICKS            100
#define CALLS_A_TICK     6
#define LONGEST_WAIT     3
#define CONDUCTOR        ( LOWEST + PRIORITIES )

static SemaphoreHandle_t semaphores[ SEMAPHORES ];
static TaskHandle_t workers[ WORKERS ];
static uint32_t random_state = TEST_SEED;
static uint32_t checksum = 2166136261u; /* FNV-1a */
static uint32_t calls;
static volatile int idle_has_run;

/* A number below a limit (xorshift). The draws follow the order in which tasks run. */
static uint32_t below( uint32_t limit )
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state % limit;
}

static void add_to_checksum( uint32_t value )
{
    checksum = ( checksum ^ value ) * 16777619u;
}

static void log_call( char who,
                      char call,
                      uint32_t argument,
                      uint32_t result )
{
    calls++;
    add_to_checksum( xTaskGetTickCount() - configINITIAL_TICK_COUNT );
    add_to_checksum( ( uint8_t ) who );
    add_to_checksum( ( uint8_t ) call );
    add_to_checksum( argument );
    add_to_checksum( result );
}

void vApplicationIdleHook( void )
{
    idle_has_run = 1;
}

/* Any call that does not block. */
static void call_without_blocking( char who )
{
    uint32_t which = below( SEMAPHORES );
    TaskHandle_t other = workers[ below( WORKERS ) ];

    switch( below( 8 ) )
    {
        case 0:
        case 1:
            log_call( who, 'g', which, xSemaphoreGive( semaphores[ which ] ) );
            break;

        case 2:
            log_call( who, 't', which, xSemaphoreTake( semaphores[ which ], 0 ) );
            break;

        case 3:
            log_call( who, 'c', which, uxSemaphoreGetCount( semaphores[ which ] ) );
            break;

        case 4:
            xTaskNotifyGive( other );
            log_call( who, 'n', 0, 0 );
            break;

        case 5:
           {
               uint32_t priority = LOWEST + below( PRIORITIES );

               /* A task that waits keeps its place among the waiters; where the next one goes
                * that begins to wait differs between the kernels. */
               if( eTaskGetState( other ) != eBlocked )
               {
                   vTaskPrioritySet( other, priority );
               }

               log_call( who, 'p', priority, uxTaskPriorityGet( other ) );
               break;
           }

        case 6:
            vTaskResume( other );
            log_call( who, 'r', 0, 0 );
            break;

        default:
            taskYIELD();
            log_call( who, 'y', 0, 0 );
            break;
    }
}

/* Any call that waits, or may wait, for a tick. */
static void call_that_blocks( char who )
{
    uint32_t which = below( SEMAPHORES );
    uint32_t ticks = 1 + below( LONGEST_WAIT );
    TaskHandle_t other = workers[ below( WORKERS ) ];

    switch( below( 6 ) )
    {
        case 0:
        case 1:
            log_call( who, 'w', which, xSemaphoreTake( semaphores[ which ], ticks ) );
            break;

        case 2:
            log_call( who, 'W', which, xSemaphoreTake( semaphores[ which ], portMAX_DELAY ) );
            break;

        case 3:
            log_call( who, 'N', ticks, ulTaskNotifyTake( below( 2 ), ticks ) );
            break;

        case 4:
            vTaskDelay( ticks );
            log_call( who, 'd', ticks, 0 );
            break;

        default:
            vTaskSuspend( other );
            log_call( who, 's', 0, 0 );
            break;
    }
}

static void worker( void * parameter )
{
    char who = ( char ) ( uintptr_t ) parameter;

    for( ; ; )
    {
        for( uint32_t i = below( CALLS_A_TICK ); i > 0; i-- )
        {
            call_without_blocking( who );
        }

        call_that_blocks( who );
        vTaskDelay( 1 ); /* whatever happened: not for ever within one tick */
    }
}

static void print_states( void )
{
    for( int i = 0; i < WORKERS; i++ )
    {
        printf( "%d%d ", ( int ) eTaskGetState( workers[ i ] ), ( int ) uxTaskPriorityGet( workers[ i ] ) );
    }

    printf( "%lu %08lx\n", ( unsigned long ) calls, ( unsigned long ) checksum );
}

/* Sees to it, every tick, that not everybody sleeps for ever. */
static void conductor( void * parameters )
{
    TickType_t wake;

    ( void ) parameters;

    for( int i = 0; i < SEMAPHORES; i++ )
    {
        semaphores[ i ] = xSemaphoreCreateCounting( 1 + i, i );
    }

    for( int i = 0; i < WORKERS; i++ )
    {
        workers[ i ] = create( worker, 'a' + i, LOWEST + below( PRIORITIES ) );
    }

    wake = next_tick();

    for( int tick = 0; tick < TICKS; tick++ )
    {
        CHECK_EQUAL( xTaskDelayUntil( &wake, 1 ), pdTRUE );
        CHECK( idle_has_run );
        idle_has_run = 0;

        vTaskResume( workers[ below( WORKERS ) ] );
        xSemaphoreGive( semaphores[ below( SEMAPHORES ) ] );
        print_states();
    }

    CHECK( calls > TICKS );
    test_passed();
}

int main( void )
{
    test_start( conductor, CONDUCTOR );
}
