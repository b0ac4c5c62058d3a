/* SPDX-License-Identifier: Apache-2.0 */

/* The reference SoC for a program without FreeRTOS: its console, its end, and what went wrong. */
#include "board_bare.h"
#include "isochron_bare.h"
#include "soc.h"

#define LSR_TRANSMITTER_EMPTY ( 1U << 5 )

void board_exit( int code )
{
    SOC_REGISTER( SOC_SIMULATION_EXIT_OFFSET ) = ( uint32_t ) code;

    for( ;; )
    {
    }
}

void board_print( const char * text )
{
    for( ; *text != '\0'; text++ )
    {
        while( ( SOC_REGISTER( SOC_UART_LSR_OFFSET ) & LSR_TRANSMITTER_EMPTY ) == 0U )
        {
        }

        SOC_REGISTER( SOC_UART_DATA_OFFSET ) = ( uint8_t ) *text;
    }
}

void board_print_number( uint32_t number )
{
    char digits[ 11 ];
    char * first = &digits[ sizeof( digits ) - 1U ];

    *first = '\0';

    do
    {
        *--first = ( char ) ( '0' + number % 10U );
        number /= 10U;
    } while( number != 0U );

    board_print( first );
}

/* Says which operation on which number was refused; docs of the register map name both. */
void iso_error( uint32_t code )
{
    uint32_t error = ISO_REGISTER( ISOCHRON_ERROR_OFFSET );

    board_print( "isochron: error " );
    board_print_number( code );

    if( code < ISO_ERROR_NO_KERNEL )
    {
        board_print( " of operation " );
        board_print_number( ( error & ISOCHRON_ERROR_OPERATION_MASK ) >> ISOCHRON_ERROR_OPERATION_SHIFT );
        board_print( " on number " );
        board_print_number( ( error & ISOCHRON_ERROR_ID_MASK ) >> ISOCHRON_ERROR_ID_SHIFT );
    }

    board_print( "\n" );
    board_exit( BOARD_EXIT_ASSERTION );
}

/* Called by start-up and by the context switch. */
void freertos_risc_v_application_exception_handler( uint32_t mcause )
{
    board_print( "exception, mcause " );
    board_print_number( mcause );
    board_print( "\n" );
    board_exit( BOARD_EXIT_EXCEPTION );
}
