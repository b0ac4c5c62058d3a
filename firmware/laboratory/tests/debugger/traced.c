/* SPDX-License-Identifier: Apache-2.0 */

/* Prints what the hardware's trace records of it (tests/test_hardware_trace.py): tasks that a call wakes, an
 * interrupt service routine, the tick, and a line without one; one that another suspends; and tasks of one
 * priority, which take turns. */
#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"
#include "board.h"
#include "isochron.h"
#include "isochron_trace.h"
#include <stdio.h>

#define LINE     2
#define ISR_LINE 5
#define ROUNDS   6

static SemaphoreHandle_t xAsked, xInterrupted;
static TaskHandle_t xPartner;
static volatile BaseType_t xDone;

static void prvTell( TaskHandle_t xTask )
{
    printf( "trace: task %u is %s\n", ( unsigned ) uxIsochronTaskIdentifier( xTask ),
            pcTaskGetName( xTask ) );
}

/* In the idle task, so that reading adds no switches. */
void vApplicationIdleHook( void )
{
    static BaseType_t xTold;
    uint32_t ulWords[ 8 ];
    UBaseType_t uxTaken = uxIsochronTraceRead( ulWords, 8 );

    if( xTold == pdFALSE )
    {
        prvTell( NULL ); /* the idle task */
        xTold = pdTRUE;
    }

    if( uxTaken > 0 )
    {
        printf( "trace:" );

        for( UBaseType_t ux = 0; ux < uxTaken; ux++ )
        {
            printf( " %08lx", ( unsigned long ) ulWords[ ux ] );
        }

        printf( "\n" );
    }
    else if( xDone != pdFALSE )
    {
        board_exit( BOARD_EXIT_SUCCESS );
    }
}

static void vOnInterrupt( uint32_t ulLine )
{
    BaseType_t xWoken = pdFALSE;

    board_acknowledge_interrupt( ISR_LINE );
    xSemaphoreGiveFromISR( xInterrupted, &xWoken );
    portYIELD_FROM_ISR( xWoken );
}

/* Woken by a line, without a routine. */
static void vDriver( void * pvParameters )
{
    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        board_acknowledge_interrupt( LINE );
    }
}

/* Woken by a routine. */
static void vServer( void * pvParameters )
{
    for( ;; )
    {
        xSemaphoreTake( xInterrupted, portMAX_DELAY );
        xSemaphoreGive( xAsked );
    }
}

/* Woken by the server, which is above it; its output is no line of the trace. */
static void vClient( void * pvParameters )
{
    for( ;; )
    {
        xSemaphoreTake( xAsked, portMAX_DELAY );
        printf( "asked at tick %u\n", ( unsigned ) xTaskGetTickCount() );
    }
}

/* Shares its priority with the leader, and never waits. */
static void vPartner( void * pvParameters )
{
    for( ;; )
    {
    }
}

/* Woken by the tick. */
static void vLeader( void * pvParameters )
{
    for( int iRound = 0; iRound < ROUNDS; iRound++ )
    {
        vTaskDelay( 2 );
        board_arm_interrupt( LINE, 300, 0x3FF );
        board_arm_interrupt( ISR_LINE, 300, 0x3FF );
        vTaskResume( xPartner );

        for( TickType_t xBegun = xTaskGetTickCount(); xTaskGetTickCount() - xBegun < 3; )
        {
        }

        vTaskSuspend( xPartner );
    }

    xDone = pdTRUE;
    vTaskSuspend( NULL );
}

static TaskHandle_t prvCreate( TaskFunction_t pxFunction, const char * pcName, UBaseType_t uxPriority )
{
    TaskHandle_t xTask;

    xTaskCreate( pxFunction, pcName, 300, NULL, uxPriority, &xTask );
    prvTell( xTask );
    return xTask;
}

int main( void )
{
    xAsked = xSemaphoreCreateBinary();
    xInterrupted = xSemaphoreCreateBinary();
    prvCreate( vServer, "server", 4 );
    prvCreate( vClient, "client", 2 );
    prvCreate( vLeader, "leader", 1 );
    xPartner = prvCreate( vPartner, "partner", 1 );
    vTaskSuspend( xPartner );
    xIsochronLineToTask( LINE, prvCreate( vDriver, "driver", 3 ) );
    board_set_interrupt_handler( ISR_LINE, vOnInterrupt );
    vTaskStartScheduler();
    return 0;
}
