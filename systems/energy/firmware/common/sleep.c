/* SPDX-License-Identifier: Apache-2.0 */

/* The idle task sleeps until an interrupt. Interrupts are masked meanwhile, so that what a sleep takes is
 * read before they are served. */
#include "FreeRTOS.h"
#include "task.h"

#include "sleep.h"

uint32_t ulAsleep;

static uint32_t prvCycles( void )
{
    uint32_t ulCycles;

    __asm volatile( "csrr %0, mcycle" : "=r"( ulCycles )::"memory" );
    return ulCycles;
}

static void prvSleep( void )
{
    const uint32_t ulBegin = prvCycles();

    __asm volatile( "wfi" ::: "memory" );
    ulAsleep += prvCycles() - ulBegin;
}

/* Whether the idle task has gone round without a sleep: tickless idle needs two ticks at least. */
static BaseType_t xAwake = configUSE_TICKLESS_IDLE == 0;

/* FreeRTOS's hook: sleeps until the next tick. */
void vApplicationIdleHook( void )
{
    if( xAwake )
    {
        portDISABLE_INTERRUPTS();
        prvSleep();
        portENABLE_INTERRUPTS();
    }

    xAwake = pdTRUE;
}

#if configUSE_TICKLESS_IDLE != 0

/* Of FreeRTOS's port for RISC-V. */
extern uint64_t ullNextTime; /* that of the tick after the next one */
extern const size_t uxTimerIncrementsForOneTick;

static volatile uint32_t * const pulTime = ( volatile uint32_t * ) configMTIME_BASE_ADDRESS;
static volatile uint32_t * const pulCompare = ( volatile uint32_t * ) configMTIMECMP_BASE_ADDRESS;

static uint64_t prvTime( void )
{
    uint32_t ulHigh, ulLow;

    do
    {
        ulHigh = pulTime[ 1 ];
        ulLow = pulTime[ 0 ];
    } while( ulHigh != pulTime[ 1 ] );

    return ( ( uint64_t ) ulHigh << 32 ) | ulLow;
}

/* Lets the timer interrupt at some time. It does not in between. */
static void prvSetTimer( uint64_t ullTime )
{
    pulCompare[ 1 ] = UINT32_MAX;
    pulCompare[ 0 ] = ( uint32_t ) ullTime;
    pulCompare[ 1 ] = ( uint32_t ) ( ullTime >> 32 );
}

/* The timer's next interrupt is that of the last of so many ticks. If another interrupt ends the sleep,
 * it is that of the first tick that has not come. */
void vSleepThroughTicks( uint32_t ulIdleTicks )
{
    const uint64_t ullTick = uxTimerIncrementsForOneTick;
    const uint64_t ullFirst = ullNextTime - ullTick;
    uint32_t ulStepped = ulIdleTicks - 1U;

    xAwake = pdFALSE;
    portDISABLE_INTERRUPTS();

    if( eTaskConfirmSleepModeStatus() != eAbortSleep )
    {
        uint64_t ullTime;

        prvSetTimer( ullFirst + ulStepped * ullTick );
        prvSleep();
        ullTime = prvTime();

        if( ullTime < ullFirst + ulStepped * ullTick )
        {
            ulStepped = ( ullTime < ullFirst ) ? 0U : ( uint32_t ) ( ( ullTime - ullFirst ) / ullTick ) + 1U;
            prvSetTimer( ullFirst + ulStepped * ullTick );
        }

        ullNextTime += ulStepped * ullTick;
        vTaskStepTick( ulStepped );
    }

    portENABLE_INTERRUPTS();
}

#endif
