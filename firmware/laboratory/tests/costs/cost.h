/* SPDX-License-Identifier: Apache-2.0 */

/* What calls cost that do not switch, in cycles: printed as `cost NAME LEAST MOST`, over several
 * rounds in different phases, with few tasks and with many. Makes the column of docs/reference/kernel-api.md
 * (src/isochron/pages/api_costs.py). A call is added as one MEASURE. */
#pragma once

#include "check.h"
#include "semphr.h"

#include <stdio.h>

#define LOW    1
#define SELF   4
#define ROUNDS 4
#define OTHERS 16

struct cost
{
    const char * name;
    uint32_t least, most;
    struct cost * next;
};

static struct cost * costs;
static uint32_t overhead = 0;

/* The call, with what comes before and after it and is not measured. */
#define MEASURE_ONCE( which, round, before, call, after )                  \
    do                                                                     \
    {                                                                      \
        static struct cost cost = { .name = #which, .least = UINT32_MAX }; \
        uint32_t start, stop;                                              \
                                                                           \
        before;                                                            \
        settle( round );                                                   \
        start = cycles();                                                  \
        call;                                                              \
        stop = cycles();                                                   \
        account( &cost, stop - start );                                    \
        after;                                                             \
    } while( 0 )

#define MEASURE( which, before, call, after )                  \
    do                                                         \
    {                                                          \
        for( uint32_t round = 0; round < ROUNDS; round++ )     \
        {                                                      \
            MEASURE_ONCE( which, round, before, call, after ); \
        }                                                      \
    } while( 0 )

#define NOTHING ( void ) 0

static inline __attribute__( ( always_inline ) ) uint32_t cycles( void )
{
    uint32_t now;

    __asm volatile( "csrr %0, mcycle" : "=r"( now ) : : "memory" );
    return now;
}

/* Waits until no earlier call can be felt, and for another phase each time. */
static void settle( uint32_t round )
{
    for( uint32_t i = 0; i < 8 + round; i++ )
    {
        __asm volatile( "nop" );
    }
}

static void account( struct cost * cost, uint32_t taken )
{
    taken -= overhead;

    if( cost->least == UINT32_MAX )
    {
        cost->next = costs;
        costs = cost;
    }

    cost->least = ( taken < cost->least ) ? taken : cost->least;
    cost->most = ( taken > cost->most ) ? taken : cost->most;
}

static volatile uint32_t sink;

static void runner( void * parameters )
{
    ( void ) parameters;

    for( ;; )
    {
    }
}

static void sleeper( void * parameters )
{
    ( void ) parameters;

    for( ;; )
    {
        vTaskDelay( 100000 );
    }
}

static void taker( void * parameters )
{
    for( ;; )
    {
        xSemaphoreTake( ( SemaphoreHandle_t ) parameters, portMAX_DELAY );
    }
}

/* Tasks that are ready, delayed, suspended and waiting. None is above. */
static void create_others( void )
{
    for( int i = 0; i < OTHERS; i++ )
    {
        TaskHandle_t task = create( ( i % 2 == 0 ) ? runner : sleeper, 0, LOW + ( UBaseType_t ) i % 3 );

        if( i % 8 == 0 )
        {
            vTaskSuspend( task );
        }
    }

    create( taker, ( uintptr_t ) xSemaphoreCreateBinary(), LOW + 2 );
    vTaskDelay( 2 );
}

static void measure_the_clock( void )
{
    uint32_t start = cycles(), stop = cycles();

    overhead = stop - start;
}

static void print_costs( void )
{
    for( struct cost * cost = costs; cost != NULL; cost = cost->next )
    {
        printf( "cost %s %lu %lu\n", cost->name, ( unsigned long ) cost->least,
                ( unsigned long ) cost->most );
    }
}
