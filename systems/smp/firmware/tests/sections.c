/* SPDX-License-Identifier: Apache-2.0 */

/* What FreeRTOS promises of sections, suspensions, deletion, hooks, timers and stream buffers on several
 * cores without affinity: with both schedulers. */
#include <stdio.h>
#include <string.h>

#include "judge.h"
#include "queue.h"
#include "stream_buffer.h"
#include "timers.h"

#define STACK     300
#define JUDGE     6 /* priorities */
#define ABOVE     4
#define MIDDLE    3
#define BELOW     2
#define TASKS     50 /* more than the hardware has at a time */
#define ADDITIONS 50
#define BYTES     600

static SemaphoreHandle_t other;
static volatile uint32_t sum, hooks, expired;

static TaskHandle_t start( TaskFunction_t function, UBaseType_t priority )
{
    TaskHandle_t task = NULL;

    CHECK( xTaskCreate( function, "", STACK, NULL, priority, &task ) == pdPASS );
    return task;
}

/* A switch that is due in a section or a suspension comes at its end. */
static volatile int ran;

static void run_once( void * argument )
{
    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        ran++;
    }
}

static void switches_wait( void )
{
    const TaskHandle_t task = start( run_once, JUDGE + 1 );
    TaskHandle_t tasks[ configNUMBER_OF_CORES - 1 ];

    for( int core = 1; core < configNUMBER_OF_CORES; core++ )
    {
        tasks[ core - 1 ] = start( turn, JUDGE + 1 ); /* only the judge's core is below it */
    }

    vTaskDelay( 1 );
    taskENTER_CRITICAL();
    taskENTER_CRITICAL();
    xTaskNotifyGive( task );
    CHECK( ran == 0 );
    taskEXIT_CRITICAL();
    CHECK( ran == 0 );
    taskEXIT_CRITICAL();
    CHECK( ran == 1 );
    vTaskSuspendAll();
    xTaskNotifyGive( task );
    CHECK( ran == 1 );
    CHECK( xTaskResumeAll() == pdTRUE );
    CHECK( ran == 2 );
    vTaskSuspendAll();
    CHECK( xTaskResumeAll() == pdFALSE );

    for( int core = 1; core < configNUMBER_OF_CORES; core++ )
    {
        vTaskDelete( tasks[ core - 1 ] );
    }

    vTaskDelete( task );
    printf( "a switch came at the end of a section, and of a suspension\n" );
}

static void add( void * argument )
{
    for( int i = 0; i < ADDITIONS; i++ )
    {
        uint32_t before;

        ( i % 2 ) ? taskENTER_CRITICAL() : vTaskSuspendAll();
        before = sum;
        busy( 20 );
        sum = before + 1;

        if( i % 2 )
        {
            taskEXIT_CRITICAL();
        }
        else
        {
            ( void ) xTaskResumeAll();
        }
    }

    end();
}

static void short_life( void * argument )
{
    sum++;
    vTaskDelete( NULL );
}

static void deleted( void )
{
    size_t heap;

    vTaskDelay( 10 ); /* the idle tasks free what was deleted */
    heap = xPortGetFreeHeapSize();
    sum = 0;

    for( int number = 0; number < TASKS; number++ )
    {
        TaskHandle_t task;

        start( short_life, number % 2 ? MIDDLE : JUDGE );
        task = start( number % 3 ? turn : call, MIDDLE );
        busy( 40 * number );
        vTaskDelete( task );
        if( number % 4 == 0 )
        {
            vTaskDelay( 1 );
        }
    }

    vTaskDelay( 10 );
    CHECK( sum == TASKS );
    CHECK( !goes_on() );
    CHECK( xPortGetFreeHeapSize() == heap );
    printf( "tasks deleted themselves and each other, and were freed\n" );

    sum = 0;

    for( int task = 0; task < 2 * configNUMBER_OF_CORES; task++ )
    {
        start( add, BELOW );
    }

    wait_for( 2 * configNUMBER_OF_CORES );
    CHECK( sum == 2 * configNUMBER_OF_CORES * ADDITIONS );
    printf( "sections and suspensions excluded each other\n" );
}

/* The tick's routine gives to a task that is above what runs anywhere. */
void vApplicationTickHook( void )
{
    BaseType_t woken = pdFALSE;

    hooks++;
    if( other != NULL )
    {
        xSemaphoreGiveFromISR( other, &woken );
    }
}

static void hook( void )
{
    const TickType_t begin = xTaskGetTickCount();
    const uint32_t before = hooks;

    xSemaphoreTake( other, 0 );
    for( int tick = 0; tick < 5; tick++ )
    {
        CHECK( xSemaphoreTake( other, 3 ) == pdPASS );
    }
    CHECK( xTaskGetTickCount() - begin == 5 );
    CHECK( hooks - before == 5 );
    printf( "the tick hook came at each tick\n" );
}

