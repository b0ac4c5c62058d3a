/* SPDX-License-Identifier: Apache-2.0 */

/* Does FreeRTOSConfig.h fit the hardware? And what happens when a command is refused. */
#include "kernel.h"
#include "../common/configuration_report.c"

#if ( configNUMBER_OF_CORES > 1 )
    #ifndef isochronSEVERAL_CORES
        #error \
            "This attachment of the hardware kernel is for one core: set configNUMBER_OF_CORES to 1, or choose the attachment bus."
    #endif

    #if ( configUSE_PREEMPTION == 0 )
        #error "With several cores the hardware kernel preempts: set configUSE_PREEMPTION to 1."
    #endif

    #if ( configISOCHRON_USE_MONITOR_HOOK != 0 ) || ( configISOCHRON_MONITOR_CRITICAL_SECTIONS != 0 ) || \
        ( configUSE_TICKLESS_IDLE != 0 )
        #error \
            "With several cores the hardware kernel has no monitor yet and no tickless idle: set configISOCHRON_USE_MONITOR_HOOK, configISOCHRON_MONITOR_CRITICAL_SECTIONS and configUSE_TICKLESS_IDLE to 0."
    #endif

    #if ( isochronSWITCH_IN_SOFTWARE != 0 ) || ( configGENERATE_RUN_TIME_STATS != 0 )
        #error \
            "With several cores the hardware kernel has no code at switches yet: set configCHECK_FOR_STACK_OVERFLOW, configGENERATE_RUN_TIME_STATS, configUSE_POSIX_ERRNO and configUSE_C_RUNTIME_TLS_SUPPORT to 0, and define no trace macros of switches."
    #endif
#endif

#if ( configTICK_TYPE_WIDTH_IN_BITS != TICK_TYPE_WIDTH_32_BITS )
    #error \
        "The hardware kernel has a 32-bit tick: set configTICK_TYPE_WIDTH_IN_BITS to TICK_TYPE_WIDTH_32_BITS, or configUSE_HW_ACCELERATION to 0."
#endif

#if ( configUSE_CO_ROUTINES != 0 )
    #error \
        "The hardware kernel has no co-routines, which FreeRTOS keeps for old programs only: set configUSE_CO_ROUTINES to 0, or configUSE_HW_ACCELERATION to 0."
#endif

#if ( configTASK_NOTIFICATION_ARRAY_ENTRIES > 4 )
    #error \
        "The hardware kernel has at most four notifications per task: set configTASK_NOTIFICATION_ARRAY_ENTRIES to at most 4, or configUSE_HW_ACCELERATION to 0."
#endif

#if ( portUSING_MPU_WRAPPERS == 1 )
    #error "The hardware kernel does not support FreeRTOS's MPU wrappers."
#endif

#if !defined( configMAX_HW_ACCELERATION_TASKS ) || !defined( configMAX_HW_ACCELERATION_SEMAPHORES )
    #error \
        "Define configMAX_HW_ACCELERATION_TASKS and configMAX_HW_ACCELERATION_SEMAPHORES in FreeRTOSConfig.h: the hardware kernel's number of tasks and of semaphores."
#endif

/* Bits that the application wants of an event group. The hardware has FreeRTOS's 24, or none when it
 * was built without event groups. */
#ifndef configHW_ACCELERATOR_FLAG_BITS
    #define configHW_ACCELERATOR_FLAG_BITS 0
#endif
#define configurationFLAG_BITS 24U

/* The scan for expired delays takes this many cycles for each task (hardware/registers). */
#define configurationCYCLES_PER_TASK_AND_TICK 16U

#if ( configNUMBER_OF_CORES > 1 ) && ( configRUN_MULTIPLE_PRIORITIES == 0 )
    #define configurationONE_PRIORITY ISOCHRON_CONTROL_ONE_PRIORITY_MASK
#else
    #define configurationONE_PRIORITY 0U
#endif

#define configurationMAGIC   ISOCHRON_IDENTIFICATION_MAGIC_RESET
#define configurationVERSION ISOCHRON_VERSION_MAJOR_RESET

