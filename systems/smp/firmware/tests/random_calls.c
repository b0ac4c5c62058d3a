/* SPDX-License-Identifier: Apache-2.0 */

/* Random calls of all cores' tasks and service routines on the hardware kernel: what it decides is logged,
 * and replayed on the golden model. The program itself checks nothing. A keeper, above all, sees to it that
 * no task waits for ever. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "task.h"
#include "queue.h"
#include "semphr.h"

#include "board.h"
#include "check.h"

#ifndef CALLS
    #define CALLS 3000 /* of all tasks */
#endif
#ifndef SEED
    #define SEED 1
#endif

#define STACK      200
#define CORES      configNUMBER_OF_CORES
#define WORKERS    ( 3 * CORES + 4 )
#define LEVELS     6U /* priorities of workers */
#define KEEPER     7
#define SEMAPHORES 3U
#define MUTEXES    2U
#define TOKENS     2U /* of each semaphore, as the model has it */
#define QUEUES     4U
#define LARGEST    4U /* words of an item */
#define TIMER      ( 1UL << 7 )
#define ALL_CORES  ( ( 1U << CORES ) - 1U )

static const struct
{
    UBaseType_t length, words;
} kinds[ QUEUES ] = { { 1, 1 }, { 2, 2 }, { 3, 4 }, { 2, 3 } };

static SemaphoreHandle_t semaphores[ SEMAPHORES ], mutexes[ MUTEXES ];
static QueueHandle_t queues[ QUEUES ];
static TaskHandle_t workers[ WORKERS ];
static volatile uint32_t calls[ WORKERS ], of_routines[ CORES ], timers;

/* xorshift32 */
static uint32_t some( uint32_t * state, uint32_t below )
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return ( *state >> 8 ) % below;
}

static void set_timer( uint32_t cycles )
{
    volatile uint32_t * const compare = &SOC_REGISTER_OF( SOC_CLINT_MTIMECMP_OFFSET, 2 * portGET_CORE_ID() );

    compare[ 1 ] = 0;
    compare[ 0 ] = SOC_REGISTER( SOC_CLINT_MTIME_OFFSET ) + cycles;
}

void freertos_risc_v_application_interrupt_handler( uint32_t mcause );

void freertos_risc_v_application_interrupt_handler( uint32_t mcause )
{
    static uint32_t states[ CORES ];
    const int core = portGET_CORE_ID();
    uint32_t * const state = &states[ core ];
    uint32_t item[ LARGEST ] = { of_routines[ core ], mcause, *state, SEED };
    BaseType_t woken = pdFALSE;

    *state += ( *state == 0 ) ? SEED * 977U + ( uint32_t ) core : 0U;

    const uint32_t queue = some( state, QUEUES );

    switch( some( state, 6 ) )
    {
        case 0:
            ( void ) xSemaphoreGiveFromISR( semaphores[ some( state, SEMAPHORES ) ], &woken );
            break;
        case 1:
            ( void ) xQueueSendToBackFromISR( queues[ queue ], item, &woken );
            break;
        case 2:
            ( void ) xQueueSendToFrontFromISR( queues[ queue ], item, &woken );
            break;
        case 3:
            ( void ) xQueueReceiveFromISR( queues[ queue ], item, &woken );
            break;
        case 4:
            ( void ) xQueuePeekFromISR( queues[ queue ], item );
            break;
        default:
            vTaskNotifyGiveFromISR( workers[ some( state, WORKERS ) ], &woken );
            break;
    }

    of_routines[ core ]++;
    set_timer( 300 + some( state, 4000 ) );
    portYIELD_FROM_ISR( woken );
}

/* The timer of the core that a task happens to run on. */
static void start_timer( void )
{
    portDISABLE_INTERRUPTS();

    if( ( timers >> portGET_CORE_ID() & 1U ) == 0 )
    {
        set_timer( 1000 );
        __asm volatile( "csrs mie, %0" ::"r"( TIMER ) );
        timers |= 1U << portGET_CORE_ID(); /* if it is lost, the timer is set again */
    }

    portENABLE_INTERRUPTS();
}

static TickType_t ticks( uint32_t * state )
{
    const uint32_t number = some( state, 6 );

    return ( number == 5 ) ? portMAX_DELAY : number % 4;
}

static void use_queue( uint32_t * state )
{
    const uint32_t number = some( state, QUEUES );
    uint32_t item[ LARGEST ];

    for( unsigned word = 0; word < LARGEST; word++ )
    {
        item[ word ] = some( state, 1U << 24 );
    }

    switch( some( state, 6 ) )
    {
        case 0:
        case 1:
            ( void ) xQueueReceive( queues[ number ], item, ticks( state ) );
            break;
        case 2:
            ( void ) xQueuePeek( queues[ number ], item, ticks( state ) );
            break;
        case 3:
            ( void ) xQueueSendToFront( queues[ number ], item, ticks( state ) );
            break;
        case 4:
            if( kinds[ number ].length == 1 )
            {
                ( void ) xQueueOverwrite( queues[ number ], item );
                break;
            }
            __attribute__( ( fallthrough ) );
        default:
            ( void ) xQueueSendToBack( queues[ number ], item, ticks( state ) );
            break;
    }
}

