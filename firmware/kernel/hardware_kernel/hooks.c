/* SPDX-License-Identifier: Apache-2.0 */

/* The application's hooks that the hardware kernel asks for, by the interrupt that requests switches. */
#include "kernel.h"
#include "../common/task_table.c"
#include "isochron_monitor.h"

#if ( isochronHOOKS == 1 ) || ( configISOCHRON_USE_SECTION_HOOK == 1 )

    /* As at the end of xTaskIncrementTick(): a hook need not ask for the switch. */
    void vKernelYieldIfPending( void )
    {
        #if ( configUSE_PREEMPTION == 1 )
            if( ( isochronREGISTER( ISOCHRON_STATUS_OFFSET ) & ISOCHRON__REGISTERS__STATUS__YIELD_PENDING_bm ) != 0U )
            {
                vPortYieldFromISR();
            }
        #endif
    }

#endif /* ( isochronHOOKS == 1 ) || ( configISOCHRON_USE_SECTION_HOOK == 1 ) */
/*-----------------------------------------------------------*/

#if ( isochronHOOKS == 1 )

    #if ( configUSE_TICK_HOOK == 1 )

        static void prvCallTickHook( void )
        {
            while( ( isochronREGISTER( ISOCHRON_STATUS_OFFSET ) & ISOCHRON__REGISTERS__STATUS__TICK_HOOK_bm ) != 0U )
            {
                isochronSET_REGISTER( ISOCHRON_TICK_HOOK_OFFSET, 0 );
                vApplicationTickHook();
                vKernelYieldIfPending();
            }
        }

    #endif /* configUSE_TICK_HOOK */
    /*-----------------------------------------------------------*/

    #if ( configISOCHRON_USE_MONITOR_HOOK == 1 )

        static void prvCallMonitorHook( void )
        {
            uint32_t ulEvent;
            TCB_t * pxTCB;

            while( ( isochronREGISTER( ISOCHRON_STATUS_OFFSET ) & ISOCHRON__REGISTERS__STATUS__MONITOR_bm ) != 0U )
            {
                ulEvent = isochronREGISTER( ISOCHRON_MONITOR_EVENT_OFFSET );
                pxTCB = pxTasks[ ulEvent & ISOCHRON__REGISTERS__MONITOR_EVENT__TASK_bm ];

                /* The task may be gone by now. */
                if( pxTCB != NULL )
                {
                    vApplicationIsochronMonitorHook( pxTCB, ( ( ( ulEvent & ISOCHRON__REGISTERS__MONITOR_EVENT__OVERRUN_bm ) != 0U ) ? isochronMONITOR_OVERRUN : 0U ) |
                                                            ( ( ( ulEvent & ISOCHRON__REGISTERS__MONITOR_EVENT__OVERLOAD_bm ) != 0U ) ? isochronMONITOR_OVERLOAD : 0U ) );
                    vKernelYieldIfPending();
                }
            }
        }

    #endif /* configISOCHRON_USE_MONITOR_HOOK */
    /*-----------------------------------------------------------*/

    void vKernelCallHooks( void )
    {
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
/*-----------------------------------------------------------*/
