/* SPDX-License-Identifier: Apache-2.0 */

/* What programs share that have tasks on all cores, or on one where there are no others. */
#pragma once

#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "task.h"

#include "random.h"

#define CORES configNUMBER_OF_CORES
#define STACK 512

/* A task that begins on this core. */
static inline void create_on( uint32_t core, TaskFunction_t function, void * parameter, UBaseType_t priority,
                              TaskHandle_t * task )
{
#if CORES > 1
    xTaskCreateAffinitySet( function, "", STACK, parameter, priority, 1UL << core, task );
#else
    ( void ) core;
    xTaskCreate( function, "", STACK, parameter, priority, task );
#endif
}

/* One that has a number, which says where it begins. */
static inline void create( TaskFunction_t function, int number, UBaseType_t priority, TaskHandle_t * task )
{
    create_on( ( uint32_t ) number % CORES, function, ( void * ) ( uintptr_t ) number, priority, task );
}

/* Suspends a task, and gives it another priority and another core, if there is one. */
static inline void displace( TaskHandle_t task, random_t * generator )
{
    vTaskPrioritySet( task, 2 + random_below( generator, 9 ) );
    vTaskSuspend( task );
#if CORES > 1
    vTaskCoreAffinitySet( task, 1UL << random_below( generator, CORES ) );
#endif
}

/* Ends the program. */
static inline void fail( const char * what, uint32_t number )
{
    printf( "%s: %lu\n", what, ( unsigned long ) number );
    board_exit( 1 );
}
