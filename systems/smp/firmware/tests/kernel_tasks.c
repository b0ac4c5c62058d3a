/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks on several cores, on the hardware kernel: what a call of one core does to a task of another one. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "task.h"
#include "semphr.h"

#include "board.h"
#include "check.h"

#define STACK  300
#define ROUNDS 200
#define TICKS  3
#define PAIRS  4

/* Priorities. */
#define JUDGE 5
#define ABOVE 4
#define BELOW 2

static SemaphoreHandle_t there, back;
static TaskHandle_t judge, partner;
static volatile uint32_t cores_seen, sum;

static void partner_of_judge( void * argument )
{
    uint32_t value;

    for( int round = 0; round < ROUNDS; round++ )
    {
        CHECK( xSemaphoreTake( there, portMAX_DELAY ) == pdPASS );
        cores_seen |= 1U << portGET_CORE_ID();
        CHECK( xSemaphoreGive( back ) == pdPASS );
    }

    for( uint32_t round = 0; round < ROUNDS; round++ )
    {
        CHECK( xTaskNotifyWait( 0, UINT32_MAX, &value, portMAX_DELAY ) == pdPASS );
        CHECK( value == round );
        xTaskNotifyGive( judge );
    }

    vTaskSuspend( NULL );
}

/* Adds with a section, as slowly as it takes to be disturbed. */
static void add( void * argument )
{
    for( int round = 0; round < ROUNDS; round++ )
    {
        uint32_t before;

        taskENTER_CRITICAL();
        before = sum;
        for( volatile int wait = 0; wait < 5; wait++ )
        {
        }
        sum = before + 1;
        taskEXIT_CRITICAL();
    }

    xTaskNotifyGive( judge );
    vTaskSuspend( NULL );
}

/* Pairs of tasks of all priorities below the judge, each with a token of its own: there is always a core that
 * another one asks to switch. */
typedef struct
{
    SemaphoreHandle_t there, back;
    TaskHandle_t second;
} Pair_t;

static Pair_t pairs[ PAIRS ];
static SemaphoreHandle_t mutex;
static volatile uint32_t with_mutex;

static void first_of_pair( void * argument )
{
    Pair_t * const pair = argument;

    for( uint32_t round = 0; round < ROUNDS; round++ )
    {
        uint32_t before;

        CHECK( xSemaphoreGive( pair->there ) == pdPASS );
        CHECK( xTaskNotify( pair->second, round, eSetValueWithOverwrite ) == pdPASS );
        CHECK( xSemaphoreTake( mutex, portMAX_DELAY ) == pdPASS );
        before = with_mutex;
        taskYIELD();
        with_mutex = before + 1;
        CHECK( xSemaphoreGive( mutex ) == pdPASS );
        CHECK( xSemaphoreTake( pair->back, portMAX_DELAY ) == pdPASS );
    }

    xTaskNotifyGive( judge );
    vTaskSuspend( NULL );
}

static void second_of_pair( void * argument )
{
    Pair_t * const pair = argument;
    uint32_t value;

    for( uint32_t round = 0; round < ROUNDS; round++ )
    {
        CHECK( xSemaphoreTake( pair->there, portMAX_DELAY ) == pdPASS );
        CHECK( xTaskNotifyWait( 0, 0, &value, portMAX_DELAY ) == pdPASS );
        CHECK( value == round );
        vTaskPrioritySet( NULL, 1 + round % ( JUDGE - 1 ) );
        CHECK( uxTaskPriorityGet( NULL ) == 1 + round % ( JUDGE - 1 ) );
        CHECK( xSemaphoreGive( pair->back ) == pdPASS );
    }

    xTaskNotifyGive( judge );
    vTaskSuspend( NULL );
}

static void run_pairs( void )
{
    mutex = xSemaphoreCreateMutex();

    for( int number = 0; number < PAIRS; number++ )
    {
        Pair_t * const pair = &pairs[ number ];

        pair->there = xSemaphoreCreateBinary();
        pair->back = xSemaphoreCreateBinary();
        CHECK( xTaskCreate( second_of_pair, "", STACK, pair, BELOW, &( pair->second ) ) == pdPASS );
        CHECK( xTaskCreate( first_of_pair, "", STACK, pair, 1 + number, NULL ) == pdPASS );
    }

    for( int task = 0; task < 2 * PAIRS; task++ )
    {
        CHECK( ulTaskNotifyTake( pdFALSE, portMAX_DELAY ) != 0 );
    }

    CHECK( with_mutex == PAIRS * ROUNDS );
    printf( "pairs of tasks passed their tokens\n" );
}

static void run_judge( void * argument )
{
    TickType_t tick;

    judge = xTaskGetCurrentTaskHandle();

    for( int round = 0; round < ROUNDS; round++ )
    {
        CHECK( xSemaphoreGive( there ) == pdPASS );
        CHECK( xSemaphoreTake( back, portMAX_DELAY ) == pdPASS );
        cores_seen |= 1U << portGET_CORE_ID();
    }

    CHECK( ( cores_seen & ( cores_seen - 1 ) ) != 0 );
    printf( "a token went to and fro between cores\n" );

    for( uint32_t round = 0; round < ROUNDS; round++ )
    {
        CHECK( xTaskNotify( partner, round, eSetValueWithoutOverwrite ) == pdPASS );
        CHECK( ulTaskNotifyTake( pdTRUE, portMAX_DELAY ) == 1 );
    }

    printf( "notifications, too\n" );

    tick = xTaskGetTickCount();
    vTaskDelay( TICKS );
    CHECK( xTaskGetTickCount() == tick + TICKS );
    CHECK( xSemaphoreTake( back, TICKS ) == pdFAIL );
    CHECK( xTaskGetTickCount() == tick + 2 * TICKS );
    CHECK( xTaskDelayUntil( &tick, 3 * TICKS ) == pdTRUE );
    CHECK( xTaskGetTickCount() == tick );
    printf( "delays and a time-out ended at their ticks\n" );

    CHECK( xTaskCreate( add, "", STACK, NULL, BELOW, NULL ) == pdPASS );
    CHECK( xTaskCreate( add, "", STACK, NULL, BELOW, NULL ) == pdPASS );
    CHECK( xTaskCreate( add, "", STACK, NULL, BELOW, NULL ) == pdPASS );
    for( int task = 0; task < 3; task++ )
    {
        CHECK( ulTaskNotifyTake( pdFALSE, portMAX_DELAY ) != 0 );
    }
    CHECK( sum == 3 * ROUNDS );
    printf( "critical sections excluded each other\n" );
    run_pairs();
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    there = xSemaphoreCreateBinary();
    back = xSemaphoreCreateBinary();
    CHECK( xTaskCreate( partner_of_judge, "", STACK, NULL, ABOVE, &partner ) == pdPASS );
    CHECK( xTaskCreate( run_judge, "", STACK, NULL, JUDGE, NULL ) == pdPASS );
    vTaskStartScheduler();
    return BOARD_EXIT_FAILURE;
}
