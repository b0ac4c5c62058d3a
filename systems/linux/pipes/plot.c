/* SPDX-License-Identifier: Apache-2.0 */

/* The program of Linux beside a control loop that was written for Xenomai: it opens the loop's pipe, reads a
 * sample at a time, and draws a change of the set point. The exit code is the number of failures. */
#ifndef NOLIBC
    #include <fcntl.h>
    #include <stdio.h>
    #include <string.h>
    #include <unistd.h>
#endif

#include "sample.h"

#define STEPS  60
#define EVERY  3     /* steps to a line */
#define RADIAN 2     /* rad/s to a character */
#define LATE   20000 /* ns: a fiftieth of the period */
#define CYCLE  10    /* ns */
#define WIDEST 100

static void draw( const struct sample * sample, int first )
{
    char line[ WIDEST + 1 ] = { 0 };
    int width = sample->speed / RADIAN;

    memset( line, '*', ( width < 0 ) ? 0U : ( width < WIDEST ) ? ( size_t ) width : WIDEST );
    printf( "%s%d ms %s%d |%s\n", ( sample->step - first < 10 ) ? " " : "", sample->step - first,
            ( sample->set_point < 100 ) ? " " : "", sample->set_point, line );
}

int main( void )
{
    static struct sample samples[ STEPS ];
    struct sample next, before = { 0, 0, 0, 0 };
    int pipe = open( "/dev/rtp0", O_RDONLY ), there = 0, latest = 0;

    if( pipe < 0 )
    {
        printf( "FAIL: there is no /dev/rtp0\n" );
        return 1;
    }

    /* Until Linux was there the pipe was full, and steps were lost: a picture has none that is missing. */
    while( there < STEPS )
    {
        if( read( pipe, &next, sizeof( next ) ) != sizeof( next ) )
        {
            printf( "FAIL: that was no sample\n" );
            return 1;
        }

        if( next.step != before.step + 1 )
        {
            there = 0;
        }
        else if( ( there > 0 ) || ( ( before.set_point == 40 ) && ( next.set_point == 100 ) ) )
        {
            samples[ there++ ] = next;
        }

        before = next;
    }

    for( int i = 0; i < STEPS; i++ )
    {
        latest = ( samples[ i ].late > latest ) ? samples[ i ].late : latest;

        if( i % EVERY == 0 )
        {
            draw( &samples[ i ], samples[ 0 ].step );
        }
    }

    printf( "%d steps; the latest began %d cycles after its date\n", STEPS, latest / CYCLE );
    return latest < LATE ? 0 : 1;
}
