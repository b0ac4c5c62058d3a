/* SPDX-License-Identifier: Apache-2.0 */

#include "print.h"
#include "machine.h"

void print( const char * text )
{
    for( ; *text != '\0'; text++ )
    {
        UART_DATA = ( uint8_t ) *text;
    }
}

void print_value( const char * name, uint32_t value )
{
    print( name );
    print( " 0x" );

    for( int shift = 28; shift >= 0; shift -= 4 )
    {
        UART_DATA = ( uint8_t ) "0123456789abcdef"[ ( value >> shift ) & 15U ];
    }
}
