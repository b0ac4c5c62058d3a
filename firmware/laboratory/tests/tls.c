/* SPDX-License-Identifier: Apache-2.0 */

/* Thread-local data and errno belong to their task, however it is switched, with configUSE_PICOLIBC_TLS. */
#include <errno.h>
#include <stdlib.h>

#include "check.h"

#define HIGH     3
#define LOW      2
#define DIRECTOR 1
#define TASKS    6
#define ROUNDS   5

static _Thread_local int begins_as_7 = 7;
static _Thread_local int begins_as_0;
static _Thread_local struct
{
    uint32_t word;
} aligned __attribute__( ( aligned( 64 ) ) );
static volatile int ends;

static void check_own( int number )
{
    CHECK_EQUAL( begins_as_7, number );
    CHECK_EQUAL( begins_as_0, number + 1 );
    CHECK_EQUAL( aligned.word, ( uint32_t ) number + 2 );
    CHECK_EQUAL( errno, ( number & 1 ) ? ERANGE : number );
}

/* Interrupted by ticks that wake others. */
static void run_on( TickType_t ticks )
{
    const TickType_t begin = xTaskGetTickCount();

    while( xTaskGetTickCount() - begin < ticks )
    {
    }
}

static void user( void * parameter )
{
    const int me = ( int ) ( uintptr_t ) parameter;

    CHECK_EQUAL( begins_as_7, 7 );
    CHECK_EQUAL( begins_as_0, 0 );
    CHECK_EQUAL( aligned.word, 0 );
    CHECK_EQUAL( ( uintptr_t ) &aligned % 64, 0 );
    CHECK_EQUAL( errno, 0 );

    for( int round = 0; round < ROUNDS; round++ )
    {
        const int number = 100 * me + 2 * round + ( me & 1 );

        begins_as_7 = number;
        begins_as_0 = number + 1;
        aligned.word = ( uint32_t ) number + 2;
        errno = number;

        if( number & 1 )
        {
            ( void ) strtol( "99999999999", NULL, 10 );
        }

        vTaskDelay( ( TickType_t ) ( 1 + me % 3 ) );
        check_own( number );
        taskYIELD();
        check_own( number );
        taskENTER_CRITICAL();
        taskYIELD();
        check_own( number );
        taskEXIT_CRITICAL();
        run_on( 2 );
        check_own( number );
    }

    ends++;
    vTaskDelete( NULL );
}

static void director( void * parameters )
{
    begins_as_7 = -1;
    begins_as_0 = -1;
    errno = -1;

    for( int number = 0; number < TASKS; number++ )
    {
        create( user, ( uintptr_t ) number, ( number & 1 ) ? HIGH : LOW );
    }

    while( ends < TASKS )
    {
        vTaskDelay( 1 );
    }

    CHECK_EQUAL( begins_as_7, -1 );
    CHECK_EQUAL( begins_as_0, -1 );
    CHECK_EQUAL( errno, -1 );
    test_passed();
}

int main( void )
{
    /* main's own: tasks begin with the values of the declarations. */
    CHECK_EQUAL( begins_as_7, 7 );
    CHECK_EQUAL( begins_as_0, 0 );
    begins_as_7 = 8;
    begins_as_0 = 9;
    errno = 10;
    test_start( director, DIRECTOR );
}
