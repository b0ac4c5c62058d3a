/* SPDX-License-Identifier: Apache-2.0 */

/* A task holds a mutex, on the last core; one above it keeps that core busy; a third one, on the first core,
 * waits for the mutex. So the holder runs with the priority of who waits, until that one's time is over or it
 * has the mutex. With one core, all are there. */
#include "shared.h"

#include "semphr.h"

#define LOW    2
#define MIDDLE 5
#define HIGH   8
#define RESTS  3

static SemaphoreHandle_t mutex;
static TaskHandle_t holder;
static volatile int holds, may_give, ends;
static volatile uint32_t steps;
static volatile UBaseType_t most, in_the_end;

static void low( void * unused )
{
    xSemaphoreTake( mutex, portMAX_DELAY );
    holds = 1;

    while( !may_give )
    {
        const UBaseType_t priority = uxTaskPriorityGet( NULL );

        steps++;
        most = ( priority > most ) ? priority : most;
    }

    xSemaphoreGive( mutex );
    in_the_end = uxTaskPriorityGet( NULL );
    vTaskSuspend( NULL );
}

static void middle( void * unused )
{
    while( !ends )
    {
    }

    vTaskSuspend( NULL );
}

static int goes_on( void )
{
    const uint32_t before = steps;

    vTaskDelay( RESTS );
    return steps != before;
}

static void high( void * unused )
{
    while( !holds )
    {
        vTaskDelay( 1 );
    }

    create_on( CORES - 1, middle, NULL, MIDDLE, NULL );
    vTaskDelay( RESTS );
    printf( "held up: %d\n", !goes_on() );
    printf( "has it in time: %d", ( int ) xSemaphoreTake( mutex, RESTS ) );
    vTaskDelay( RESTS );
    printf( ", the holder ran at %d, is at %d, held up: %d\n", ( int ) most,
            ( int ) uxTaskPriorityGet( holder ), !goes_on() );
    may_give = 1;
    printf( "has it: %d", ( int ) xSemaphoreTake( mutex, portMAX_DELAY ) );
    ends = 1;
    vTaskDelay( RESTS );
    printf( ", the holder is at %d\n", ( int ) in_the_end );
    board_exit( 0 );
}

int main( void )
{
    mutex = xSemaphoreCreateMutex();
    create_on( CORES - 1, low, NULL, LOW, &holder );
    create_on( 0, high, NULL, HIGH, NULL );
    vTaskStartScheduler();
    return 1;
}
