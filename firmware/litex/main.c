/* SPDX-License-Identifier: Apache-2.0 */

/* A semaphore wakes a task, measured by LiteX's timer; then an interrupt line does, without a service
 * routine. Of the SoC it needs `timer0` and a second timer, `pulse`, on line 0. */
#include "FreeRTOS.h"
#include "isochron.h"
#include "semphr.h"
#include "task.h"
#include <generated/csr.h>

#include "board.h"

#define PULSE_LINE   0
#define PULSE_CYCLES 1000
#define ROUNDS       3

static SemaphoreHandle_t given;
static uint32_t given_at;

static void start_stopwatch( void )
{
    timer0_en_write( 0 );
    timer0_load_write( UINT32_MAX );
    timer0_reload_write( UINT32_MAX );
    timer0_en_write( 1 );
}

/* Cycles, which the timer counts down. */
static uint32_t cycles( void )
{
    timer0_update_value_write( 1 );
    return ~timer0_value_read();
}

static void print_number( uint32_t number )
{
    char digits[ 11 ] = { 0 };
    char * first = &digits[ sizeof( digits ) - 1 ];

    do
    {
        *--first = ( char ) ( '0' + number % 10 );
        number /= 10;
    } while( number != 0 );

    board_print( first );
}

static void waiter( void * parameters )
{
    uint32_t taken[ ROUNDS ];

    ( void ) parameters;

    for( int round = 0; round < ROUNDS; round++ )
    {
        xSemaphoreTake( given, portMAX_DELAY );
        taken[ round ] = cycles() - given_at;
    }

    /* Not in between: what prints would take the place of the kernel in a cache. */
    for( int round = 0; round < ROUNDS; round++ )
    {
        board_print( "give to waiter: " );
        print_number( taken[ round ] );
        board_print( " cycles\n" );
    }

    for( int round = 0; round < ROUNDS; round++ )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        pulse_ev_pending_write( 1 );
        board_print( "woken by the line at tick " );
        print_number( xTaskGetTickCount() );
        board_print( "\n" );
    }

    board_exit( 0 );
}

static void giver( void * parameters )
{
    ( void ) parameters;

    for( int round = 0; round < ROUNDS; round++ )
    {
        given_at = cycles();
        xSemaphoreGive( given );
    }

    pulse_ev_pending_write( 1 ); /* LiteX's timer has an event since the reset */
    pulse_ev_enable_write( 1 );

    for( ;; )
    {
        vTaskDelay( 1 );
        pulse_en_write( 0 );
        pulse_load_write( PULSE_CYCLES );
        pulse_reload_write( 0 );
        pulse_en_write( 1 );
    }
}

int main( void )
{
    TaskHandle_t waiting;

    start_stopwatch();
    given = xSemaphoreCreateBinary();
    xTaskCreate( waiter, "waiter", configMINIMAL_STACK_SIZE, NULL, 2, &waiting );
    xTaskCreate( giver, "giver", configMINIMAL_STACK_SIZE, NULL, 1, NULL );
    xIsochronLineToTask( PULSE_LINE, waiting );
    vTaskStartScheduler();
    return 0;
}
