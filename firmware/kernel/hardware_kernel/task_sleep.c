/* SPDX-License-Identifier: Apache-2.0 */

/* What the idle task asks of the hardware: an equal to yield to; tickless, how long nothing is due, and
 * the ticks that were slept through. */
#ifndef ISOCHRON_HARDWARE_KERNEL_TASK_SLEEP_C
#define ISOCHRON_HARDWARE_KERNEL_TASK_SLEEP_C

#include "kernel.h"

#if ( ( configUSE_PREEMPTION == 1 ) && ( configIDLE_SHOULD_YIELD == 1 ) )

/* Yields if another task of the caller's priority is ready. */
static void prvYieldToEqual( void )
{
    ( void ) ulIsochronCall( isochronCOMMAND( ISOCHRON_TASK_YIELD_OFFSET, 0 ), kernelYIELD_TO_EQUAL );
}

#endif

#if ( configUSE_TICKLESS_IDLE != 0 )

/* The value of IDLE_TICKS when no task waits for a tick. */
    #define sleepFOR_EVER ( ( TickType_t ) ~( ( TickType_t ) 0U ) )

/* The identifiers of STEP_TICK. */
    #define sleepVISIBLE_TICK 0U
    #define sleepPENDED_TICK  1U

/* Ticks before the one at which a task is due. The scheduler must be suspended: the hardware
 * looks for the nearest deadline then, and a task that an interrupt wakes starts that again. It
 * takes at most four cycles for each delayed task (hardware/registers/isochron.rdl). */
static TickType_t prvTicksBeforeDeadline( void )
{
    const uint32_t ulMask = ISOCHRON_STATUS_SUSPENDED_MASK | ISOCHRON_STATUS_IDLE_TICKS_VALID_MASK;

    while( ( isochronREGISTER( ISOCHRON_STATUS_OFFSET ) & ulMask ) == ISOCHRON_STATUS_SUSPENDED_MASK )
    {
        /* Not found yet. */
    }

    return isochronREGISTER( ISOCHRON_IDLE_TICKS_OFFSET );
}

/* FreeRTOS's xNextTaskUnblockTime - xTickCount, which never reaches past the tick's wrap. */
static TickType_t prvTicksToDeadline( void )
{
    const TickType_t xTicks = prvTicksBeforeDeadline();
    const TickType_t xTicksToWrap = portMAX_DELAY - isochronREGISTER( ISOCHRON_TICK_OFFSET );

    return ( xTicks < xTicksToWrap ) ? ( xTicks + 1U ) : xTicksToWrap;
}

/* As FreeRTOS's function of this name, but only with the scheduler suspended. */
static TickType_t prvGetExpectedIdleTime( void )
{
    /* Somebody else of idle's priority, or above it when nobody preempts. */
    if( ( isochronREGISTER( ISOCHRON_STATUS_OFFSET ) & ISOCHRON_STATUS_OTHER_READY_MASK ) != 0U )
    {
        return 0;
    }

    return prvTicksToDeadline();
}

/* For the idle task: sleeps, if it is worth it. */
static void prvSleep( void )
{
    TickType_t xExpectedIdleTime;

    /* The end of a suspension would switch to a task that a service routine has woken without asking
     * for a switch. It has to wait, as in FreeRTOS, which begins no suspension then. */
    if( ( isochronREGISTER( ISOCHRON_STATUS_OFFSET ) & ISOCHRON_STATUS_YIELD_PENDING_MASK ) != 0U )
    {
        return;
    }

    vTaskSuspendAll();
    {
        xExpectedIdleTime = prvGetExpectedIdleTime();
        configPRE_SUPPRESS_TICKS_AND_SLEEP_PROCESSING( xExpectedIdleTime );

        if( xExpectedIdleTime >= ( TickType_t ) configEXPECTED_IDLE_TIME_BEFORE_SLEEP )
        {
            traceLOW_POWER_IDLE_BEGIN();
            portSUPPRESS_TICKS_AND_SLEEP( xExpectedIdleTime );
            traceLOW_POWER_IDLE_END();
        }
    }
    ( void ) xTaskResumeAll();
}

eSleepModeStatus eTaskConfirmSleepModeStatus( void )
{
    const uint32_t ulStatus = isochronREGISTER( ISOCHRON_STATUS_OFFSET );
    eSleepModeStatus eReturn = eStandardSleep;

    traceENTER_eTaskConfirmSleepModeStatus();

    if( ( ulStatus & ( ISOCHRON_STATUS_WORK_PENDED_MASK | ISOCHRON_STATUS_YIELD_PENDING_MASK ) ) != 0U )
    {
        eReturn = eAbortSleep;
    }

        #if ( INCLUDE_vTaskSuspend == 1 )
    else if( ( ( ulStatus & ISOCHRON_STATUS_OTHER_READY_MASK ) == 0U ) &&
             ( prvTicksBeforeDeadline() == sleepFOR_EVER ) )
    {
        eReturn = eNoTasksWaitingTimeout;
    }
        #endif

    traceRETURN_eTaskConfirmSleepModeStatus( eReturn );

    return eReturn;
}

void vTaskStepTick( TickType_t xTicksToJump )
{
    TickType_t xTicksToDeadline;

    traceENTER_vTaskStepTick( xTicksToJump );

    configASSERT( uxSchedulerSuspended != 0U );
    xTicksToDeadline = prvTicksToDeadline();
    configASSERT( xTicksToJump <= xTicksToDeadline );

    /* The tick at which a task is due comes at the end of the suspension. */
    if( xTicksToJump == xTicksToDeadline )
    {
        configASSERT( xTicksToJump != ( TickType_t ) 0U );
        ( void ) ulIsochronCall( isochronCOMMAND( ISOCHRON_TASK_STEP_TICK_OFFSET, sleepPENDED_TICK ), 1U );
        xTicksToJump--;
    }

    ( void ) ulIsochronCall( isochronCOMMAND( ISOCHRON_TASK_STEP_TICK_OFFSET, sleepVISIBLE_TICK ),
                             xTicksToJump );

    traceINCREASE_TICK_COUNT( xTicksToJump );
    traceRETURN_vTaskStepTick();
}

#endif /* configUSE_TICKLESS_IDLE */

#endif /* ISOCHRON_HARDWARE_KERNEL_TASK_SLEEP_C */
