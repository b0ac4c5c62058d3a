/* SPDX-License-Identifier: Apache-2.0 */

/* For a debugger, on two cores: a task of each state, and who runs calls stop_here(). */
#include "FreeRTOS.h"
#include "board.h"
#include "semphr.h"
#include "task.h"

static SemaphoreHandle_t semaphore;
static volatile uint32_t turns;

static void create( TaskFunction_t function, const char * name, UBaseType_t priority, UBaseType_t core )
{
    xTaskCreateAffinitySet( function, name, 512, NULL, priority, 1UL << core, NULL );
}

static __attribute__( ( noinline ) ) void stop_here( void )
{
    __asm volatile( "" ::: "memory" );
}

static __attribute__( ( noinline ) ) void inner_wait( void )
{
    ( void ) xSemaphoreTake( semaphore, portMAX_DELAY );
    turns++; /* so it is no last call */
}

static void waiter( void * unused )
{
    inner_wait();
    vTaskSuspend( NULL );
}

static void sleeper( void * unused )
{
    vTaskDelay( 1000 );
    vTaskSuspend( NULL );
}

static void quiet( void * unused )
{
    vTaskSuspend( NULL );
    vTaskSuspend( NULL );
}

static void other( void * unused )
{
    for( ;; )
    {
        turns++;
    }
}

static void runs( void * unused )
{
    while( turns == 0 ) /* all others are there */
    {
    }

    stop_here();
    board_exit( 0 );
}

int main( void )
{
    semaphore = xSemaphoreCreateBinary();
    create( waiter, "waiter", 4, 0 );
    create( sleeper, "sleeper", 4, 0 );
    create( quiet, "quiet", 3, 0 );
    create( runs, "runs", 2, 0 );
    create( runs, "ready", 1, 0 );
    create( other, "other", 2, 1 );
    vTaskStartScheduler();
    return 1;
}
