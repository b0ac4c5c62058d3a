/* SPDX-License-Identifier: Apache-2.0 */

/* Does FreeRTOSConfig.h fit the hybrid? And what happens when a message is refused. */
#ifndef ISOCHRON_HYBRID_CONFIGURATION_C
#define ISOCHRON_HYBRID_CONFIGURATION_C

#include "kernel.h"
#include "task_lists.c"
#include <kernel/common/configuration_report.c>

#if ( configNUMBER_OF_CORES > 1 )
    #error "The hybrid schedules one core: set configNUMBER_OF_CORES to 1, or configUSE_HW_ACCELERATION to 0."
#endif

#if ( configTICK_TYPE_WIDTH_IN_BITS != TICK_TYPE_WIDTH_32_BITS )
    #error \
        "The hybrid has a 32-bit tick: set configTICK_TYPE_WIDTH_IN_BITS to TICK_TYPE_WIDTH_32_BITS, or configUSE_HW_ACCELERATION to 0."
#endif

#if ( configUSE_CO_ROUTINES != 0 )
    #error \
        "The hybrid has no co-routines, which FreeRTOS keeps for old programs only: set configUSE_CO_ROUTINES to 0, or configUSE_HW_ACCELERATION to 0."
#endif

#if ( portUSING_MPU_WRAPPERS == 1 )
    #error "The hybrid does not support FreeRTOS's MPU wrappers."
#endif

#if ( portCRITICAL_NESTING_IN_TCB == 1 ) || ( portSTACK_GROWTH >= 0 )
    #error \
        "The hybrid's kernel files support ports that keep the nesting of critical sections themselves and whose stacks grow down, such as the one for RISC-V."
#endif

#if ( configISOCHRON_MONITOR_RUN_TIMES != 0 )
    #error "The hybrid has no monitor: set configISOCHRON_MONITOR_RUN_TIMES to 0."
#endif

#ifndef configMAX_HW_ACCELERATION_TASKS
    #error "Define configMAX_HW_ACCELERATION_TASKS in FreeRTOSConfig.h: the hybrid's number of tasks."
#endif

/* Clock cycles of the hybrid per tick. 0: no timer of its own, each call of xTaskIncrementTick() is a
 * tick. */
#ifndef configISOCHRON_TICK_PERIOD
    #define configISOCHRON_TICK_PERIOD ( ( configCPU_CLOCK_HZ ) / ( configTICK_RATE_HZ ) )
#endif

#define configurationVERSION ISOCHRON_HYBRID_REPLIES_IDENTIFICATION_VERSION_RESET

/* A part of a reply. */
#define configurationPART( ulWord, REPLY, FIELD )                          \
    ( ( ( ulWord ) & ISOCHRON_HYBRID_REPLIES_##REPLY##_##FIELD##_MASK ) >> \
      ISOCHRON_HYBRID_REPLIES_##REPLY##_##FIELD##_SHIFT )

static uint32_t prvIdentification( void )
{
    uint32_t ulHardware;

    /* Before the scheduler starts this masks interrupts for good, as in FreeRTOS. */
    taskENTER_CRITICAL();
    {
        ulHardware = ulMessageReport( IDENTIFICATION );
    }
    taskEXIT_CRITICAL();

    return ulHardware;
}

#define prvNumberOfLines() configurationPART( prvIdentification(), IDENTIFICATION, LINES )

static void prvInitialise( void )
{
    const uint32_t ulHardware = prvIdentification();

    if( configurationPART( ulHardware, IDENTIFICATION, VERSION ) != configurationVERSION )
    {
        prvMismatch(
            "the version of the messages that the kernel files send", configurationVERSION, "version",
            configurationPART( ulHardware, IDENTIFICATION, VERSION ),
            "If that is 0, there is no hybrid on this link; else take kernel files and hardware from the same release." );
    }

    if( configurationPART( ulHardware, IDENTIFICATION, TASKS ) != ( configMAX_HW_ACCELERATION_TASKS ) )
    {
        prvMismatchOfNumber( "configMAX_HW_ACCELERATION_TASKS", configMAX_HW_ACCELERATION_TASKS,
                             "number of tasks", configurationPART( ulHardware, IDENTIFICATION, TASKS ), "",
                             "NTasks as configured." );
    }

    if( configurationPART( ulHardware, IDENTIFICATION, PRIORITIES ) < ( configMAX_PRIORITIES ) )
    {
        prvMismatchOfNumber( "configMAX_PRIORITIES", configMAX_PRIORITIES, "number of priorities",
                             configurationPART( ulHardware, IDENTIFICATION, PRIORITIES ), "at most ",
                             "NPriorities as configured." );
    }

    taskENTER_CRITICAL();
    {
        vIsochronLinkPut( isochronLINK_SCHEDULER,
                          ISOCHRON_HYBRID_COMMAND_CONFIGURE |
                              messageFIELD( PREEMPTION, configUSE_PREEMPTION != 0 ) |
                              messageFIELD( TIME_SLICING, configUSE_TIME_SLICING != 0 ) |
                              messageFIELD( TICK_HOOK, configUSE_TICK_HOOK != 0 ) );

        /* Timers may be started before the scheduler is. */
        vMessageAdjust( SET, ( TickType_t ) configINITIAL_TICK_COUNT );
    }
    taskEXIT_CRITICAL();
}

void vKernelInitialise( void )
{
    static BaseType_t xInitialised = pdFALSE;

    if( xInitialised == pdFALSE )
    {
        xInitialised = pdTRUE;
        vListInitialise( &xPendingReadyList );
        prvInitialise();
    }
}

BaseType_t xIsochronHybridGetError( IsochronHybridError_t * pxError )
{
    uint32_t ulError;

    taskENTER_CRITICAL();
    {
        ulError = ulMessageReport( ERROR );
    }
    taskEXIT_CRITICAL();

    if( pxError != NULL )
    {
        pxError->uxCode = configurationPART( ulError, ERROR, CODE );
        pxError->uxCommand = configurationPART( ulError, ERROR, COMMAND );
        pxError->uxIdentifier = configurationPART( ulError, ERROR, ID );
        pxError->uxCount = configurationPART( ulError, ERROR, COUNT );
    }

    return ( ulError != 0U ) ? pdTRUE : pdFALSE;
}

#endif /* ISOCHRON_HYBRID_CONFIGURATION_C */
