/* SPDX-License-Identifier: Apache-2.0 */

/* The hardware watches a task's deadline and budget; the third job is too long. */
#include "FreeRTOS.h"
#include "task.h"
#include "isochron_monitor.h"
#include "board.h"
#include <stdio.h>

#define MICROSECONDS( ulTime ) ( ( ulTime ) * ( configCPU_CLOCK_HZ / 1000000U ) )

static volatile unsigned uxOverruns, uxOverloads;

/* Called with interrupts masked, as a tick hook is. */
void vApplicationIsochronMonitorHook( TaskHandle_t xTask, uint32_t ulKind )
{
    ( void ) xTask;

    if( ( ulKind & isochronMONITOR_OVERRUN ) != 0 )
    {
        uxOverruns = uxOverruns + 1;
    }

    if( ( ulKind & isochronMONITOR_OVERLOAD ) != 0 )
    {
        uxOverloads = uxOverloads + 1;
    }
}

/* Keeps the core busy. */
static void prvWork( uint32_t ulCycles )
{
    uint64_t ullStart = ullIsochronMonitorCycles();

    while( ullIsochronMonitorCycles() - ullStart < ulCycles )
    {
    }
}

static void vControl( void * pvParameters )
{
    static const uint32_t ulJobs[] = { 100, 200, 700, 100 }; /* microseconds */
    TickType_t xLast = xTaskGetTickCount();
    IsochronMonitor_t xSeen;

    xIsochronMonitorSetBudget( NULL, MICROSECONDS( 400U ) );
    xIsochronMonitorSetDeadline( NULL, MICROSECONDS( 500U ) );

    for( unsigned i = 0; i < sizeof( ulJobs ) / sizeof( ulJobs[ 0 ] ); i++ )
    {
        vTaskDelayUntil( &xLast, pdMS_TO_TICKS( 5 ) );
        prvWork( MICROSECONDS( ulJobs[ i ] ) );
        printf( "job of %u us: %u over the deadline, %u over the budget\n", ( unsigned ) ulJobs[ i ],
                uxOverruns, uxOverloads );
    }

    vIsochronMonitorGet( NULL, &xSeen );
    printf( "the monitor counts %u and %u\n", xSeen.usOverruns, xSeen.usOverloads );
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    xTaskCreate( vControl, "control", 300, NULL, 2, NULL );
    vTaskStartScheduler();
    return 0;
}
