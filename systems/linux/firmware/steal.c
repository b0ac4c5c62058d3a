/* SPDX-License-Identifier: Apache-2.0 */

#include "FreeRTOS.h"
#include "task.h"
#include "isochron_monitor.h"

#include "machine.h"
#include "sbi.h"
#include "steal.h"

#define NANOSECONDS ( 1000000000U / configCPU_CLOCK_HZ ) /* in a cycle */
#define NOWHERE     UINT32_MAX

/* What Linux reads. */
struct steal
{
    volatile uint32_t sequence; /* odd while the rest is written */
    uint32_t flags;
    uint64_t nanoseconds;
    uint8_t preempted;
    uint8_t padding[ 47 ];
};

static struct steal * told;

void steal_forget( void )
{
    told = NULL;
}

int32_t steal_set( uint32_t low, uint32_t high, uint32_t flags )
{
    if( ( flags == 0 ) && ( low == NOWHERE ) && ( high == NOWHERE ) )
    {
        steal_forget();
        return SBI_OK;
    }

    if( ( flags != 0 ) || ( low % sizeof( struct steal ) != 0 ) )
    {
        return SBI_INVALID_PARAM;
    }

    if( ( high != 0 ) || ( low < RAM_BEGIN ) || ( low >= RAM_END ) )
    {
        return SBI_INVALID_ADDRESS;
    }

    told = ( struct steal * ) ( uintptr_t ) low;
    *told = ( struct steal ) { 0 };
    return SBI_OK;
}

/* All time but its own is other tasks': it is never without something to do. */
void steal_tell( void )
{
    IsochronMonitor_t monitor;

    if( told != NULL )
    {
        vIsochronMonitorGet( xTaskGetCurrentTaskHandle(), &monitor );
        told->sequence++;
        told->nanoseconds = ( ullIsochronMonitorCycles() - monitor.ullRunTime ) * NANOSECONDS;
        told->sequence++;
    }
}
