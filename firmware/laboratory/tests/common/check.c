/* SPDX-License-Identifier: Apache-2.0 */

#include "check.h"

uint32_t check_tick( void )
{
    return xTaskGetTickCount();
}

TaskHandle_t create( TaskFunction_t function, uintptr_t parameter, UBaseType_t priority )
{
    TaskHandle_t task = NULL;

    CHECK_EQUAL( xTaskCreate( function, "task", TEST_STACK, ( void * ) parameter, priority, &task ), pdPASS );
    return task;
}

TickType_t next_tick( void )
{
    TickType_t tick = xTaskGetTickCount() + 1;

    run_until( tick );
    return tick;
}

void run_until( TickType_t tick )
{
    while( xTaskGetTickCount() != tick )
    {
    }
}

void test_start( TaskFunction_t director, UBaseType_t priority )
{
    create( director, 0, priority );
    vTaskStartScheduler();
}