/* Not inline, so that the creations after the first one save no registers for it. */
static __attribute__( ( noinline ) ) void prvInitialise( void )
{
    IsochronCapabilities_t xHardware;
    uint32_t ulVersion;

    if( isochronREGISTER( ISOCHRON_IDENTIFICATION_OFFSET ) != configurationMAGIC )
    {
        vIsochronConfigurationError(
            "There is no hardware kernel at configHW_ACCELERATION_BASE_ADDRESS. Correct the address in FreeRTOSConfig.h, or set configUSE_HW_ACCELERATION to 0." );
    }

    ulVersion = ( isochronREGISTER( ISOCHRON_VERSION_OFFSET ) & ISOCHRON_VERSION_MAJOR_MASK ) >>
                ISOCHRON_VERSION_MAJOR_SHIFT;
    vIsochronGetCapabilities( &xHardware );

    if( ulVersion != configurationVERSION )
    {
        prvMismatch( "the version of the register map that the kernel files expect", configurationVERSION,
                     "version", ulVersion, "Take kernel files and hardware from the same release." );
    }

    if( xHardware.uxTasks != ( configMAX_HW_ACCELERATION_TASKS ) )
    {
        prvMismatchOfNumber( "configMAX_HW_ACCELERATION_TASKS", configMAX_HW_ACCELERATION_TASKS,
                             "number of tasks", xHardware.uxTasks, "", "NTasks as configured." );
    }

    if( xHardware.uxSemaphores != ( configMAX_HW_ACCELERATION_SEMAPHORES ) )
    {
        prvMismatchOfNumber( "configMAX_HW_ACCELERATION_SEMAPHORES", configMAX_HW_ACCELERATION_SEMAPHORES,
                             "number of objects", xHardware.uxSemaphores, "", "NObjects as configured." );
    }

    if( xHardware.uxPriorities < ( configMAX_PRIORITIES ) )
    {
        prvMismatchOfNumber( "configMAX_PRIORITIES", configMAX_PRIORITIES, "number of priorities",
                             xHardware.uxPriorities, "at most ", "NPriorities as configured." );
    }

    if( xHardware.uxNotifications < ( configTASK_NOTIFICATION_ARRAY_ENTRIES ) )
    {
        prvMismatchOfNumber( "configTASK_NOTIFICATION_ARRAY_ENTRIES", configTASK_NOTIFICATION_ARRAY_ENTRIES,
                             "number of notifications of each task", xHardware.uxNotifications, "at most ",
                             "NNotifications as configured." );
    }

    if( xHardware.uxTickBits != ( sizeof( TickType_t ) * 8U ) )
    {
        prvMismatch( "the number of bits of configTICK_TYPE_WIDTH_IN_BITS", sizeof( TickType_t ) * 8U,
                     "width of the tick", xHardware.uxTickBits,
                     "Build the hardware with TimerWidth as configured." );
    }

    #if ( configHW_ACCELERATOR_FLAG_BITS > 0 )
    {
        const uint32_t ulFlagBits = ( xHardware.xEventGroups != pdFALSE ) ? configurationFLAG_BITS : 0U;

        if( ulFlagBits < ( uint32_t ) ( configHW_ACCELERATOR_FLAG_BITS ) )
        {
            prvMismatchOfNumber( "configHW_ACCELERATOR_FLAG_BITS", configHW_ACCELERATOR_FLAG_BITS,
                                 "number of bits in an event group", ulFlagBits, "at most ",
                                 "event groups." );
        }
    }
    #endif

    #if ( configISOCHRON_USE_MONITOR_HOOK != 0 )
    {
        if( xHardware.xMonitor == pdFALSE )
        {
            prvMismatch( "configISOCHRON_USE_MONITOR_HOOK", configISOCHRON_USE_MONITOR_HOOK, "monitor", 0U,
                         "Set the option to 0, or build the hardware with Monitor." );
        }
    }
    #endif

    #if ( ( configGENERATE_RUN_TIME_STATS == 1 ) && ( configISOCHRON_MONITOR_RUN_TIMES != 0 ) )
    {
        if( xHardware.xMonitor == pdFALSE )
        {
            prvMismatch( "configISOCHRON_MONITOR_RUN_TIMES", configISOCHRON_MONITOR_RUN_TIMES, "monitor", 0U,
                         "Set the option to 0, or build the hardware with Monitor." );
        }
    }
    #endif

    #if ( configNUMBER_OF_CORES > 1 ) && \
        ( ( configUSE_CORE_AFFINITY != 0 ) || ( configUSE_TASK_PREEMPTION_DISABLE != 0 ) )
    {
        if( ( isochronREGISTER( ISOCHRON_WIDTHS_OFFSET ) & ISOCHRON_WIDTHS_AFFINITY_MASK ) == 0U )
        {
            prvMismatch( "configUSE_CORE_AFFINITY or configUSE_TASK_PREEMPTION_DISABLE", 1U, "affinity", 0U,
                         "Set both options to 0, or build the hardware with Affinity." );
        }
    }
    #endif

    #if ( configUSE_TICKLESS_IDLE != 0 )
    {
        if( xHardware.xTicklessIdle == pdFALSE )
        {
            prvMismatch( "configUSE_TICKLESS_IDLE", configUSE_TICKLESS_IDLE, "support of tickless idle", 0U,
                         "Set the option to 0, or build the hardware with Tickless." );
        }
    }
    #endif

    if( ( ( configCPU_CLOCK_HZ ) / ( configTICK_RATE_HZ ) ) <
        ( configurationCYCLES_PER_TASK_AND_TICK * xHardware.uxTasks ) )
    {
        prvMismatch( "configCPU_CLOCK_HZ / configTICK_RATE_HZ",
                     ( configCPU_CLOCK_HZ ) / ( configTICK_RATE_HZ ), "shortest tick in cycles",
                     configurationCYCLES_PER_TASK_AND_TICK * xHardware.uxTasks, "Lower configTICK_RATE_HZ." );
    }

    isochronSET_REGISTER(
        ISOCHRON_CONTROL_OFFSET,
        ( ( configUSE_PREEMPTION != 0 ) ? ISOCHRON_CONTROL_PREEMPTION_MASK : 0U ) |
            ( ( configUSE_TIME_SLICING != 0 ) ? ISOCHRON_CONTROL_TIME_SLICING_MASK : 0U ) |
            ( ( configUSE_TICK_HOOK != 0 ) ? ISOCHRON_CONTROL_TICK_HOOK_MASK : 0U ) |
            ( ( configISOCHRON_USE_MONITOR_HOOK != 0 ) ? ISOCHRON_CONTROL_MONITOR_MASK : 0U ) |
            configurationONE_PRIORITY );

    #if ( configNUMBER_OF_CORES > 1 ) && ( configRUN_MULTIPLE_PRIORITIES == 0 )
    {
        if( ( isochronREGISTER( ISOCHRON_CONTROL_OFFSET ) & ISOCHRON_CONTROL_ONE_PRIORITY_MASK ) == 0U )
        {
            prvMismatch( "configRUN_MULTIPLE_PRIORITIES", 0U, "choice of one priority at a time", 0U,
                         "Set the option to 1, or build the hardware with OnePriority." );
        }
    }
    #endif

    /* Timers may be started before the scheduler is. */
    isochronSET_REGISTER( ISOCHRON_TICK_OFFSET, ( TickType_t ) configINITIAL_TICK_COUNT );
}

