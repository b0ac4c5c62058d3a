/* SPDX-License-Identifier: Apache-2.0 */

/* An application as FreeRTOS has thousands: a software timer samples, a queue carries the samples, a task
 * filters them, a mutex guards the result, an event group tells the others. Nothing in it knows which
 * kernel it runs on. */
#include "FreeRTOS.h"
#include "event_groups.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"
#include "timers.h"
#include "board.h"
#include <stdio.h>

#define READY 0x1U

/* Where the simulator measures: labels on instructions of one cycle. They exist once, so the function
 * around a label is not to be copied. */
#define PROBE( label ) __asm volatile( ".global probe_" #label "\nprobe_" #label ": nop" ::: "memory" )
#define MEASURED       __attribute__( ( noipa ) )

static QueueHandle_t xSamples;
static SemaphoreHandle_t xGuard;
static EventGroupHandle_t xEvents;
static int iFiltered;

static MEASURED void prvSend( int iSample )
{
    PROBE( start_send );
    xQueueSend( xSamples, &iSample, 0 );
}

static MEASURED int prvReceive( void )
{
    int iSample;

    xQueueReceive( xSamples, &iSample, portMAX_DELAY );
    PROBE( stop_send );
    return iSample;
}

static MEASURED void prvStore( int iValue )
{
    PROBE( start_guarded );
    xSemaphoreTake( xGuard, portMAX_DELAY );
    iFiltered = iValue;
    xSemaphoreGive( xGuard );
    PROBE( stop_guarded );
}

static MEASURED void prvTell( void )
{
    PROBE( start_event );
    xEventGroupSetBits( xEvents, READY );
}

static MEASURED void prvWaitForEvent( void )
{
    xEventGroupWaitBits( xEvents, READY, pdTRUE, pdTRUE, portMAX_DELAY );
    PROBE( stop_event );
}

static void vSample( TimerHandle_t xTimer )
{
    static int iSample = 100;

    iSample += 10;
    prvSend( iSample );
}

static void vFilter( void * pvParameters )
{
    int iValue = 100;

    for( ;; )
    {
        iValue = ( 3 * iValue + prvReceive() ) / 4;
        prvStore( iValue );
        prvTell();
    }
}

static void vDisplay( void * pvParameters )
{
    for( int i = 0; i < 5; i++ )
    {
        prvWaitForEvent();
        xSemaphoreTake( xGuard, portMAX_DELAY );
        printf( "tick %2u: %d\n", ( unsigned ) xTaskGetTickCount(), iFiltered );
        xSemaphoreGive( xGuard );
    }

    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    xSamples = xQueueCreate( 4, sizeof( int ) );
    xGuard = xSemaphoreCreateMutex();
    xEvents = xEventGroupCreate();
    xTaskCreate( vFilter, "filter", 300, NULL, configTIMER_TASK_PRIORITY + 1, NULL );
    xTaskCreate( vDisplay, "display", 300, NULL, configTIMER_TASK_PRIORITY - 1, NULL );
    xTimerStart( xTimerCreate( "sample", pdMS_TO_TICKS( 10 ), pdTRUE, NULL, vSample ), 0 );
    vTaskStartScheduler();
    return 0;
}
