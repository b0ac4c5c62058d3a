/* SPDX-License-Identifier: Apache-2.0 */

/* A task suspends the scheduler, makes a higher one ready, lets a device interrupt and ticks pass, and
 * resumes the scheduler. What happens is told in its order, the same on FreeRTOS. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "interrupts.h"
#include "semphr.h"
#include "task.h"

#define STACK 512
#define AWAY  2500 /* microseconds: some ticks */

static TaskHandle_t high, equal;
static SemaphoreHandle_t semaphore;
static volatile int interrupted, turns;

static void handler( void )
{
    BaseType_t woken = pdFALSE;

    board_clear_timer();
    interrupted = 1;
    xSemaphoreGiveFromISR( semaphore, &woken );
    portYIELD_FROM_ISR( woken );
}

static void above( void * unused )
{
    for( ;; )
    {
        vTaskSuspend( NULL );
        printf( "resumed\n" );
    }
}

static void waits( void * unused )
{
    xSemaphoreTake( semaphore, portMAX_DELAY );
    printf( "has it\n" );
    vTaskDelay( 1 );
    printf( "has slept\n" );
    vTaskSuspend( NULL );
}

static void beside( void * unused )
{
    for( ;; )
    {
        turns++;
        taskYIELD();
    }
}

static void suspends( void * unused )
{
    TickType_t before, within;
    BaseType_t yielded;
    int turn;

    vTaskSuspendAll();
    printf( "with nobody: %ld\n", ( long ) xTaskResumeAll() );

    vTaskSuspendAll();
    vTaskSuspendAll();
    vTaskResume( high );
    printf( "inner: %ld, state %d, %ld\n", ( long ) xTaskResumeAll(), ( int ) eTaskGetState( high ),
            ( long ) ( xTaskGetSchedulerState() == taskSCHEDULER_SUSPENDED ) );
    yielded = xTaskResumeAll();
    printf( "outer: %ld, %ld\n", ( long ) yielded,
            ( long ) ( xTaskGetSchedulerState() == taskSCHEDULER_RUNNING ) );

    /* The device interrupts, and wakes a task; ticks pass. */
    vTaskSuspendAll();
    before = xTaskGetTickCount();
    board_start_timer( AWAY );

    while( !interrupted )
    {
    }

    within = xTaskGetTickCount() - before;
    printf( "interrupted, ticks: %lu\n", ( unsigned long ) within );
    yielded = xTaskResumeAll();
    within = xTaskGetTickCount() - before;
    printf( "yielded: %ld, ticks pass: %d\n", ( long ) yielded, within >= 2 );

    /* Equals have their turn for the tick that came meanwhile. */
    vTaskResume( equal );
    turn = turns;
    vTaskSuspendAll();
    interrupted = 0;
    board_start_timer( AWAY );

    while( !interrupted )
    {
    }

    printf( "an equal ran: %d\n", turns != turn );
    yielded = xTaskResumeAll();
    printf( "has run: %d, %ld\n", turns != turn, ( long ) yielded );
    vTaskSuspend( equal );
    vTaskDelay( 3 );
    board_exit( 0 );
}

int main( void )
{
    semaphore = xSemaphoreCreateBinary();
    board_set_handler( BOARD_TIMER_INTERRUPT, handler, 10, 0 );
    xTaskCreate( above, "above", STACK, NULL, 5, &high );
    xTaskCreate( waits, "waits", STACK, NULL, 6, NULL );
    xTaskCreate( beside, "beside", STACK, NULL, 3, &equal );
    vTaskSuspend( equal );
    xTaskCreate( suspends, "suspends", STACK, NULL, 3, NULL );
    vTaskStartScheduler();
    return 1;
}
