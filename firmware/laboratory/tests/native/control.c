/* SPDX-License-Identifier: Apache-2.0 */

/* What the configuration tells the hardware of itself: CONTROL, bit for bit. */
#include "attachment.h"
#include "check.h"
#include "isochron_monitor.h"
#include "isochron_constants.h"

#define SELF 4

#define BIT( option, NAME ) ( ( uint32_t ) ( option ) << ISOCHRON_CONTROL_##NAME##_SHIFT )

#if ( configUSE_TICK_HOOK == 1 )

void vApplicationTickHook( void )
{
}

#endif

#if ( configISOCHRON_USE_MONITOR_HOOK == 1 )

void vApplicationIsochronMonitorHook( TaskHandle_t xTask, uint32_t ulKind )
{
}

#endif

TEST_PROGRAM( SELF )
{
    CHECK_EQUAL( isochronREGISTER( ISOCHRON_CONTROL_OFFSET ),
                 BIT( configUSE_PREEMPTION, PREEMPTION ) | BIT( configUSE_TIME_SLICING, TIME_SLICING ) |
                     BIT( configUSE_TICK_HOOK, TICK_HOOK ) |
                     BIT( configISOCHRON_USE_MONITOR_HOOK, MONITOR ) );
}
