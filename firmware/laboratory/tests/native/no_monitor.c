/* SPDX-License-Identifier: Apache-2.0 */

/* The monitor's functions on hardware that was built without it: they say so, and ask it for nothing. */
#include "check.h"
#include "isochron.h"
#include "isochron_monitor.h"

#define SELF 4

TEST_PROGRAM( SELF )
{
    IsochronMonitor_t seen = { .ulDeadline = 1 };
    IsochronCapabilities_t hardware;

    vIsochronGetCapabilities( &hardware );
    CHECK_EQUAL( hardware.xMonitor, pdFALSE );
    CHECK_EQUAL( xIsochronMonitorSetDeadline( NULL, 1000 ), pdFAIL );
    CHECK_EQUAL( xIsochronMonitorSetBudget( NULL, 1000 ), pdFAIL );
    vIsochronMonitorGet( NULL, &seen );
    CHECK_EQUAL( seen.ulDeadline, 0 );
    vIsochronMonitorClear( NULL );
    CHECK( ullIsochronMonitorCycles() == 0 );
    CHECK_EQUAL( ulIsochronMonitorLongestMasked(), 0 );
    vIsochronMonitorClearLongestMasked();
    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
}
