/* SPDX-License-Identifier: Apache-2.0 */

/* Critical sections that are timed, with configISOCHRON_MONITOR_CRITICAL_SECTIONS 1: part of
 * attachment_port.c. Only the outermost one of several counts. */
#include "isochron_monitor.h"

/* Of the section that the running task is in: when it began, by mcycle, and where. One that switches
 * within a section ends it for now, and begins it again when it goes on (context_switch.S). */
uint32_t ulIsochronSectionBegin;
const void * pvIsochronSection;

static IsochronSection_t xLongest;

static portFORCE_INLINE uint32_t prvCycles( void )
{
    uint32_t ulCycles;

    __asm volatile( "csrr %0, mcycle" : "=r"( ulCycles ) );

    return ulCycles;
}

/* Takes down how long the present section, if there is one, has lasted. With interrupts masked. */
void vIsochronTimeSection( void )
{
    const uint32_t ulCycles = prvCycles() - ulIsochronSectionBegin;

    if( ( xCriticalNesting != 0U ) && ( ulCycles > xLongest.ulCycles ) )
    {
        xLongest.ulCycles = ulCycles;
        xLongest.pvWhere = pvIsochronSection;

        #if ( configISOCHRON_USE_SECTION_HOOK == 1 )
        {
            vApplicationIsochronSectionHook( &xLongest );
            vKernelYieldIfPending();
        }
        #endif
    }
}

void vIsochronEnterCritical( void )
{
    uint32_t ulNow;

    portDISABLE_INTERRUPTS();
    ulNow = prvCycles();

    if( xCriticalNesting == 0U )
    {
        ulIsochronSectionBegin = ulNow;
        pvIsochronSection = __builtin_return_address( 0 );
    }

    xCriticalNesting++;
}

void vIsochronExitCritical( void )
{
    if( xCriticalNesting == 1U )
    {
        vIsochronTimeSection();
    }

    xCriticalNesting--;

    if( xCriticalNesting == 0U )
    {
        portENABLE_INTERRUPTS();
    }
}

void vIsochronMonitorGetLongestSection( IsochronSection_t * pxSection )
{
    taskENTER_CRITICAL();
    {
        *pxSection = xLongest;
    }
    taskEXIT_CRITICAL();
}

void vIsochronMonitorClearLongestSection( void )
{
    taskENTER_CRITICAL();
    {
        xLongest = ( IsochronSection_t ) { 0 };

        /* The present one counts from here. */
        ulIsochronSectionBegin = prvCycles();
    }
    taskEXIT_CRITICAL();
}
