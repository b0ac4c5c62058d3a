/* SPDX-License-Identifier: Apache-2.0 */

/* What the kernel and the C library call, and a console: LiteX's UART. */
#include <stdio.h>
#include <unistd.h>

#include "FreeRTOS.h"
#include "task.h"
#include <generated/csr.h>

#include "board.h"
#include "isochron_choice.h"

#define END_OF_OUTPUT '\4' /* for a simulation: nothing comes after it */

static int put( char character, FILE * stream )
{
    ( void ) stream;

    while( uart_txfull_read() )
    {
    }

    uart_rxtx_write( ( uint8_t ) character );
    return 0;
}

static int get( FILE * stream )
{
    uint8_t character;

    ( void ) stream;

    while( uart_rxempty_read() )
    {
    }

    character = ( uint8_t ) uart_rxtx_read();
    uart_ev_pending_write( 1U << CSR_UART_EV_PENDING_RX_OFFSET ); /* takes it */
    return character;
}

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

void board_exit( int code )
{
    const char end[] = { ( char ) ( '0' + code ), END_OF_OUTPUT, '\0' };

    board_print( "exit " );
    board_print( end );

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

    #define MCAUSE_SOFTWARE_INTERRUPT 0x80000003U
    #define MIE_SOFTWARE              ( 1U << 3 )

/* Called by the port, which has no timer to set up here. */
void vPortSetupTimerInterrupt( void )
{
    __asm volatile( "csrs mie, %0" : : "r"( MIE_SOFTWARE ) );
}
#endif

/* Every interrupt that is not the kernel's own. Lines that are bound by xIsochronLineToTask() or its like
 * are not among them; the hybrid's own is. */
void freertos_risc_v_application_interrupt_handler( uint32_t mcause )
{
#if ( isochronHYBRID == 1 )
    if( mcause == MCAUSE_SOFTWARE_INTERRUPT )
    {
        portYIELD_FROM_ISR( xIsochronHybridInterrupt() );
        return;
    }
#endif
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
