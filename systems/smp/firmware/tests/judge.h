/* SPDX-License-Identifier: Apache-2.0 */

/* A judge, above all other tasks, goes through a program's checks; the others tell it when they end. Tasks of
 * both schedulers' programs, and what each critical section and suspension does to them. */
#pragma once

#include "FreeRTOS.h"
#include "task.h"
#include "semphr.h"

#include "board.h"
#include "check.h"

static TaskHandle_t judge;

static void busy( uint32_t cycles )
{
    const uint32_t begin = SOC_REGISTER( SOC_CLINT_MTIME_OFFSET );

    while( SOC_REGISTER( SOC_CLINT_MTIME_OFFSET ) - begin < cycles )
    {
    }
}

static void wait_for( unsigned tasks )
{
    while( tasks-- > 0 )
    {
        CHECK( ulTaskNotifyTake( pdFALSE, 1000 ) != 0 );
    }
}

static void end( void )
{
    xTaskNotifyGive( judge );
    vTaskDelete( NULL );
}

static volatile uint32_t turns;
static volatile int where;

/* A task that runs, and tells where. */
static void turn( void * argument )
{
    ( void ) argument;

    for( ;; )
    {
        where = portGET_CORE_ID();
        turns++;
    }
}

/* A task that calls. */
static SemaphoreHandle_t calls;

static void call( void * argument )
{
    ( void ) argument;

    for( ;; )
    {
        xSemaphoreGive( calls );
        xSemaphoreTake( calls, 0 );
        turns++;
    }
}

static int goes_on( void )
{
    const uint32_t before = turns;

    busy( 3000 ); /* some calls' time */
    return turns != before;
}

/* A task of another core that calls waits for a section and a suspension; it is deleted. */
static void check_that_calls_wait( TaskHandle_t calling )
{
    busy( 5000 );
    CHECK( goes_on() );
    taskENTER_CRITICAL();
    busy( 500 );
    CHECK( !goes_on() );
    taskEXIT_CRITICAL();
    CHECK( goes_on() );
    vTaskSuspendAll();
    busy( 500 );
    CHECK( !goes_on() );
    ( void ) xTaskResumeAll();
    CHECK( goes_on() );
    vTaskDelete( calling );
    printf( "calls of another core waited for a section and a suspension\n" );
}

/* One that calls nothing goes on; it is deleted. */
static void check_that_others_go_on( TaskHandle_t turning )
{
    busy( 5000 );
    CHECK( goes_on() );
    vTaskSuspendAll();
    CHECK( goes_on() );
    ( void ) xTaskResumeAll();
    vTaskDelete( turning );
    printf( "a task of another core that calls nothing went on\n" );
}
