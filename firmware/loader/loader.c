/* SPDX-License-Identifier: Apache-2.0 */

/* Takes a program by the UART and starts it; src/isochron/boards/loading.py is the other end.
 *
 * A frame is FRAME, then an address (4 bytes), a length (2), so many bytes, and the CRC-32 of all that is
 * between; numbers begin with the lowest byte. Length 0 means: start the program, or with address 0 do
 * nothing. The program starts when GO comes, or after CYCLES_TO_START: until then that frame can be repeated,
 * for its answer may have been lost. The answer is REFUSED, or TAKEN, the bytes of RAM (4) and the CRC-32 of
 * the frame with these in the place of its own CRC: so each answer belongs to one frame. Frames can be
 * repeated.
 *
 * A character alone, with silence after it, is a key: it starts the program that lies in the RAM, unless a
 * frame has come before. */
#include <stddef.h>
#include <stdint.h>

#include "soc.h"

#define FRAME                 0x01
#define TAKEN                 0x06
#define REFUSED               0x15
#define GO                    0x04
#define HEADER                6U /* bytes: address and length */
#define MOST                  512U /* bytes of a block */
#define CYCLES_PER_QUESTION   50000000U
#define CYCLES_TO_START       100000000U /* longer than the other end waits for an answer */
#define LSR_RECEIVED          ( 1U << 0 )
#define LSR_OVERRUN           ( 1U << 1 )
#define LSR_TRANSMITTER_EMPTY ( 1U << 5 )
#define RAM_BEGIN             0x40000000U
#define ENTRY                 0x40000080U
#define LOADER                ( RAM_BEGIN + LOADER_RAM_BYTES - 2048U )

/* Of the program in the RAM: at ENTRY there is a jump to the loader. */
extern const uint32_t first_instruction;

static uint8_t frame[ HEADER + MOST + 4U ];

/* A character was lost: nobody took it in time. */
static uint32_t lost;

/* Returns LSR. A load of it clears its bit OVERRUN, which is kept in lost. */
static uint32_t line_status( void )
{
    uint32_t status = SOC_REGISTER( SOC_UART_LSR_OFFSET );

    lost |= status & LSR_OVERRUN;
    return status;
}

static void send( uint32_t character )
{
    while( ( line_status() & LSR_TRANSMITTER_EMPTY ) == 0 )
    {
    }

    SOC_REGISTER( SOC_UART_DATA_OFFSET ) = character;
}

static void send_word( uint32_t word )
{
    for( unsigned byte = 0; byte < 4U; byte++ )
    {
        send( ( word >> ( 8U * byte ) ) & 0xFFU );
    }
}

/* Returns the next character, or -1 after LOADER_SILENCE cycles. */
static int receive( void )
{
    uint32_t from = SOC_REGISTER( SOC_CLINT_MTIME_OFFSET );

    while( ( line_status() & LSR_RECEIVED ) == 0 )
    {
        if( SOC_REGISTER( SOC_CLINT_MTIME_OFFSET ) - from > LOADER_SILENCE )
        {
            return -1;
        }
    }

    return ( int ) SOC_REGISTER( SOC_UART_DATA_OFFSET );
}

static uint32_t word_at( const uint8_t * bytes )
{
    return bytes[ 0 ] | ( ( uint32_t ) bytes[ 1 ] << 8 ) | ( ( uint32_t ) bytes[ 2 ] << 16 ) |
           ( ( uint32_t ) bytes[ 3 ] << 24 );
}

/* CRC-32 as Ethernet and zlib have it. */
static uint32_t crc( size_t length )
{
    uint32_t sum = ~0U;

    for( size_t at = 0; at < length; at++ )
    {
        sum ^= frame[ at ];

        for( unsigned bit = 0; bit < 8U; bit++ )
        {
            sum = ( sum >> 1 ) ^ ( 0xEDB88320U & -( sum & 1U ) );
        }
    }

    return ~sum;
}

static void start( void )
{
    __asm volatile( ".option arch, +zifencei\n"
                    "fence.i\n"
                    "jr %0"
                    :
                    : "r"( ENTRY )
                    : "memory" );
    __builtin_unreachable();
}

/* What a frame was. */
enum obeyed
{
    WRONG,
    DONE,
    TO_START
};

/* Receives the rest of a frame, and obeys it but for the start. */
static enum obeyed obey( void )
{
    size_t size = HEADER + 4U, at = 0, length = 0;
    uint32_t address;

    for( ; at < size; at++ )
    {
        int character = receive();

        if( character < 0 )
        {
            return WRONG;
        }

        frame[ at ] = ( uint8_t ) character;

        if( at == HEADER - 1U )
        {
            length = frame[ 4 ] | ( ( size_t ) frame[ 5 ] << 8 );

            if( length > MOST )
            {
                return WRONG;
            }

            size += length;
        }
    }

    address = word_at( frame );

    if( ( word_at( &frame[ HEADER + length ] ) != crc( HEADER + length ) ) ||
        ( ( length != 0 ) && ( ( address < RAM_BEGIN ) || ( address > LOADER - length ) ) ) )
    {
        return WRONG;
    }

    for( size_t byte = 0; byte < length; byte++ )
    {
        ( ( volatile uint8_t * ) address )[ byte ] = frame[ HEADER + byte ];
    }

    for( unsigned byte = 0; byte < 4U; byte++ )
    {
        frame[ HEADER + length + byte ] = ( uint8_t ) ( LOADER_RAM_BYTES >> ( 8U * byte ) );
    }

    send( TAKEN );
    send_word( LOADER_RAM_BYTES );
    send_word( crc( HEADER + length + 4U ) );

    return ( length == 0 ) && ( address != 0 ) ? TO_START : DONE;
}

/* Receives characters until there is silence; returns how many. */
static unsigned silence( void )
{
    unsigned count = 0;

    while( receive() >= 0 )
    {
        count++;
    }

    return count;
}

/* A program is to be started. */
static void start_soon( void )
{
    uint32_t from = SOC_REGISTER( SOC_CLINT_MTIME_OFFSET );

    while( SOC_REGISTER( SOC_CLINT_MTIME_OFFSET ) - from < CYCLES_TO_START )
    {
        int character = receive();

        if( character == GO )
        {
            break;
        }

        if( character >= 0 )
        {
            if( ( character != FRAME ) || ( obey() == WRONG ) )
            {
                silence();
                send( REFUSED );
            }

            from = SOC_REGISTER( SOC_CLINT_MTIME_OFFSET );
        }
    }

    start();
}

void loader( void )
{
    uint32_t asked = SOC_REGISTER( SOC_CLINT_MTIME_OFFSET ) - CYCLES_PER_QUESTION;
    int loading = 0;

    for( ;; )
    {
        int character, alone;

        if( !loading && ( SOC_REGISTER( SOC_CLINT_MTIME_OFFSET ) - asked >= CYCLES_PER_QUESTION ) )
        {
            asked += CYCLES_PER_QUESTION;

            for( const char * text = "self-test: press a key, or isochron board load\n"; *text != '\0';
                 text++ )
            {
                send( ( uint8_t ) *text );
            }
        }

        character = receive();

        if( character < 0 )
        {
            continue;
        }

        if( character == FRAME )
        {
            enum obeyed was = obey();

            if( was == TO_START )
            {
                start_soon();
            }

            if( was == DONE )
            {
                loading = 1;
                continue;
            }
        }

        alone = silence() == 0;

        if( alone && !loading && !lost && ( character != FRAME ) )
        {
            *( volatile uint32_t * ) ENTRY = first_instruction;
            start();
        }

        lost = 0;
        send( REFUSED );
    }
}
