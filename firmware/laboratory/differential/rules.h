/* SPDX-License-Identifier: Apache-2.0 */

/* What scenarios do not do, because the kernels are known to differ there
 * (docs/reference/differences.md) or because FreeRTOS leaves it undefined. Each rule has a name; a
 * scenario may switch it off (`without NAME`), to test the fix or to show the difference, or on
 * (`with NAME`). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct rules
{
    /* A scenario ends when a task is in a call on an object, another one is, too, and the first
     * one's priority has changed since its call began: the hardware kernel places later waiters by
     * the old one. */
    bool priority_of_waiter;

    /* Ticks and lines come when interrupts are enabled: those of the hardware kernel do not wait
     * for that. */
    bool events_while_masked;

    /* Nobody deletes an object while a task is in a call on it: undefined in FreeRTOS. An event
     * group may be deleted while all of these are blocked. */
    bool deletion_with_waiters;

    /* Nobody deletes a task that holds a mutex, or a mutex that a task holds: in FreeRTOS the
     * mutex, or the task's count of mutexes, is wrong for ever. */
    bool deletion_of_holder;

    /* A tick inside a call is over before the call goes on: a call that blocks or switches between two
     * tasks' becoming ready at one tick changes the order of equals in the hardware's lists. It is off
     * in scenarios without equals. */
    bool whole_ticks;

    /* Nobody deletes a task that another one names in a call inside which an event came, which is not over,
     * and which FreeRTOS does not allow on a deleted task, or on one whose memory is freed. */
    bool deletion_while_named;

    /* While interrupts are masked one event waits; the others come at later gaps. With contexts, a second
     * one that waits may be served before a task goes on that has interrupts masked
     * (docs/explanation/contexts.md). It is off unless a scenario wants it. */
    bool one_waits;
};

/* The rules of the present scenario. */
extern struct rules rules;

void rules_reset( void );

/* The names of all rules, from index 0; NULL after the last one. */
const char * rules_name( size_t index );

/* False when there is no such rule. */
bool rules_set( const char * name, bool is_on );