static void use_section( uint32_t * state )
{
    taskENTER_CRITICAL();

    for( uint32_t times = some( state, 3 ); times > 0; times-- )
    {
        ( void ) xSemaphoreGive( semaphores[ some( state, SEMAPHORES ) ] );
        vTaskResume( workers[ some( state, WORKERS ) ] );
    }

    taskEXIT_CRITICAL();
}

/* Not with one priority at a time: FreeRTOS does not have both. */
static void set_preemption( TaskHandle_t task, int preemptible )
{
#if ( configUSE_TASK_PREEMPTION_DISABLE == 1 )
    if( preemptible )
    {
        vTaskPreemptionEnable( task );
    }
    else
    {
        vTaskPreemptionDisable( task );
    }
#else
    ( void ) task;
    ( void ) preemptible;
#endif
}

static void work( void * argument )
{
    const uint32_t self = ( uint32_t ) ( uintptr_t ) argument;
    uint32_t value = SEED * 7919U + 31U * self + 1U, held = 0;
    uint32_t * const state = &value;

    for( ;; calls[ self ]++ )
    {
        const TaskHandle_t other = workers[ some( state, WORKERS ) ];
        const uint32_t mutex = some( state, MUTEXES );

        start_timer();

        switch( some( state, 16 ) )
        {
            case 0:
                taskYIELD();
                break;
            case 1:
                vTaskDelay( some( state, 4 ) );
                break;
            case 2:
                vTaskSuspend( other );
                break;
            case 3:
                vTaskResume( other );
                break;
            case 4:
                vTaskPrioritySet( other, some( state, LEVELS ) );
                break;
            case 5:
                vTaskCoreAffinitySet( other, 1 + some( state, ALL_CORES ) );
                break;
            case 6:
                set_preemption( other, some( state, 3 ) != 0 );
                break;
            case 7:
                ( void ) xSemaphoreGive( semaphores[ some( state, SEMAPHORES ) ] );
                break;
            case 8:
                ( void ) xSemaphoreTake( semaphores[ some( state, SEMAPHORES ) ], ticks( state ) );
                break;
            case 9:
            case 10:
                if( held >> mutex & 1U )
                {
                    held &= ~( 1U << mutex );
                    ( void ) xSemaphoreGive( mutexes[ mutex ] );
                }
                else if( xSemaphoreTake( mutexes[ mutex ], some( state, 4 ) ) == pdPASS )
                {
                    held |= 1U << mutex;
                }
                break;
            case 11:
                xTaskNotifyGive( other );
                break;
            case 12:
                ( void ) ulTaskNotifyTake( pdTRUE, ticks( state ) );
                break;
            case 13:
                use_section( state );
                break;
            default:
                use_queue( state );
                break;
        }
    }
}

static void keep( void * argument )
{
    uint32_t state = SEED, sum = 0;

    while( sum < CALLS )
    {
        const TaskHandle_t worker = workers[ some( &state, WORKERS ) ];

        vTaskDelay( 1 + some( &state, 2 ) );
        vTaskResume( worker );
        vTaskResume( workers[ some( &state, WORKERS ) ] );
        set_preemption( worker, 1 );
        vTaskCoreAffinitySet( worker, ALL_CORES );
        xTaskNotifyGive( workers[ some( &state, WORKERS ) ] );
        ( void ) xSemaphoreGive( semaphores[ some( &state, SEMAPHORES ) ] );
        sum = 0;

        for( unsigned number = 0; number < WORKERS; number++ )
        {
            sum += calls[ number ];
        }
    }

    CHECK( timers == ALL_CORES );
    printf( "%u calls\n", ( unsigned ) sum );
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    for( unsigned number = 0; number < SEMAPHORES; number++ )
    {
        semaphores[ number ] = xSemaphoreCreateCounting( TOKENS, 0 );
    }

    for( unsigned number = 0; number < MUTEXES; number++ )
    {
        mutexes[ number ] = xSemaphoreCreateMutex();
    }

    for( unsigned number = 0; number < QUEUES; number++ )
    {
        queues[ number ] = xQueueCreate( kinds[ number ].length, 4 * kinds[ number ].words );
    }

    for( unsigned number = 0; number < WORKERS; number++ )
    {
        CHECK( xTaskCreate( work, "", STACK, ( void * ) ( uintptr_t ) number, number % LEVELS,
                            &workers[ number ] ) == pdPASS );
    }

    CHECK( xTaskCreate( keep, "", STACK, NULL, KEEPER, NULL ) == pdPASS );
    vTaskStartScheduler();
    return BOARD_EXIT_FAILURE;
}
