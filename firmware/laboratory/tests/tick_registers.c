/* SPDX-License-Identifier: Apache-2.0 */

/* Every register is the same after a tick, whether it switches or not: tasks that share a priority have
 * values of their own, a higher one wakes at some ticks. */
#include "board.h"
#include "check.h"
#include "hold_registers.h"

#define LOW     1
#define MIDDLE  2
#define SELF    4
#define WORKERS 3
#define TICKS   40

/* Takes some ticks for each value, so that values of others are in the registers between. */
static void worker( void * parameter )
{
    for( uint32_t value = ( uint32_t ) ( uintptr_t ) parameter;; value = value * 1664525u + 1013904223u )
    {
        CHECK( hold( value, 100 + value % 64 ) );
    }
}

static void sleeper( void * parameter )
{
    for( ;; )
    {
        CHECK( hold( 0x55AA55AAu, 1 ) );
        vTaskDelay( 3 );
    }
}

static void director( void * parameter )
{
    create( sleeper, 0, MIDDLE );

    for( uintptr_t i = 0; i < WORKERS; i++ )
    {
        create( worker, 0x1234567u * ( i + 1 ), LOW );
    }

    TickType_t last = xTaskGetTickCount() + TICKS;

    while( xTaskGetTickCount() < last )
    {
        vTaskDelay( 7 );
    }

    test_passed();
}

int main( void )
{
    test_start( director, SELF );
}
