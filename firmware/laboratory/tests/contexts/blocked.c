/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks that wait in every way, several functions deep, for a debugger to find them (tests/test_gdb.py). */
#include "check.h"
#include "isochron_dump.h"
#include "semphr.h"

#define WAITING 3

static SemaphoreHandle_t semaphore;
static volatile uint32_t laps;

__attribute__( ( noipa ) ) static void inner( uint32_t depth )
{
    ( void ) xSemaphoreTake( semaphore, portMAX_DELAY );
    CHECK_EQUAL( depth, 0 ); /* something behind each call, or it were a jump */
}

__attribute__( ( noipa ) ) static void outer( uint32_t depth )
{
    inner( depth );
    laps++;
}

static void waiter( void * parameters )
{
    outer( 7 );
    laps = 0;
}

__attribute__( ( noipa ) ) static void masked_wait( void )
{
    taskENTER_CRITICAL();
    ( void ) xSemaphoreTake( semaphore, portMAX_DELAY );
    taskEXIT_CRITICAL();
}

static void masked( void * parameters )
{
    masked_wait();
    laps++;
}

__attribute__( ( noipa ) ) static void turn( void )
{
    for( ;; )
    {
        laps++;
    }
}

static void interrupted( void * parameters )
{
    turn();
    laps = 0;
}

static void named( TaskFunction_t function, const char * name, UBaseType_t priority )
{
    CHECK_EQUAL( xTaskCreate( function, name, TEST_STACK, NULL, priority, NULL ), pdPASS );
}

TEST_PROGRAM( WAITING + 1 )
{
    extern const uint32_t __bss_start[], __freertos_irq_stack_top[];

    semaphore = xSemaphoreCreateBinary();
    named( waiter, "waiter", WAITING );
    named( masked, "masked", WAITING );
    named( interrupted, "interrupted", 1 );
    vTaskDelay( 2 );
    vIsochronDump( __bss_start, __freertos_irq_stack_top );
}
