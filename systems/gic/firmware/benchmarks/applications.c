/* SPDX-License-Identifier: Apache-2.0 */

/* Five small applications as periodic tasks, in the manner of MiBench and written anew: control, filter,
 * checksum, search, sort. All instructions are counted from one common release to a later one, and those of
 * the same jobs alone, one after the other with interrupts off. What is between is the kernel's. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "marks.h"
#include "random.h"
#include "semphr.h"
#include "task.h"

#define PERIODS 10 /* of all tasks together */
#define SAMPLES 64
#define TAPS    32
#define TEXT    4096
#define KEYS    256
#define STACK   512

static int16_t samples[ SAMPLES + TAPS ], filtered[ SAMPLES ], taps[ TAPS ];
static char text[ TEXT ];
static uint32_t keys[ KEYS ];
static SemaphoreHandle_t is_filtered;
static volatile uint32_t found;

/* A controller with three terms and its plant, both in fixed point: the plant comes to its set point. */
static void control( void )
{
    static int32_t position, speed, sum;
    const int32_t wanted = 1000 << 8;

    for( int step = 0; step < 40; step++ )
    {
        const int32_t error = wanted - position;

        sum += error / 64;

        const int32_t force = error / 8 + sum / 16 - speed;

        speed += force / 4;
        position += speed / 8;
    }

    found = ( uint32_t ) position;
}

static void filter( void )
{
    for( int i = 0; i < SAMPLES; i++ )
    {
        int32_t sum = 0;

        for( int tap = 0; tap < TAPS; tap++ )
        {
            sum += samples[ i + tap ] * taps[ tap ];
        }

        filtered[ i ] = ( int16_t ) ( sum >> 15 );
    }
}

/* CRC-32, bit by bit, of what was filtered. */
static void checksum( void )
{
    const uint8_t * const bytes = ( const uint8_t * ) filtered;
    uint32_t crc = UINT32_MAX;

    for( size_t i = 0; i < sizeof( filtered ); i++ )
    {
        crc ^= bytes[ i ];

        for( int bit = 0; bit < 8; bit++ )
        {
            crc = ( crc >> 1 ) ^ ( ( ( crc & 1U ) != 0 ) ? 0xEDB88320U : 0 );
        }
    }

    found = ~crc;
}

/* A word at the end of a text, by Horspool's skips. */
static void search( void )
{
    static const char word[] = "isochron";
    const int length = sizeof( word ) - 1;
    uint8_t skips[ 256 ];
    int place = 0, at;

    for( int i = 0; i < 256; i++ )
    {
        skips[ i ] = ( uint8_t ) length;
    }

    for( int i = 0; i < length - 1; i++ )
    {
        skips[ ( uint8_t ) word[ i ] ] = ( uint8_t ) ( length - 1 - i );
    }

    for( ; place <= TEXT - length; place += skips[ ( uint8_t ) text[ place + length - 1 ] ] )
    {
        for( at = length - 1; ( at >= 0 ) && ( text[ place + at ] == word[ at ] ); at-- )
        {
        }

        if( at < 0 )
        {
            break;
        }
    }

    found = ( uint32_t ) place;
}

/* Random keys, by Shell's sort. */
static void sort( void )
{
    random_t generator = { 1 };

    for( int i = 0; i < KEYS; i++ )
    {
        keys[ i ] = random_below( &generator, UINT32_MAX );
    }

    for( int gap = KEYS / 2; gap > 0; gap /= 2 )
    {
        for( int i = gap; i < KEYS; i++ )
        {
            const uint32_t key = keys[ i ];
            int place = i;

            for( ; ( place >= gap ) && ( keys[ place - gap ] > key ); place -= gap )
            {
                keys[ place ] = keys[ place - gap ];
            }

            keys[ place ] = key;
        }
    }
}

static const struct
{
    void ( *job )( void );
    TickType_t period; /* ticks; 0: when a filter is done */
} applications[] = { { control, 1 }, { filter, 2 }, { checksum, 0 }, { search, 5 }, { sort, 10 } };

#define APPLICATIONS ( ( int ) ( sizeof( applications ) / sizeof( applications[ 0 ] ) ) )
#define ALL          10U /* ticks until all are released together again */

static volatile uint32_t jobs[ APPLICATIONS ];

/* Above all tasks, at two of their common releases. */
static void judges( void * unused )
{
    TickType_t time = 0;
    uint32_t before[ APPLICATIONS ], done[ APPLICATIONS ];

    ( void ) xTaskDelayUntil( &time, ALL );

    for( int i = 0; i < APPLICATIONS; i++ )
    {
        before[ i ] = jobs[ i ];
    }

    MARK( MARK_START );
    ( void ) xTaskDelayUntil( &time, PERIODS * ALL );
    MARK( MARK_RETURN );

    for( int i = 0; i < APPLICATIONS; i++ )
    {
        const uint32_t period = ( applications[ i ].period == 0 ) ? 2U : applications[ i ].period;

        done[ i ] = jobs[ i ] - before[ i ];

        if( done[ i ] != PERIODS * ALL / period )
        {
            printf( "application %d: %lu jobs\n", i, ( unsigned long ) done[ i ] );
            board_exit( 1 );
        }
    }

    taskENTER_CRITICAL();
    MARK( MARK_START );

    for( int i = 0; i < APPLICATIONS; i++ )
    {
        for( uint32_t job = done[ i ]; job > 0; job-- )
        {
            applications[ i ].job();
        }
    }

    MARK( MARK_RETURN );
    taskEXIT_CRITICAL();
    printf( "sample applications-whole local without ticks=%u\n", PERIODS * ALL );
    printf( "sample applications-alone local without ticks=%u\n", PERIODS * ALL );
    board_exit( 0 );
}

static void is_periodic( void * parameter )
{
    const int number = ( int ) ( uintptr_t ) parameter;
    TickType_t time = 0;

    for( ;; )
    {
        if( applications[ number ].period == 0 )
        {
            ( void ) xSemaphoreTake( is_filtered, portMAX_DELAY );
        }
        else
        {
            ( void ) xTaskDelayUntil( &time, applications[ number ].period );
        }

        applications[ number ].job();
        jobs[ number ]++;

        if( applications[ number ].job == filter )
        {
            ( void ) xSemaphoreGive( is_filtered );
        }
    }
}

int main( void )
{
    random_t generator = { 7 };

    for( int i = 0; i < SAMPLES + TAPS; i++ )
    {
        samples[ i ] = ( int16_t ) random_below( &generator, 65536 );
    }

    for( int i = 0; i < TAPS; i++ )
    {
        taps[ i ] = ( int16_t ) random_below( &generator, 2048 );
    }

    for( int i = 0; i < TEXT; i++ )
    {
        text[ i ] = ( char ) ( 'a' + random_below( &generator, 26 ) );
    }

    is_filtered = xSemaphoreCreateBinary();

    for( int i = 0; i < APPLICATIONS; i++ )
    {
        void * const number = ( void * ) ( uintptr_t ) i;

        xTaskCreate( is_periodic, "", STACK, number, 10 - ( UBaseType_t ) i, NULL );
    }

    xTaskCreate( judges, "", STACK, NULL, 20, NULL );
    vTaskStartScheduler();
    return 1;
}
