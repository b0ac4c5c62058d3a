/* SPDX-License-Identifier: Apache-2.0 */

/* What the tasks of controller.toml compute: a controller, a filter and a checksum. */
#include <stdint.h>

#define TAPS   16
#define LENGTH 256

/* A PID controller in fixed point, 16 fractional bits, with a limited sum. */
void pid_step( void )
{
    static int32_t sum, last, output;
    int32_t error = 65536 - output;

    sum += error >> 6;
    sum = ( sum > 262144 ) ? 262144 : ( ( sum < -262144 ) ? -262144 : sum );
    output += ( ( error * 3 ) >> 3 ) + ( sum >> 2 ) + ( ( error - last ) >> 4 );
    output >>= 1;
    last = error;
}

/* A finite impulse response filter over a ring of samples, eight of them at a time. */
void fir_step( void )
{
    static int16_t samples[ TAPS ];
    static volatile int32_t filtered;
    static unsigned at;

    for( unsigned sample = 0; sample < 8U; sample++ )
    {
        int32_t sum = 0;

        samples[ at ] = ( int16_t ) ( at * 977U + sample );

        for( unsigned tap = 0; tap < TAPS; tap++ )
        {
            sum += samples[ ( at + tap ) % TAPS ] * ( int32_t ) ( tap + 1U );
        }

        filtered = sum;
        at = ( at + 1U ) % TAPS;
    }
}

/* CRC-32 of a block, bit by bit. */
void crc_step( void )
{
    static uint8_t block[ LENGTH ];
    static volatile uint32_t result;
    uint32_t crc = ~0U;

    for( unsigned i = 0; i < LENGTH; i++ )
    {
        crc ^= block[ i ];

        for( unsigned bit = 0; bit < 8U; bit++ )
        {
            crc = ( crc >> 1 ) ^ ( ( crc & 1U ) ? 0xEDB88320U : 0U );
        }

        block[ i ] = ( uint8_t ) ( block[ i ] + i );
    }

    result = ~crc;
}
