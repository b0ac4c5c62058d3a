/* SPDX-License-Identifier: Apache-2.0 */

/* Run-time statistics of the monitor: no code in the switch (common/task_switch.c has the others). */
#include "kernel.h"
#include "isochron_monitor.h"

#if ( ( configGENERATE_RUN_TIME_STATS == 1 ) && ( isochronRUN_TIMES_IN_SOFTWARE == 0 ) )

static configRUN_TIME_COUNTER_TYPE prvRunTimeCounter( void )
{
    return ( configRUN_TIME_COUNTER_TYPE ) ullIsochronMonitorCycles();
}

static configRUN_TIME_COUNTER_TYPE prvRunTimeOf( TCB_t const * pxTCB )
{
    IsochronMonitor_t xMonitor = { 0 };

    /* The hardware keeps none of a deleted task. */
    if( kernelHAS_TASK( pxTCB ) )
    {
        vIsochronMonitorGet( ( TaskHandle_t ) pxTCB, &xMonitor );
    }

    return ( configRUN_TIME_COUNTER_TYPE ) xMonitor.ullRunTime;
}

#endif
