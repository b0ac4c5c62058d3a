/* SPDX-License-Identifier: Apache-2.0 */

/* Ten tasks, each in another state or waiting for something else, for a debugger to find them
 * (tests/test_debugger.py). */
#include "FreeRTOS.h"
#include "task.h"
#include "queue.h"
#include "semphr.h"

#include "board.h"

#define STACK        300
#define DIRECTING    5
#define WAITING      4
#define WANTING      3
#define HOLDING      2
#define BUSY         1

#define SLEEP        10 /* ticks */
#define LAP          2000
#define SENT         0x5E47
#define EXIT_CODE    7

uint32_t storage[ 4 ];
volatile uint32_t laps;
static StaticQueue_t queue_structure;
static QueueHandle_t queue;
static SemaphoreHandle_t semaphore, mutex;

/* What several tasks call. */
__attribute__( ( noipa ) ) void lap( void )
{
    laps++;
}

__attribute__( ( noipa ) ) static uint32_t inner( void )
{
    uint32_t item = 0;

    ( void ) xQueueReceive( queue, &item, portMAX_DELAY );
    return item + laps;
}

__attribute__( ( noipa ) ) static uint32_t outer( void )
{
    return inner() + 1;
}

static void receiver( void * parameters )
{
    ( void ) parameters;

    for( ; ; )
    {
        laps = outer();
    }
}

static void taker( void * parameters )
{
    ( void ) parameters;
    ( void ) xSemaphoreTake( semaphore, portMAX_DELAY );
    vTaskSuspend( NULL );
}

static void sleeper( void * parameters )
{
    ( void ) parameters;

    for( ; ; )
    {
        vTaskDelay( SLEEP );
        lap();
    }
}

static void notified( void * parameters )
{
    ( void ) parameters;
    ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    vTaskSuspend( NULL );
}

static void quiet( void * parameters )
{
    ( void ) parameters;
    vTaskSuspend( NULL );
    laps = 0;
}

static void named( TaskFunction_t function,
                   const char * name,
                   UBaseType_t priority )
{
    configASSERT( xTaskCreate( function, name, STACK, NULL, priority, NULL ) == pdPASS );
}

static void wanting( void * parameters )
{
    ( void ) parameters;
    ( void ) xSemaphoreTake( mutex, portMAX_DELAY );
    vTaskSuspend( NULL );
}

__attribute__( ( noipa ) ) static void spin( void )
{
    for( volatile uint32_t i = 0; ; i++ )
    {
        if( i % LAP == 0 )
        {
            lap();
        }
    }
}

static void holder( void * parameters )
{
    ( void ) parameters;
    ( void ) xSemaphoreTake( mutex, portMAX_DELAY );
    named( wanting, "wanting", WANTING );
    spin();
    laps = 0;
}

static void busy( void * parameters )
{
    ( void ) parameters;
    spin();
    laps = 0;
}

__attribute__( ( noipa ) ) void stop_here( void )
{
    laps = laps;
}

static void director( void * parameters )
{
    const uint32_t item = SENT;

    ( void ) parameters;
    queue = xQueueCreateStatic( 4, sizeof( uint32_t ), ( uint8_t * ) storage, &queue_structure );
    semaphore = xSemaphoreCreateBinary();
    mutex = xSemaphoreCreateMutex();
    named( receiver, "receiver", WAITING );
    named( taker, "taker", WAITING );
    named( sleeper, "sleeper", WAITING );
    named( notified, "notified", WAITING );
    named( quiet, "quiet", WAITING );
    named( holder, "holder", HOLDING );
    named( busy, "busy", BUSY );
    vTaskDelay( 2 );
    stop_here();
    ( void ) xQueueSend( queue, &item, 0 );
    vTaskDelay( 2 * SLEEP );
    board_exit( EXIT_CODE );
}

int main( void )
{
    named( director, "director", DIRECTING );
    vTaskStartScheduler();
    return 1;
}
