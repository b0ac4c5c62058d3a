/* SPDX-License-Identifier: Apache-2.0 */

/* Prints the cycles of switches between tasks that have used floating point, or have not. A line has those
 * of a pair, thrice: from a give to the waiter's return, then by the hardware's interrupt, from a routine's
 * give and its request to the waiter's return, and from the waiter's next call to the task that was
 * interrupted. */
#include <stdio.h>

#include "check.h"
#include "semphr.h"

#define MIDDLE 2

static SemaphoreHandle_t wanted;
static volatile uint32_t begin, woken, waits_again;
static volatile float value = 1.5F;

static uint32_t cycles( void )
{
    uint32_t now;

    __asm volatile( "csrr %0, mcycle" : "=r"( now ) );
    return now;
}

static void waits( void * uses_float )
{
    if( uses_float != NULL )
    {
        value = value + 1.0F;
    }

    for( ;; )
    {
        waits_again = cycles();
        CHECK( xSemaphoreTake( wanted, portMAX_DELAY ) == pdPASS );
        woken = cycles();
    }
}

static void print( uint32_t first, uint32_t last )
{
    printf( "%lu ", ( unsigned long ) ( last - first ) );
}

/* With a waiter that uses it, or does not. */
static void measure( uintptr_t uses_float )
{
    TaskHandle_t higher = create( waits, uses_float, MIDDLE + 1 );

    for( int round = 0; round < 3; round++ )
    {
        BaseType_t request = pdFALSE;

        begin = cycles();
        CHECK( xSemaphoreGive( wanted ) == pdPASS );
        print( begin, woken );
        begin = cycles();
        CHECK( xSemaphoreGiveFromISR( wanted, &request ) == pdPASS );
        portYIELD_FROM_ISR( request );
        uint32_t back = cycles();
        print( begin, woken );
        print( waits_again, back );
    }

    printf( "\n" );
    vTaskDelete( higher );
}

static void director( void * argument )
{
    wanted = xSemaphoreCreateBinary();
    measure( pdFALSE );
    measure( pdTRUE );
    value = value + 1.0F; /* from here on this task has used it, too */
    measure( pdFALSE );
    measure( pdTRUE );
    test_passed();
}

int main( void )
{
    test_start( director, MIDDLE );
}
