/* SPDX-License-Identifier: Apache-2.0 */

/* Service routines of all cores at once, by each core's timer, on the hardware kernel: they give, notify,
 * send and receive while tasks call. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "task.h"
#include "queue.h"
#include "semphr.h"

#include "board.h"
#include "check.h"

#define STACK    300
#define JUDGE    6
#define ROUTINES 300 /* of each core */
#define TIMER    ( 1UL << 7 )
#define CORES    configNUMBER_OF_CORES

typedef struct
{
    uint32_t core, number, check;
} Message_t;

static QueueHandle_t queue, mailbox;
static SemaphoreHandle_t semaphore;
static TaskHandle_t judge, notified;
static volatile uint32_t routines[ CORES ], sent[ CORES ], given[ CORES ], notifications[ CORES ];
static volatile uint32_t ready, taken, received_by_routines[ CORES ], received;

static void set_timer( uint32_t cycles )
{
    volatile uint32_t * const compare = &SOC_REGISTER_OF( SOC_CLINT_MTIMECMP_OFFSET, 2 * portGET_CORE_ID() );

    compare[ 1 ] = 0;
    compare[ 0 ] = SOC_REGISTER( SOC_CLINT_MTIME_OFFSET ) + cycles;
}

static int is_whole( const Message_t * message )
{
    return message->core < CORES && message->check == ~( message->core ^ message->number << 8 );
}

void freertos_risc_v_application_interrupt_handler( uint32_t mcause );

void freertos_risc_v_application_interrupt_handler( uint32_t mcause )
{
    const uint32_t core = ( uint32_t ) portGET_CORE_ID();
    BaseType_t woken = pdFALSE;
    Message_t message = { core, sent[ core ], ~( core ^ sent[ core ] << 8 ) };

    CHECK( ( mcause & 0xFF ) == 7 );

    switch( ++routines[ core ] % 4 )
    {
        case 0:
            given[ core ] += xSemaphoreGiveFromISR( semaphore, &woken ) == pdPASS;
            break;
        case 1:
            sent[ core ] += xQueueSendFromISR( queue, &message, &woken ) == pdPASS;
            break;
        case 2:
            vTaskNotifyGiveFromISR( notified, &woken );
            notifications[ core ]++;
            break;
        default:
            CHECK( xQueueOverwriteFromISR( mailbox, &message, &woken ) == pdPASS );
            CHECK( xQueuePeekFromISR( mailbox, &message ) == pdPASS && is_whole( &message ) );
            if( xQueueReceiveFromISR( queue, &message, &woken ) == pdPASS )
            {
                CHECK( is_whole( &message ) );
                received_by_routines[ core ]++;
            }
            break;
    }

    if( routines[ core ] < ROUTINES )
    {
        set_timer( 150 + 37 * ( routines[ core ] % 11 ) );
    }
    else
    {
        __asm volatile( "csrc mie, %0" ::"r"( TIMER ) );
    }

    portYIELD_FROM_ISR( woken );
}

/* One on each core begins its core's routines. */
static void begin( void * argument )
{
    set_timer( 2000 );
    __asm volatile( "csrs mie, %0" ::"r"( TIMER ) );
    taskENTER_CRITICAL();
    ready |= 1U << portGET_CORE_ID();
    taskEXIT_CRITICAL();

    while( ready != ( 1U << CORES ) - 1U )
    {
    }

    vTaskDelete( NULL );
}

static void take( void * argument )
{
    for( ;; )
    {
        CHECK( xSemaphoreTake( semaphore, portMAX_DELAY ) == pdPASS );
        taken++;
    }
}

static void receive( void * argument )
{
    static uint32_t next[ CORES ];
    Message_t message;

    for( ;; )
    {
        CHECK( xQueueReceive( queue, &message, portMAX_DELAY ) == pdPASS );
        CHECK( is_whole( &message ) && message.number >= next[ message.core ] );
        next[ message.core ] = message.number + 1;
        received++;
    }
}

static volatile uint32_t heard;

static void hear( void * argument )
{
    for( ;; )
    {
        heard += ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    }
}

static uint32_t sum( const volatile uint32_t * of )
{
    uint32_t all = 0;

    for( int core = 0; core < CORES; core++ )
    {
        all += of[ core ];
    }

    return all;
}

static void run( void * argument )
{
    Message_t message;

    for( int core = 0; core < CORES; core++ )
    {
        CHECK( xTaskCreate( begin, "", STACK, NULL, JUDGE - 1, NULL ) == pdPASS );
    }

    while( sum( routines ) < CORES * ROUTINES )
    {
        if( xQueuePeek( mailbox, &message, 1 ) == pdPASS )
        {
            CHECK( is_whole( &message ) );
        }
        vTaskDelay( 1 );
    }

    vTaskDelay( 2 );
    CHECK( taken + uxSemaphoreGetCount( semaphore ) == sum( given ) );
    printf( "what routines gave was taken\n" );
    CHECK( received + sum( received_by_routines ) == sum( sent ) && received != 0 );
    printf( "what routines sent was received once\n" );
    CHECK( heard == sum( notifications ) );
    printf( "what routines notified was heard\n" );
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    semaphore = xSemaphoreCreateCounting( 10, 0 );
    queue = xQueueCreate( 4, sizeof( Message_t ) );
    mailbox = xQueueCreate( 1, sizeof( Message_t ) );
    CHECK( xTaskCreate( take, "", STACK, NULL, 2, NULL ) == pdPASS );
    CHECK( xTaskCreate( receive, "", STACK, NULL, 3, NULL ) == pdPASS );
    CHECK( xTaskCreate( hear, "", STACK, NULL, 4, &notified ) == pdPASS );
    CHECK( xTaskCreate( run, "", STACK, NULL, JUDGE, &judge ) == pdPASS );
    vTaskStartScheduler();
    return BOARD_EXIT_FAILURE;
}
