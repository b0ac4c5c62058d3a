/* SPDX-License-Identifier: Apache-2.0 */

/* What stands in the place of Linux and its program: it runs when no task does, and reads what a program
 * would read from /dev/rtp0. */
#include <alchemy/pipe_device.h>
#include <board.h>
#include <stdio.h>

#include "sample.h"

#define MINOR  0
#define STEPS  60
#define EVERY  3 /* steps to a line */
#define RADIAN 2 /* rad/s to a character */

static void draw( const struct sample * sample )
{
    printf( "%3d ms %3d |", sample->step, sample->set_point );

    for( int column = 0; column < sample->speed / RADIAN; column++ )
    {
        putchar( '*' );
    }

    putchar( '\n' );
}

void vApplicationIdleHook( void )
{
    static int latest;
    struct sample sample;

    if( alchemy_device_read( MINOR, &sample, sizeof( sample ), TM_NONBLOCK ) != sizeof( sample ) )
    {
        return;
    }

    latest = ( sample.late > latest ) ? sample.late : latest;

    if( sample.step == STEPS )
    {
        /* To 20 us: how the program is linked changes the time by a few cycles. */
        printf( "latest of %d steps: within %d us of its date\n", STEPS, ( ( latest / 20000 ) + 1 ) * 20 );
        board_exit( BOARD_EXIT_SUCCESS );
    }

    if( sample.step % EVERY == 0 )
    {
        draw( &sample );
    }
}
