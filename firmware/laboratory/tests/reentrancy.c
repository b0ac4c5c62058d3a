/* SPDX-License-Identifier: Apache-2.0 */

/* newlib's data of a task belong to it, however it is switched, with configUSE_NEWLIB_REENTRANT. */
#include "check.h"

#define HIGH     3
#define LOW      2
#define DIRECTOR 1
#define TASKS    6
#define ROUNDS   5

static struct _reent of_main;
struct _reent * _impure_ptr = &of_main;
static volatile int ends;

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

    CHECK_EQUAL( _impure_ptr->number, 0 );

    for( int round = 0; round < ROUNDS; round++ )
    {
        const int number = 100 * me + round;

        _impure_ptr->number = number;
        vTaskDelay( ( TickType_t ) ( 1 + me % 3 ) );
        CHECK_EQUAL( _impure_ptr->number, number );
        taskYIELD();
        CHECK_EQUAL( _impure_ptr->number, number );
        run_on( 2 );
        CHECK_EQUAL( _impure_ptr->number, number );
    }

    ends++;
    vTaskDelete( NULL );
}

static void director( void * parameters )
{
    for( int number = 1; number <= TASKS; number++ )
    {
        create( user, ( uintptr_t ) number, ( number & 1 ) ? HIGH : LOW );
    }

    while( ends < TASKS )
    {
        vTaskDelay( 1 );
    }

    CHECK_EQUAL( _impure_ptr->number, 0 );
    test_passed();
}

int main( void )
{
    of_main.number = -1;
    test_start( director, DIRECTOR );
}
