/* SPDX-License-Identifier: Apache-2.0 */

/* The board (firmware/board/include/board.h) of a native program on the hardware kernel: programs
 * of firmware/laboratory/tests run on it as they are. Time is what the program does: a tick comes every so
 * many points, an armed interrupt after `delay` of them, one more than none. */
#include <stdio.h>
#include <stdlib.h>

#include "FreeRTOS.h"
#include "board.h"
#include "hardware.h"
#include "machine.h"

/* More than a test makes between two ticks. */
#define POINTS_PER_TICK 1500u

static board_interrupt_handler_t handlers[ BOARD_INTERRUPT_LINES ];
static bool pending[ BOARD_INTERRUPT_LINES ];
static uint32_t points_left[ BOARD_INTERRUPT_LINES ]; /* of an armed line; else 0 */
static uint32_t points;

static void interrupt( uint32_t line )
{
    if( pending[ line ] && ( handlers[ line ] != NULL ) )
    {
        handlers[ line ]( line );
    }
}

static void rise( uint32_t line )
{
    pending[ line ] = true;

    /* The same lines lead to the hardware kernel. */
    hardware_line( line );
    machine_serve();
    machine_raise( interrupt, line );
}

/* ---- time ---- */

static void at_point( void )
{
    for( uint32_t line = 0; line < BOARD_INTERRUPT_LINES; line++ )
    {
        if( ( points_left[ line ] != 0 ) && ( --points_left[ line ] == 0 ) )
        {
            rise( line );
        }
    }

    if( ++points == POINTS_PER_TICK )
    {
        points = 0;
        machine_port_tick();
        machine_serve();
    }
}

static __attribute__( ( constructor ) ) void start_time( void )
{
    machine_observe( at_point );
}

/* ---- interrupts ---- */

void board_set_interrupt_handler( uint32_t line, board_interrupt_handler_t handler )
{
    handlers[ line ] = handler;
}

void board_arm_interrupt( uint32_t line, uint32_t delay, uint32_t mask )
{
    if( delay > 1 )
    {
        points_left[ line ] = delay - 1;
    }
    else
    {
        rise( line );
    }
}

int board_interrupt_is_armed( uint32_t line )
{
    return points_left[ line ] != 0;
}

void board_acknowledge_interrupt( uint32_t line )
{
    pending[ line ] = false;
}

/* ---- the end ---- */

void board_exit( int code )
{
    exit( code );
}

__attribute__( ( weak ) ) void board_assertion_failed( const char * file, /* a test may have its own */
                                                       int line )
{
    ( void ) printf( "assertion failed: %s:%d\n", file, line );
    board_exit( BOARD_EXIT_ASSERTION );
}

void host_assertion_failed( const char * file, int line )
{
    board_assertion_failed( file, line );
}

void machine_fail( const char * reason )
{
    ( void ) printf( "%s\n", reason );
    exit( BOARD_EXIT_EXCEPTION );
}

void vIsochronConfigurationError( const char * message )
{
    ( void ) printf( "%s\n", message );
    exit( BOARD_EXIT_CONFIGURATION );
}

__attribute__( ( weak ) ) void vApplicationMallocFailedHook( void )
{
    ( void ) printf( "out of memory: configTOTAL_HEAP_SIZE is too small\n" );
    board_exit( BOARD_EXIT_OUT_OF_MEMORY );
}
