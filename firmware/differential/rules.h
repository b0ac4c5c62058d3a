/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What scenarios do not do, because the kernels are known to differ there (docs/kernel.md,
 * docs/hardware-kernel.md) or because FreeRTOS leaves it undefined. Each rule has a name; a
 * scenario may switch it off (`without NAME`), to test the fix or to show the difference.
 */
#ifndef RULES_H
#define RULES_H

#include <stdbool.h>
#include <stddef.h>

struct rules
{
    /* Nobody changes the priority of a task that is in a call on an object: the hardware kernel
     * places later waiters by the old one. */
    bool priority_of_waiter;

    /* Ticks and lines come when interrupts are enabled: those of the hardware kernel do not wait
     * for that. */
    bool events_while_masked;

    /* Nobody deletes an object while a task is in a call on it: undefined in FreeRTOS. */
    bool deletion_with_waiters;

    /* No task has the idle task's priority, and a routine that interrupts the idle task asks for a
     * switch: the hardware kernel's idle task yields under another condition. */
    bool idle_yield;

    /* No switch from or to a critical section while an interrupt is pending: the hardware kernel
     * enables interrupts for a moment at both ends. So a task in a critical section skips
     * everything but its end while one is, and none comes while there is another such task. */
    bool switch_in_critical;

    /* An event inside a call comes at the next gap: some of these scenarios differ, and nobody has
     * judged yet whether a kernel or the comparison is wrong. */
    bool event_inside_call;
};

/* The rules of the present scenario. */
extern struct rules rules;

void rules_reset( void );

/* The names of all rules, from index 0; NULL after the last one. */
const char * rules_name( size_t index );

/* False when there is no such rule. */
bool rules_switch_off( const char * name );

#endif /* RULES_H */
