/* SPDX-License-Identifier: Apache-2.0 */

/* Start, interrupts, and the lock of the scheduler. */
#include "internal.h"

volatile uint32_t ucos2_interrupts;
volatile uint32_t ucos2_locks;
BaseType_t ucos2_woken;

void OSInit( void )
{
}

void OSStart( void )
{
    vTaskStartScheduler();
}

void OSIntEnter( void )
{
    ucos2_interrupts++;
}

void OSIntExit( void )
{
    ucos2_interrupts--;

    if( ucos2_interrupts == 0U )
    {
        BaseType_t woken = ucos2_woken;

        ucos2_woken = pdFALSE;
        portYIELD_FROM_ISR( woken );
    }
}

void OSSchedLock( void )
{
    if( ucos2_interrupts == 0U )
    {
        vTaskSuspendAll();
        ucos2_locks++;
    }
}

void OSSchedUnlock( void )
{
    if( ( ucos2_interrupts == 0U ) && ( ucos2_locks != 0U ) )
    {
        ucos2_locks--;
        ( void ) xTaskResumeAll();
    }
}

INT16U OSVersion( void )
{
    return OS_VERSION;
}
