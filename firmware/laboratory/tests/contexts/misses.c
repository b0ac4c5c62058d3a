/* SPDX-License-Identifier: Apache-2.0 */

/* What a switch takes to a task whose registers are not at hand: from a task's suspension of itself to
 * the return of the next lower one from its own, and from a give to the waiter's return, with several
 * waiters in turn. With two tasks, or one waiter, the registers are at hand. */
#include "check.h"
#include "semphr.h"
#include <stdio.h>

#define SELF   10
#define MOST   8
#define ROUNDS 64

/* Cycles that a switch may take longer: docs/explanation/contexts.md. */
#define LONGEST 6

static volatile uint32_t before, shortest, longest, switches;

static inline uint32_t cycles( void )
{
    uint32_t now;

    __asm volatile( "csrr %0, mcycle" : "=r"( now ) : : "memory" );
    return now;
}

/* The first switches of a task are to where it begins; the director lets the first task run. */
static void note( uint32_t since )
{
    uint32_t passed = cycles() - since;

    if( ( ++switches > 2 * MOST ) && ( since != 0 ) )
    {
        shortest = ( passed < shortest ) ? passed : shortest;
        longest = ( passed > longest ) ? passed : longest;
    }
}

static void suspender( void * parameters )
{
    for( ;; )
    {
        before = cycles();
        vTaskSuspend( NULL );
        note( before );
    }
}

static void waiter( void * parameters )
{
    SemaphoreHandle_t gate = parameters;

    for( ;; )
    {
        xSemaphoreTake( gate, portMAX_DELAY );
        note( before );
    }
}

static void begin( void )
{
    shortest = UINT32_MAX;
    longest = 0;
    switches = 0;
}

/* All are resumed at once, and run above the director from the highest to the lowest. */
static void suspends( uint32_t count )
{
    TaskHandle_t tasks[ MOST ];

    begin();

    for( uint32_t i = 0; i < count; i++ )
    {
        tasks[ i ] = create( suspender, i, SELF + 1 + i );
    }

    for( uint32_t round = 0; round < ROUNDS; round++ )
    {
        before = 0;
        vTaskSuspendAll();

        for( uint32_t i = 0; i < count; i++ )
        {
            vTaskResume( tasks[ i ] );
        }

        ( void ) xTaskResumeAll();
    }

    for( uint32_t i = 0; i < count; i++ )
    {
        vTaskDelete( tasks[ i ] );
    }
}

static void gives( uint32_t count )
{
    SemaphoreHandle_t gates[ MOST ];
    TaskHandle_t tasks[ MOST ];

    begin();

    for( uint32_t i = 0; i < count; i++ )
    {
        gates[ i ] = xSemaphoreCreateBinary();
        tasks[ i ] = create( waiter, ( uintptr_t ) gates[ i ], SELF + 1 );
    }

    for( uint32_t round = 0; round < ROUNDS; round++ )
    {
        before = cycles();
        xSemaphoreGive( gates[ round % count ] );
    }

    for( uint32_t i = 0; i < count; i++ )
    {
        vTaskDelete( tasks[ i ] );
        vSemaphoreDelete( gates[ i ] );
    }
}

static void measure( const char * what, void ( *run )( uint32_t ), uint32_t least )
{
    uint32_t hit;

    run( least );
    hit = longest;

    for( uint32_t count = least; count <= MOST; count++ )
    {
        run( count );
        printf( "%s, %u: %u to %u\n", what, ( unsigned ) count, ( unsigned ) shortest, ( unsigned ) longest );
        CHECK( longest <= hit + LONGEST );
    }
}

TEST_PROGRAM( SELF )
{
    measure( "suspend", suspends, 2 );
    measure( "give", gives, 1 );
}