void vKernelInitialise( void )
{
    static BaseType_t xInitialised = pdFALSE;

    if( xInitialised == pdFALSE )
    {
        xInitialised = pdTRUE;
        prvInitialise();
    }
}

void vIsochronGetCapabilities( IsochronCapabilities_t * pxCapabilities )
{
    uint32_t ulWidths = isochronREGISTER( ISOCHRON_WIDTHS_OFFSET );

    pxCapabilities->uxTasks = isochronREGISTER( ISOCHRON_TASKS_OFFSET );
    pxCapabilities->uxPriorities = isochronREGISTER( ISOCHRON_PRIORITIES_OFFSET );
    pxCapabilities->uxSemaphores = isochronREGISTER( ISOCHRON_OBJECTS_OFFSET );
    pxCapabilities->uxLines = isochronREGISTER( ISOCHRON_LINES_OFFSET );
    pxCapabilities->uxTickBits = ( ulWidths & ISOCHRON_WIDTHS_TIMER_MASK ) >> ISOCHRON_WIDTHS_TIMER_SHIFT;
    pxCapabilities->uxNotifications =
        ( ulWidths & ISOCHRON_WIDTHS_NOTIFICATIONS_MASK ) >> ISOCHRON_WIDTHS_NOTIFICATIONS_SHIFT;
    pxCapabilities->xEventGroups =
        ( ( ulWidths & ISOCHRON_WIDTHS_EVENT_GROUPS_MASK ) != 0U ) ? pdTRUE : pdFALSE;
    pxCapabilities->xTicklessIdle = ( ( ulWidths & ISOCHRON_WIDTHS_TICKLESS_MASK ) != 0U ) ? pdTRUE : pdFALSE;
    pxCapabilities->xMonitor = ( ( ulWidths & ISOCHRON_WIDTHS_MONITOR_MASK ) != 0U ) ? pdTRUE : pdFALSE;
    pxCapabilities->uxCountBits = ( ulWidths & ISOCHRON_WIDTHS_COUNT_MASK ) >> ISOCHRON_WIDTHS_COUNT_SHIFT;
}
