/* SPDX-License-Identifier: Apache-2.0 */

/* Who gets what is given: the highest of those who wait, then who came first, wherever it runs; and nobody
 * whose suspension or deletion has been called, though another core has not heard of it yet. */
#include "shared.h"

#include "semphr.h"

#define WAITERS 6

static SemaphoreHandle_t semaphore;
static TaskHandle_t waiters[ WAITERS ];
static const UBaseType_t priorities[ WAITERS ] = { 5, 6, 5, 7, 6, 5 };
static volatile int order[ WAITERS + 1 ];
static uint32_t count;

static void waits( void * number )
{
    xSemaphoreTake( semaphore, portMAX_DELAY );
    order[ __atomic_fetch_add( &count, 1, __ATOMIC_RELAXED ) ] = ( int ) ( uintptr_t ) number;
    vTaskSuspend( NULL );
}

static void gives( void * unused )
{
    for( int i = 0; i < WAITERS; i++ )
    {
        create( waits, i, priorities[ i ], &waiters[ i ] );
        vTaskDelay( 2 );
    }

    /* Away from the ticks: cores run in turns, and another core's tick would let it hear at once. */
    for( volatile int i = 0; i < 20000; i++ )
    {
    }

    /* The first and the second of the line leave it, and what is given is the third one's. */
    vTaskSuspend( waiters[ 3 ] );
    vTaskDelete( waiters[ 1 ] );

    for( int i = 0; i < WAITERS - 2; i++ )
    {
        xSemaphoreGive( semaphore );
        vTaskDelay( 2 );
    }

    printf( "in line:" );

    for( uint32_t i = 0; i < count; i++ )
    {
        printf( " %d", order[ i ] );
    }

    vTaskResume( waiters[ 3 ] );
    vTaskDelay( 2 );
    printf( ", waits again: %d", ( int ) eTaskGetState( waiters[ 3 ] ) == eBlocked );
    xSemaphoreGive( semaphore );
    vTaskDelay( 2 );
    printf( ", has it: %d\n", order[ count - 1 ] == 3 );
    board_exit( 0 );
}

int main( void )
{
    semaphore = xSemaphoreCreateCounting( WAITERS, 0 );
    create( gives, 0, 9, NULL );
    vTaskStartScheduler();
    return 1;
}
