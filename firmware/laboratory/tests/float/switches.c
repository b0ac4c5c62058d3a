/* SPDX-License-Identifier: Apache-2.0 */

/* Prints the cycles of switches between tasks that have used floating point, or have not. */
#include <stdio.h>

#include "check.h"
#include "semphr.h"

#define MIDDLE 2

static SemaphoreHandle_t wanted;
static volatile uint32_t begin;
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
        CHECK( xSemaphoreTake( wanted, portMAX_DELAY ) == pdPASS );
        printf( "%lu\n", ( unsigned long ) ( cycles() - begin ) );
    }
}

/* Both or none of two tasks have used it. */
static void measure( uintptr_t uses_float )
{
    TaskHandle_t higher = create( waits, uses_float, MIDDLE + 1 );

    for( int round = 0; round < 3; round++ )
    {
        begin = cycles();
        CHECK( xSemaphoreGive( wanted ) == pdPASS );
    }

    vTaskDelete( higher );
}

static void director( void * argument )
{
    ( void ) argument;
    wanted = xSemaphoreCreateBinary();
    measure( pdFALSE );
    value = value + 1.0F;
    measure( pdTRUE );
    test_passed();
}

int main( void )
{
    test_start( director, MIDDLE );
}
