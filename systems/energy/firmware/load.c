/* SPDX-License-Identifier: Apache-2.0 */

/* A periodic application: every PERIOD ticks a task takes a sample and sends it by a queue; a second one
 * computes with it and gives a semaphore; a third one, which waits for that, computes as well. What a job of
 * them takes is chosen by WORK. The core sleeps while nobody has something to do.
 *
 * WINDOW ticks are counted. At the end it prints how many cycles of them the core slept. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "task.h"
#include "queue.h"
#include "semphr.h"

#include "board.h"
#include "counted.h"
#include "sleep.h"

#ifndef PERIOD
    #define PERIOD 1
#endif
#ifndef WINDOW
    #define WINDOW 24
#endif
#ifndef WORK
    #define WORK 1
#endif
#define TAPS  16
#define STACK 256

static QueueHandle_t xSamples;
static SemaphoreHandle_t xFiltered;
static volatile uint32_t ulJobs;
static volatile int32_t lResult;

/* A filter over what it has seen last: loads, stores and multiplications. */
static int32_t prvFilter( int32_t * plSeen, int32_t lSample )
{
    int32_t lSum = 0;

    for( int n = 0; n < WORK; n++ )
    {
        for( int i = TAPS - 1; i > 0; i-- )
        {
            plSeen[ i ] = plSeen[ i - 1 ];
            lSum += plSeen[ i ] * ( i + 3 );
        }

        plSeen[ 0 ] = lSample ^ lSum;
    }

    return lSum;
}

static void prvSample( void * pvParameters )
{
    static int32_t lSeen[ TAPS ];
    TickType_t xLast = 0;
    uint32_t ulAsleepBefore;

    vTaskDelayUntil( &xLast, 2 );
    vRead();
    ulAsleepBefore = ulAsleep;

    for( int32_t n = 0; n < WINDOW / PERIOD; n++ )
    {
        int32_t lSample = prvFilter( lSeen, n );

        ( void ) xQueueSend( xSamples, &lSample, 0 );
        vTaskDelayUntil( &xLast, PERIOD );
    }

    vRead();
    printf( "%lu %lu\n", ( unsigned long ) ( ulAsleep - ulAsleepBefore ), ( unsigned long ) ulJobs );
    board_exit( ulJobs == WINDOW / PERIOD ? BOARD_EXIT_SUCCESS : BOARD_EXIT_FAILURE );
}

static void prvCompute( void * pvParameters )
{
    static int32_t lSeen[ TAPS ];
    int32_t lSample;

    for( ;; )
    {
        if( xQueueReceive( xSamples, &lSample, portMAX_DELAY ) == pdTRUE )
        {
            lResult = prvFilter( lSeen, lSample );
            ( void ) xSemaphoreGive( xFiltered );
        }
    }
}

static void prvAct( void * pvParameters )
{
    static int32_t lSeen[ TAPS ];

    for( ;; )
    {
        if( xSemaphoreTake( xFiltered, portMAX_DELAY ) == pdTRUE )
        {
            lResult = prvFilter( lSeen, lResult );
            ulJobs++;
        }
    }
}

int main( void )
{
    xSamples = xQueueCreate( 4, sizeof( int32_t ) );
    xFiltered = xSemaphoreCreateBinary();
    xTaskCreate( prvSample, "sample", STACK, NULL, 3, NULL );
    xTaskCreate( prvCompute, "compute", STACK, NULL, 2, NULL );
    xTaskCreate( prvAct, "act", STACK, NULL, 1, NULL );
    vTaskStartScheduler();
    return 0;
}
