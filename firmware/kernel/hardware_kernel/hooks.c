/* SPDX-License-Identifier: Apache-2.0 */

/* The application's hooks that the hardware kernel asks for, by the interrupt that requests switches. */
#include "kernel.h"
#include "../common/task_table.c"
#include "isochron_monitor.h"

/* STATUS, when a hook has woken a higher task. With several cores that has asked for the switch at once. */
#if ( configNUMBER_OF_CORES > 1 )
    #define hooksYIELD_PENDING ISOCHRON_STATUS_SWITCH_REQUESTED_MASK
#else
    #define hooksYIELD_PENDING ISOCHRON_STATUS_YIELD_PENDING_MASK
#endif

#if ( isochronHOOKS == 1 ) || ( configISOCHRON_USE_SECTION_HOOK == 1 )

/* As at the end of xTaskIncrementTick(): a hook need not ask for the switch. */
void vKernelYieldIfPending( void )
{
        #if ( configUSE_PREEMPTION == 1 )
    if( ( isochronREGISTER( ISOCHRON_STATUS_OFFSET ) & hooksYIELD_PENDING ) != 0U )
    {
        vPortYieldFromISR();
    }
        #endif
}

#endif /* ( isochronHOOKS == 1 ) || ( configISOCHRON_USE_SECTION_HOOK == 1 ) */

#if ( isochronHOOKS == 1 )

    #if ( configUSE_TICK_HOOK == 1 )

static void prvCallTickHook( void )
{
    /* As in FreeRTOS the tick is visible, and the switch that it asks for is still to come. */
    ( void ) isochronREGISTER( ISOCHRON_TICK_HOOK_OFFSET );

    while( ( isochronREGISTER( ISOCHRON_STATUS_OFFSET ) & ISOCHRON_STATUS_TICK_HOOK_MASK ) != 0U )
    {
        isochronSET_REGISTER( ISOCHRON_TICK_HOOK_OFFSET, 0 );
        vApplicationTickHook();
        vKernelYieldIfPending();
    }
}

    #endif /* configUSE_TICK_HOOK */

    #if ( configISOCHRON_USE_MONITOR_HOOK == 1 )

static void prvCallMonitorHook( void )
{
    uint32_t ulEvent;
    TCB_t * pxTCB;

    while( ( isochronREGISTER( ISOCHRON_STATUS_OFFSET ) & ISOCHRON_STATUS_MONITOR_MASK ) != 0U )
    {
        ulEvent = isochronREGISTER( ISOCHRON_MONITOR_EVENT_OFFSET );
        pxTCB = pxTasks[ ulEvent & ISOCHRON_MONITOR_EVENT_TASK_MASK ];

        /* The task may be gone by now. */
        if( pxTCB != NULL )
        {
            vApplicationIsochronMonitorHook(
                pxTCB,
                ( ( ( ulEvent & ISOCHRON_MONITOR_EVENT_OVERRUN_MASK ) != 0U ) ? isochronMONITOR_OVERRUN :
                                                                                0U ) |
                    ( ( ( ulEvent & ISOCHRON_MONITOR_EVENT_OVERLOAD_MASK ) != 0U ) ?
                          isochronMONITOR_OVERLOAD :
                          0U ) );
            vKernelYieldIfPending();
        }
    }
}

    #endif /* configISOCHRON_USE_MONITOR_HOOK */

/* The first core has the tick. */
void vKernelCallHooks( void )
{
        #if ( configNUMBER_OF_CORES > 1 )
    if( portGET_CORE_ID() != 0 )
    {
        return;
    }
        #endif

        #if ( configUSE_TICK_HOOK == 1 )
    {
        prvCallTickHook();
    }
        #endif

        #if ( configISOCHRON_USE_MONITOR_HOOK == 1 )
    {
        prvCallMonitorHook();
    }
        #endif
}

#endif /* isochronHOOKS */
