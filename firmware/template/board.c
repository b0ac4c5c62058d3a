/* SPDX-License-Identifier: Apache-2.0 */

/* What the kernel and the C library call, and a console. */
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "FreeRTOS.h"
#include "task.h"
#include "isochron_options.h"

#include "board.h"

/* SOC: a UART as the 8250, and the simulation's control. */
#define UART_DATA       ( *( volatile uint32_t * ) 0x90000000 )
#define UART_STATUS     ( *( volatile uint32_t * ) 0x90000014 )
#define UART_EMPTY      ( 1U << 5 )
#define UART_RECEIVED   ( 1U << 0 )
#define SIMULATION_EXIT ( *( volatile uint32_t * ) 0x90030000 )

static int put( char character, FILE * stream )
{
    ( void ) stream;

    while( ( UART_STATUS & UART_EMPTY ) == 0 )
    {
    }

    UART_DATA = ( uint8_t ) character;
    return 0;
}

static int get( FILE * stream )
{
    ( void ) stream;

    while( ( UART_STATUS & UART_RECEIVED ) == 0 )
    {
    }

    return ( int ) UART_DATA;
}

/* picolibc's streams; newlib has functions _write() and _read() in their place. */
static FILE console = FDEV_SETUP_STREAM( put, get, NULL, _FDEV_SETUP_RW );

FILE * const stdin = &console;
FILE * const stdout = &console;
FILE * const stderr = &console;

void board_print( const char * text )
{
    for( ; *text != '\0'; text++ )
    {
        ( void ) put( *text, NULL );
    }
}

/* SOC: there may be nothing to end. */
void board_exit( int code )
{
    SIMULATION_EXIT = ( uint32_t ) code;

    for( ;; )
    {
    }
}

/* The end of C's exit() and abort(). */
void _exit( int code )
{
    board_exit( code );
}

void board_fail( const char * message )
{
    board_print( message );
    board_exit( 1 );
}

#if ( isochronHYBRID == 1 )
    #include "isochron_hybrid.h"

/* FreeRTOS's port calls this in place of setting up its own timer. */
void vPortSetupTimerInterrupt( void )
{
    __asm volatile( "csrs mie, %0" : : "r"( ( 1U << configISOCHRON_REQUEST_INTERRUPT ) | ( 1U << 11 ) ) );
}
#endif

/* Every interrupt that is not the kernel's own. */
void freertos_risc_v_application_interrupt_handler( uint32_t mcause )
{
    #if ( isochronHYBRID == 1 )
    if( mcause == ( 0x80000000U | configISOCHRON_REQUEST_INTERRUPT ) )
    {
        portYIELD_FROM_ISR( xIsochronHybridInterrupt() );
        return;
    }
    #endif

    /* SOC: ask your interrupt controller which device it is, and serve that, by calls whose names end
     * with FromISR. A line that is bound by xIsochronLineToTask() or its like needs nothing here. */
    ( void ) mcause;
    board_fail( "unexpected interrupt\n" );
}

/* Every exception that is not a kernel call. */
void freertos_risc_v_application_exception_handler( uint32_t mcause )
{
    ( void ) mcause;
    board_fail( "exception\n" );
}

/* The first creation found that FreeRTOSConfig.h does not fit the hardware. */
void vIsochronConfigurationError( const char * message )
{
    board_fail( message );
}
