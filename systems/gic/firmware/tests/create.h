/* SPDX-License-Identifier: Apache-2.0 */

/* A task that begins on the core of its number, where there are several. */
#ifndef CREATE_H
#define CREATE_H

#include "FreeRTOS.h"
#include "task.h"

#define CORES configNUMBER_OF_CORES
#define STACK 512

static inline void create( TaskFunction_t function, int number, UBaseType_t priority, TaskHandle_t * task )
{
    void * const parameter = ( void * ) ( uintptr_t ) number;

#if CORES > 1
    xTaskCreateAffinitySet( function, "", STACK, parameter, priority, 1UL << ( number % CORES ), task );
#else
    xTaskCreate( function, "", STACK, parameter, priority, task );
#endif
}

#endif /* CREATE_H */
