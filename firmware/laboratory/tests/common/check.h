/* SPDX-License-Identifier: Apache-2.0 */

/* Checks for programs that look at a kernel from inside. A program has one director, a task that
 * drives the others; a check that fails ends the program. All programs are valid for every
 * kernel: stock FreeRTOS is the oracle. */
#pragma once

#include <stdint.h>

#include "FreeRTOS.h"
#include "task.h"

#include "checks.h"

/* Words of stack, enough to print. */
#define TEST_STACK 320

/* Creates a task; the test fails if that fails. The parameter is often a mark. */
TaskHandle_t create( TaskFunction_t function, uintptr_t parameter, UBaseType_t priority );

#if ( configUSE_MUTEXES == 1 )

/* Checks both priorities of a task. */
static inline void check_priorities( TaskHandle_t task, UBaseType_t current, UBaseType_t base )
{
    CHECK_EQUAL( uxTaskPriorityGet( task ), current );
    CHECK_EQUAL( uxTaskBasePriorityGet( task ), base );
}

#endif /* configUSE_MUTEXES */

/* Runs on, with no kernel call but reading the time, until a tick has just come; returns it. */
TickType_t next_tick( void );

/* Runs on in the same way until this tick. */
void run_until( TickType_t tick );

/* Lets an interrupt come that is pending, or that the hardware kernel is about to request: a core may
 * take one some instructions after it rises or is enabled. */
static inline void let_interrupts_come( void )
{
    __asm volatile( ".rept 32\n nop\n .endr" );
}

/* Starts the scheduler with the director as its only task (but idle). Does not return. */
void test_start( TaskFunction_t director, UBaseType_t priority );

/* Stands before the body of a director of this priority: the program passes at its end. */
#define TEST_PROGRAM( priority )              \
    static void tests( void );                \
    static void director( void * parameters ) \
    {                                         \
        ( void ) parameters;                  \
        tests();                              \
        test_passed();                        \
    }                                         \
    int main( void )                          \
    {                                         \
        test_start( director, ( priority ) ); \
    }                                         \
    static void tests( void )
