/* SPDX-License-Identifier: Apache-2.0 */

/* The C library's streams on the UART. Not for two tasks at a time. */
#include <stdio.h>

#include "soc.h"

#define LSR_RECEIVED          ( 1U << 0 )
#define LSR_TRANSMITTER_EMPTY ( 1U << 5 )

static int put( char character, FILE * stream )
{
    ( void ) stream;

    while( ( SOC_REGISTER( SOC_UART_LSR_OFFSET ) & LSR_TRANSMITTER_EMPTY ) == 0 )
    {
    }

    SOC_REGISTER( SOC_UART_DATA_OFFSET ) = ( uint8_t ) character;
    return 0;
}

/* Waits: in the simulation for good, for it has nobody who types. */
static int get( FILE * stream )
{
    ( void ) stream;

    while( ( SOC_REGISTER( SOC_UART_LSR_OFFSET ) & LSR_RECEIVED ) == 0 )
    {
    }

    return ( int ) SOC_REGISTER( SOC_UART_DATA_OFFSET );
}

static FILE uart = FDEV_SETUP_STREAM( put, NULL, NULL, _FDEV_SETUP_WRITE );
static FILE keyboard = FDEV_SETUP_STREAM( NULL, get, NULL, _FDEV_SETUP_READ );

/* A linker that optimises sees late that the C library needs them. */
#define USED __attribute__( ( used ) )

FILE * const stdin USED = &keyboard;
FILE * const stdout USED = &uart;
FILE * const stderr USED = &uart;