static TickType_t expired_at[ 8 ];

static void expire( TimerHandle_t timer )
{
    if( expired < 8 )
    {
        expired_at[ expired ] = xTaskGetTickCount();
    }
    expired++;
}

static void pended( void * task, uint32_t number )
{
    xTaskNotify( task, number, eSetValueWithOverwrite );
}

static void timers( void )
{
    const TimerHandle_t once = xTimerCreate( "", 3, pdFALSE, NULL, expire );
    const TimerHandle_t again = xTimerCreate( "", 2, pdTRUE, NULL, expire );
    uint32_t value;
    TickType_t begin;

    vTaskDelay( 1 );
    begin = xTaskGetTickCount();
    CHECK( xTimerStart( once, 1 ) == pdPASS );
    vTaskDelay( 5 );
    CHECK( expired == 1 && expired_at[ 0 ] == begin + 3 );
    CHECK( xTimerIsTimerActive( once ) == pdFALSE );

    begin = xTaskGetTickCount();
    CHECK( xTimerStart( again, 1 ) == pdPASS );
    vTaskDelay( 7 );
    CHECK( xTimerStop( again, 1 ) == pdPASS );
    vTaskDelay( 5 );
    CHECK( expired == 4 );
    for( unsigned number = 1; number < 4; number++ )
    {
        CHECK( expired_at[ number ] == begin + 2 * number );
    }

    CHECK( xTimerPendFunctionCall( pended, judge, 77, 1 ) == pdPASS );
    CHECK( xTaskNotifyWait( 0, 0, &value, 3 ) == pdPASS && value == 77 );
    CHECK( xTaskNotifyStateClear( NULL ) == pdFALSE );
    ulTaskNotifyValueClear( NULL, UINT32_MAX );
    CHECK( xTimerDelete( once, 1 ) == pdPASS && xTimerDelete( again, 1 ) == pdPASS );
    printf( "timers expired at their ticks\n" );
}

/* Bytes go from one task to another by two buffers. */
static StreamBufferHandle_t there, back;

static void echo( void * argument )
{
    uint8_t bytes[ 16 ];

    for( unsigned passed = 0; passed < BYTES; )
    {
        const size_t length = xStreamBufferReceive( there, bytes, sizeof( bytes ), 5 );

        for( size_t sent = 0; sent < length; )
        {
            sent += xStreamBufferSend( back, bytes + sent, length - sent, 5 );
        }
        passed += length;
    }

    end();
}

static void feed( void * argument )
{
    for( unsigned number = 0; number < BYTES; )
    {
        uint8_t bytes[ 7 ];
        size_t length = 1 + number % sizeof( bytes );

        length = length < BYTES - number ? length : BYTES - number;
        for( size_t index = 0; index < length; index++ )
        {
            bytes[ index ] = ( uint8_t ) ( 3 * ( number + index ) );
        }
        number += xStreamBufferSend( there, bytes, length, portMAX_DELAY );
    }

    end();
}

static void streams( void )
{
    const TickType_t begin = xTaskGetTickCount();
    uint8_t bytes[ 5 ];

    there = xStreamBufferCreate( 12, 1 );
    back = xStreamBufferCreate( 9, 4 );
    start( echo, ABOVE );
    start( feed, ABOVE );

    for( unsigned number = 0; number < BYTES; )
    {
        const size_t length = xStreamBufferReceive( back, bytes, sizeof( bytes ), 5 );

        /* what wakes a task for another reason ends its wait, too */
        CHECK( xTaskGetTickCount() - begin < 1000 );
        for( size_t index = 0; index < length; index++, number++ )
        {
            CHECK( bytes[ index ] == ( uint8_t ) ( 3 * number ) );
        }
        if( number % 3 == 0 )
        {
            busy( number );
        }
    }

    wait_for( 2 );
    printf( "stream buffers kept every byte, in order\n" );
}

static void current( void )
{
    const TaskHandle_t task = start( turn, MIDDLE );
    int found = 0;

    busy( 5000 );
    for( int core = 0; core < configNUMBER_OF_CORES; core++ )
    {
        const TaskHandle_t there_runs = xTaskGetCurrentTaskHandleForCore( core );

        CHECK( there_runs != NULL );
        found += there_runs == task;
        CHECK( ( there_runs == judge ) == ( core == portGET_CORE_ID() ) );
    }
    CHECK( found == 1 );
    vTaskDelete( task );
    printf( "each core's task is known\n" );
}

static void run( void * argument )
{
    current();
    check_that_calls_wait( start( call, MIDDLE ) );
    check_that_others_go_on( start( turn, MIDDLE ) );
    switches_wait();
    hook();
    deleted();
    timers();
    streams();
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    other = xSemaphoreCreateBinary();
    calls = xSemaphoreCreateBinary();
    judge = start( run, JUDGE );
    vTaskStartScheduler();
    return BOARD_EXIT_FAILURE;
}
