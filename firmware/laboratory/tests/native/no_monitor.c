/* SPDX-License-Identifier: Apache-2.0 */

/* The monitor's functions on hardware that was built without it: they say so, and ask it for nothing.
 * And there are no more objects than it has, for it was built without those in software, too. */
#include "check.h"
#include "isochron.h"
#include "isochron_monitor.h"
#include "semphr.h"

#define SELF    4

static void test_objects_run_out( void )
{
    static StaticSemaphore_t memory[ configMAX_HW_ACCELERATION_SEMAPHORES + 1 ];
    unsigned made = 0;

    while( xSemaphoreCreateBinaryStatic( &memory[ made ] ) != NULL )
    {
        made++;
        CHECK( made <= configMAX_HW_ACCELERATION_SEMAPHORES );
    }

    CHECK( made > 0 );
    CHECK_EQUAL( uxIsochronSoftwareObjects(), 0 );
}

static void director( void * parameters )
{
    IsochronMonitor_t seen = { .ulDeadline = 1 };
    IsochronCapabilities_t hardware;

    ( void ) parameters;
    vIsochronGetCapabilities( &hardware );
    CHECK_EQUAL( hardware.xMonitor, pdFALSE );
    CHECK_EQUAL( hardware.xSoftwareObjects, pdFALSE );
    CHECK_EQUAL( xIsochronMonitorSetDeadline( NULL, 1000 ), pdFAIL );
    CHECK_EQUAL( xIsochronMonitorSetBudget( NULL, 1000 ), pdFAIL );
    vIsochronMonitorGet( NULL, &seen );
    CHECK_EQUAL( seen.ulDeadline, 0 );
    vIsochronMonitorClear( NULL );
    CHECK( ullIsochronMonitorCycles() == 0 );
    CHECK_EQUAL( ulIsochronMonitorLongestMasked(), 0 );
    vIsochronMonitorClearLongestMasked();
    test_objects_run_out();
    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
    test_passed();
}

int main( void )
{
    test_start( director, SELF );
}
