/* SPDX-License-Identifier: Apache-2.0 */

/* Prints how many cycles, by the core's own counter, a give takes to the return of the task that waited for
 * it, and one for which nobody waits. */
#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"

#include "board.h"
#include <stdio.h>

#define TIMES 16U

static SemaphoreHandle_t xSignal;
static uint32_t ulBegin;
static uint32_t ulLeast = UINT32_MAX, ulMost;

static inline uint32_t prvCycles( void )
{
    uint32_t ulNow;

    __asm volatile( "csrr %0, mcycle" : "=r"( ulNow ) : : "memory" );
    return ulNow;
}

static void prvSample( uint32_t ulCycles )
{
    ulLeast = ulCycles < ulLeast ? ulCycles : ulLeast;
    ulMost = ulCycles > ulMost ? ulCycles : ulMost;
}

static void prvPrint( const char * pcWhat )
{
    printf( "%s: %lu to %lu\n", pcWhat, ( unsigned long ) ulLeast, ( unsigned long ) ulMost );
    ulLeast = UINT32_MAX;
    ulMost = 0;
}

static void vWaiter( void * pvParameters )
{
    for( uint32_t i = 0; i < TIMES; i++ )
    {
        xSemaphoreTake( xSignal, portMAX_DELAY );
        prvSample( prvCycles() - ulBegin );
    }

    prvPrint( "to the waiter" );

    for( uint32_t i = 0; i < TIMES; i++ )
    {
        ulBegin = prvCycles();
        xSemaphoreGive( xSignal );
        prvSample( prvCycles() - ulBegin );
        xSemaphoreTake( xSignal, 0 );
    }

    prvPrint( "nobody waits" );
    board_exit( BOARD_EXIT_SUCCESS );
}

static void vGiver( void * pvParameters )
{
    for( ;; )
    {
        ulBegin = prvCycles();
        xSemaphoreGive( xSignal );
    }
}

int main( void )
{
    __asm volatile( "csrw mcountinhibit, zero" );
    xSignal = xSemaphoreCreateBinary();
    xTaskCreate( vWaiter, "waiter", 300, NULL, 2, NULL );
    xTaskCreate( vGiver, "giver", 300, NULL, 1, NULL );
    vTaskStartScheduler();
    return 0;
}
