/* SPDX-License-Identifier: Apache-2.0 */

/* A program of Linux that changes the parameters of the control below it (control.c), and draws what the
 * motor does. With an argument it also prints `late` and the cycles for each step that it has read. The exit
 * code is the number of steps that were lost, or that began late. */
#ifndef NOLIBC
    #include <stdio.h>
    #include <string.h>
#endif

#include "isochron_channel_library.h"
#include "motor.h"

#define WAIT              1000 /* milliseconds: more is a failure */
#define STEPS_OF_A_SECOND 10000

/* The picture. */
#define COLUMNS        60
#define STEPS          5 /* of a column: 0.5 ms */
#define ROWS           14
#define SPEED_OF_A_ROW 10000 /* mrad/s */

#define READ     ( COLUMNS * STEPS )
#define STOPPING 400 /* steps */
#define SETTLED  20  /* when a twentieth of the speed is missing at most */
#define LATE     1000 /* cycles: a tenth of the period */

static struct isochron_channel parameters, samples;
static struct motor_sample found[ STOPPING ];
static uint32_t there, bad, latest, read_in_all;
static int prints_each;

/* The control works with these from a step on, whose number is returned. */
static uint32_t set( const struct motor_parameters * wanted )
{
    uint32_t first = 0;

    if( ( isochron_channel_send( &parameters, wanted, sizeof( *wanted ), WAIT ) != 0 ) ||
        ( isochron_channel_receive( &parameters, &first, sizeof( first ), WAIT ) != sizeof( first ) ) )
    {
        printf( "FAIL: the control does not answer\n" );
        bad++;
    }

    return first;
}

/* Reads steps where the control has put them: a message only says how many there are. */
static void read_steps( uint32_t first, uint32_t count )
{
    const volatile struct motor_sample * area = samples.area;

    for( uint32_t i = 0; i < count; i++ )
    {
        while( ( int32_t ) ( there - first - i ) <= 0 )
        {
            if( isochron_channel_receive( &samples, &there, sizeof( there ), WAIT ) != sizeof( there ) )
            {
                printf( "FAIL: no more steps are there\n" );
                bad++;
                return;
            }
        }

        found[ i ] = area[ ( first + i ) % MOTOR_SAMPLES ];
        read_in_all++;
        bad += ( found[ i ].step != first + i ) || ( found[ i ].late > LATE );
        latest = ( found[ i ].late > latest ) ? found[ i ].late : latest;
    }

    for( uint32_t i = 0; prints_each && ( i < count ); i++ )
    {
        printf( "late %u\n", ( unsigned ) found[ i ].late );
    }
}

static void draw( int32_t wanted )
{
    char line[ COLUMNS + 1 ] = { 0 };

    for( int32_t row = ROWS; row >= 0; row-- )
    {
        for( uint32_t column = 0; column < COLUMNS; column++ )
        {
            int32_t speed = found[ column * STEPS ].speed + SPEED_OF_A_ROW / 2;

            line[ column ] = ( speed / SPEED_OF_A_ROW == row )  ? '*' :
                             ( wanted / SPEED_OF_A_ROW == row ) ? '-' :
                                                                  ' ';
        }

        for( size_t end = COLUMNS; ( end > 0 ) && ( line[ end - 1U ] == ' ' ); end-- )
        {
            line[ end - 1U ] = '\0';
        }

        printf( "%s%d |%s\n", row < 10 ? ( row == 0 ? "  " : " " ) : "", ( int ) row * SPEED_OF_A_ROW / 1000,
                line );
    }

    printf( "    0 ms%s%d ms\n", "                                                  ",
            READ * 1000 / STEPS_OF_A_SECOND );
}

/* How far the speed was beyond what was wanted, and after which step it stayed near that. */
static void judge( int32_t wanted )
{
    int32_t most = 0, last = 0;

    for( int32_t i = 0; i < READ; i++ )
    {
        int32_t missing = wanted - found[ i ].speed;

        most = ( -missing > most ) ? -missing : most;
        last = ( ( missing > wanted / SETTLED ) || ( -missing > wanted / SETTLED ) ) ? i + 1 : last;
    }

    printf( "%d rad/s too much at most; ", ( int ) most / 1000 );

    if( last < READ )
    {
        printf( "within 5%% after %d.%d ms\n\n", ( int ) last / 10, ( int ) last % 10 );
    }
    else
    {
        printf( "not yet within 5%%\n\n" );
    }
}

static void try( const char * what, const struct motor_parameters * wanted )
{
    printf( "%s: %d mV and %d uV each step for each rad/s, load %d mNm\n", what, ( int ) wanted->proportional,
            ( int ) wanted->integral, ( int ) wanted->load / 1000 );
    read_steps( set( wanted ), READ );
    draw( wanted->wanted );
    judge( wanted->wanted );
}

static void stop( void )
{
    static const struct motor_parameters stopped = { 0, 200, 0, 0 };

    read_steps( set( &stopped ), STOPPING );
}

int main( int count, char ** arguments )
{
    static const struct motor_parameters slow = { 100000, 30, 600, 0 }, far = { 100000, 30, 2000, 0 },
                                         good = { 100000, 120, 2000, 0 },
                                         loaded = { 100000, 120, 2000, 120000 };

    prints_each = count > 1;

    if( ( isochron_channel_open( &parameters, "parameters" ) != 0 ) ||
        ( isochron_channel_open( &samples, "samples" ) != 0 ) )
    {
        printf( "FAIL: there are no such channels\n" );
        return 1;
    }

    try( "first", &slow );
    stop();
    try( "more integral", &far );
    stop();
    try( "more proportional, too", &good );
    try( "now with a load", &loaded );
    printf( "%u steps read, %u lost or late; the latest began %u cycles after its date\n",
            ( unsigned ) read_in_all, ( unsigned ) bad, ( unsigned ) latest );
    return ( int ) bad;
}
