/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's port layer for a native process: FreeRTOS as it is, the oracle. */
#include "FreeRTOS.h"
#include "task.h"
#include "host_contexts.h"
#include "host_tick.h"

extern void * volatile pxCurrentTCB;

bool bHostSwitchesLater = false;
static bool bSwitchPending = false;
static bool bStarted = false;

/* Runs the task that FreeRTOS has chosen; returns when it chooses the caller again. Nesting is
 * the task's, as on FreeRTOS's RISC-V port. */
static void prvRunChosenTask( void )
{
    size_t xNesting = xCriticalNesting;
    struct machine_context * pxChosen = pxHostContext( pxCurrentTCB );

    if( pxChosen != machine_running() )
    {
        xCriticalNesting = 0; /* A new task's; one that ran before restores its own. */
        machine_switch( pxChosen );
        xCriticalNesting = xNesting;
    }
}

void vPortYield( void )
{
    bool xMasked = machine_is_masked();

    if( !bStarted )
    {
        /* On a processor it would run a task, from which main() does not come back. What it chooses is what
         * runs first then. */
        vTaskSwitchContext();
        return;
    }

    if( bHostSwitchesLater )
    {
        /* Unless interrupts are masked, at the next point; an interrupt that comes there is first,
         * and both end in one switch. */
        bSwitchPending = true;
        machine_point();
        return;
    }

    machine_mask();
    vTaskSwitchContext();
    prvRunChosenTask();

    if( !xMasked )
    {
        machine_unmask();
    }
}

void vPortSwitchAfterInterrupt( void )
{
    if( bHostSwitchesLater )
    {
        bSwitchPending = true;
    }
    else
    {
        vTaskSwitchContext();
    }
}

BaseType_t xPortStartScheduler( void )
{
    bStarted = true;
    vHostStartTick();
    prvRunChosenTask();

    /* Not reached: only tasks run from here on. */
    return pdFAIL;
}

bool machine_port_switch_requested( void )
{
    return bSwitchPending || bHostTickInterrupts();
}

bool machine_port_interrupt( void )
{
    return bHostServeTick();
}

void machine_port_leave_interrupt( void )
{
    /* After the last interrupt that waits. */
    if( bSwitchPending && !machine_is_pending() )
    {
        bSwitchPending = false;
        vTaskSwitchContext();
    }

    prvRunChosenTask();
}
