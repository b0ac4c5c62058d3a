/* SPDX-License-Identifier: Apache-2.0 */

/* Jobs for several cores: a task sends jobs to a queue, workers take them, compute, and send what they found
 * to another one. The same jobs are done by one worker, and by one for each core. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "task.h"
#include "queue.h"

#include "board.h"

#ifndef JOBS
    #define JOBS 200
#endif
#define STEPS 100 /* of the computation of a job */

typedef struct
{
    uint32_t number, value;
} Job_t;

static QueueHandle_t jobs, results;

static uint32_t cycles( void )
{
    uint32_t count;

    __asm volatile( "csrr %0, mcycle" : "=r"( count ) );
    return count;
}

static uint32_t compute( uint32_t value )
{
    for( int step = 0; step < STEPS; step++ )
    {
        value ^= value << 13;
        value ^= value >> 17;
        value ^= value << 5;
    }

    return value;
}

static void work( void * argument )
{
    Job_t job;

    ( void ) argument;

    for( ;; )
    {
        xQueueReceive( jobs, &job, portMAX_DELAY );
        job.value = compute( job.value );
        xQueueSend( results, &job, portMAX_DELAY );
    }
}

/* Sends all jobs, and returns the cycles until all are done. */
static uint32_t do_jobs( void )
{
    const uint32_t begin = cycles();
    uint32_t found = 0;
    unsigned sent = 0;

    for( unsigned done = 0; done < JOBS; )
    {
        Job_t job = { sent, sent + 1 };

        while( sent < JOBS && xQueueSend( jobs, &job, 0 ) == pdPASS )
        {
            job.number = ++sent;
            job.value = sent + 1;
        }

        xQueueReceive( results, &job, portMAX_DELAY );
        found ^= job.value;
        done++;
    }

    const uint32_t took = cycles() - begin;

    for( uint32_t number = 0; number < JOBS; number++ )
    {
        found ^= compute( number + 1 );
    }

    if( found != 0 )
    {
        board_exit( BOARD_EXIT_FAILURE );
    }

    return took;
}

static void run( void * argument )
{
    uint32_t alone = 0;

    ( void ) argument;

    for( int workers = 1; workers <= configNUMBER_OF_CORES; workers++ )
    {
        xTaskCreate( work, "work", configMINIMAL_STACK_SIZE, NULL, 1, NULL );
        const uint32_t took = do_jobs();

        alone = workers == 1 ? took : alone;
        printf( "%d at work: %lu cycles a job, %lu.%02lu times one worker's rate\n", workers,
                ( unsigned long ) took / JOBS, ( unsigned long ) ( alone / took ),
                ( unsigned long ) ( 100ULL * alone / took % 100 ) );
    }

    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    jobs = xQueueCreate( 8, sizeof( Job_t ) );
    results = xQueueCreate( 8, sizeof( Job_t ) );
    xTaskCreate( run, "run", 2 * configMINIMAL_STACK_SIZE, NULL, 2, NULL );
    vTaskStartScheduler();
    return BOARD_EXIT_FAILURE;
}
