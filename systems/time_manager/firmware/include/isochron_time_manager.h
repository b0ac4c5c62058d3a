/* SPDX-License-Identifier: Apache-2.0 */

/* Access to the hardware time manager: docs/explanation/time-manager.md. Times and delays are in clock
 * cycles. A task is one of the hardware's, from 0 on; what it stands for is its user's affair. */
#pragma once

#include <stdint.h>

#include "FreeRTOSConfig.h"
#include "isochron_time_manager_constants.h"

#ifndef configISOCHRON_TIME_MANAGER_BASE_ADDRESS
    #error \
        "Define configISOCHRON_TIME_MANAGER_BASE_ADDRESS in FreeRTOSConfig.h: where the time manager's registers are."
#endif

/* A register, and one of an array. */
#define isochronTIME_REGISTER( name ) isochronTIME_REGISTER_OF( name, 0 )
#define isochronTIME_REGISTER_OF( name, index )                              \
    ( ( ( volatile uint32_t * ) ( configISOCHRON_TIME_MANAGER_BASE_ADDRESS + \
                                  ISOCHRON_TIME_MANAGER_##name##_OFFSET ) )[ index ] )

/* Words of one bit for each task. */
#define isochronTIME_MANAGER_WORDS 2U

/* How many tasks the hardware was built for. */
static inline uint32_t ulIsochronTimeManagerTasks( void )
{
    return isochronTIME_REGISTER( IDENTIFICATION ) & ISOCHRON_TIME_MANAGER_IDENTIFICATION_TASKS_MASK;
}

/* GetTime. Safe for any number of readers: if the low word wraps between the loads, the high words
 * differ, and all is loaded again. */
static inline uint64_t ullIsochronTimeManagerGetTime( void )
{
    uint32_t ulHigh, ulLow;

    do
    {
        ulHigh = isochronTIME_REGISTER( TIME_HIGH );
        ulLow = isochronTIME_REGISTER( TIME_LOW );
    } while( ulHigh != isochronTIME_REGISTER( TIME_HIGH ) );

    return ( ( uint64_t ) ulHigh << 32 ) | ulLow;
}

/* SetTime. It moves no delay. Not for two at a time. */
static inline void vIsochronTimeManagerSetTime( uint64_t ullTime )
{
    isochronTIME_REGISTER( TIME_HIGH ) = ( uint32_t ) ( ullTime >> 32 );
    isochronTIME_REGISTER( TIME_LOW ) = ( uint32_t ) ullTime;
}

/* TaskDelay: the task is to wake so many cycles from now; fewer than 4 count as 4. Calls for one
 * task do not mix: they are one task's, or are masked. */
static inline void vIsochronTimeManagerDelay( uint32_t ulTask, uint64_t ullCycles )
{
    if( ( ullCycles >> 32 ) != 0U )
    {
        isochronTIME_REGISTER_OF( HIGH, ulTask ) = ( uint32_t ) ( ullCycles >> 32 );
    }

    isochronTIME_REGISTER_OF( DELAY, ulTask ) = ( uint32_t ) ullCycles;
}

/* The same from the end of the task's last delay, which there must have been. */
static inline void vIsochronTimeManagerNext( uint32_t ulTask, uint64_t ullCycles )
{
    if( ( ullCycles >> 32 ) != 0U )
    {
        isochronTIME_REGISTER_OF( HIGH, ulTask ) = ( uint32_t ) ( ullCycles >> 32 );
    }

    isochronTIME_REGISTER_OF( NEXT, ulTask ) = ( uint32_t ) ullCycles;
}

/* GetTasksToWake: 32 tasks of them, a bit for each. */
static inline uint32_t ulIsochronTimeManagerToWake( uint32_t ulWord )
{
    return isochronTIME_REGISTER_OF( WAKE, ulWord );
}

/* ClearTask, for those whose bits are set. */
static inline void vIsochronTimeManagerClear( uint32_t ulWord, uint32_t ulTasks )
{
    isochronTIME_REGISTER_OF( WAKE, ulWord ) = ulTasks;
}

/* Ends the task's delay, over or not: it is not to wake. */
static inline void vIsochronTimeManagerCancel( uint32_t ulTask )
{
    isochronTIME_REGISTER_OF( CANCEL, ulTask ) = 0U;

    /* A delay that is over within two cycles of that ends after all. This load takes them. */
    ( void ) isochronTIME_REGISTER( IDENTIFICATION );
    vIsochronTimeManagerClear( ulTask / 32U, 1UL << ( ulTask % 32U ) );
}
