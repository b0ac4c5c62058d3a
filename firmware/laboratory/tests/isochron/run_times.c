/* SPDX-License-Identifier: Apache-2.0 */

/* Run times of tasks, by the monitor and, from it, as FreeRTOS's run-time statistics. What is printed
 * is compared with the simulator's own accounts (tests/test_monitor.py). */
#include <stdio.h>

#include "check.h"
#include "isochron_monitor.h"

#define SELF    4
#define WORKERS 4
#define ROUNDS  20

static TaskHandle_t workers[ WORKERS ];

static void busy( uint32_t rounds )
{
    while( rounds-- != 0 )
    {
        __asm volatile( "" );
    }
}

/* Two are below the director and run between ticks, two above it; two are equals. */
static void worker( void * parameter )
{
    uint32_t number = ( uint32_t ) ( uintptr_t ) parameter;

    for( uint32_t round = 0; round < ROUNDS; round++ )
    {
        busy( ( number + 1 ) * 100 + round );
        vTaskDelay( 1 + ( number & 1 ) );
        busy( 30000 / ( number + 1 ) );
    }

    vTaskSuspend( NULL );
}

static void director( void * parameters )
{
    static const UBaseType_t priorities[ WORKERS ] = { 1, 1, SELF + 1, SELF + 2 };
    IsochronMonitor_t seen;

    for( uint32_t i = 0; i < WORKERS; i++ )
    {
        workers[ i ] = create( worker, i, priorities[ i ] );
    }

    for( uint32_t i = 0; i < WORKERS; i++ )
    {
        while( eTaskGetState( workers[ i ] ) != eSuspended )
        {
            vTaskDelay( 1 );
        }
    }

    for( uint32_t i = 0; i < WORKERS; i++ )
    {
        vIsochronMonitorGet( workers[ i ], &seen );
        CHECK_EQUAL( ulTaskGetRunTimeCounter( workers[ i ] ), seen.ullRunTime );
        printf( "task %u %u\n", ( unsigned ) uxIsochronTaskIdentifier( workers[ i ] ),
                ( unsigned ) seen.ullRunTime );
    }

    /* A share of the time since the reset; what this takes is less than one per cent of it. */
    vIsochronMonitorGet( workers[ 0 ], &seen );
    CHECK_EQUAL( ulTaskGetRunTimePercent( workers[ 0 ] ),
                 seen.ullRunTime / ( ullIsochronMonitorCycles() / 100 ) );
    test_passed();
}

int main( void )
{
    test_start( director, SELF );
}
