/* SPDX-License-Identifier: Apache-2.0 */

/* A scenario: what the tasks of a program do, and what interrupts them where. docs/explanation/oracle.md has
 * its text form. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MOST_TASKS    14
#define MOST_OBJECTS  12
#define MOST_LINES    4
#define MOST_ROUTINES 8
#define MOST_CALLS    64
#define MOST_EVENTS   1024
#define OPERANDS      6

struct operation;
struct object_kind;

/* One call of the API. */
struct call
{
    const struct operation * operation;
    int32_t operands[ OPERANDS ];
};

/* The calls of a task, which it repeats for ever, or of an interrupt service routine. */
struct script
{
    uint32_t priority;
    bool yields; /* the routine asks for a switch when it has woken a higher task */
    uint32_t count;
    struct call calls[ MOST_CALLS ];
};

struct object_script
{
    const struct object_kind * kind;
    int32_t operands[ OPERANDS ];
};

/* An interrupt line that gives a semaphore or notifies a task. */
struct line_script
{
    bool to_task;
    uint32_t target;
};

enum event_kind
{
    EVENT_TICKS,   /* so many, one after another */
    EVENT_ROUTINE, /* an interrupt service routine */
    EVENT_LINE     /* a rising edge */
};

/* Where: before the call that is the gap's in the order of execution. */
struct event
{
    uint32_t gap;
    enum event_kind kind;
    uint32_t argument;
};

struct scenario
{
    uint64_t name;
    uint32_t limit; /* gaps after which it ends */
    uint32_t first_tick;
    bool has_room;
    uint32_t room; /* for so many of the hardware's objects; else for all */
    uint32_t tasks, objects, lines, routines, events;
    struct script task[ MOST_TASKS ];
    struct script
        before; /* calls of main() before it starts the scheduler; with them it creates the tasks itself */
    struct object_script object[ MOST_OBJECTS ];
    struct line_script line[ MOST_LINES ];
    struct script routine[ MOST_ROUTINES ];
    struct event event[ MOST_EVENTS ];

    /* One event more, at a point between its gap and the next one; points count from 1. */
    bool has_inside;
    struct event inside;
    uint32_t inside_point;
};

/* Reads the next scenario of a text, by lines: next_line() reads one into a place of so many bytes, as a
 * string; false at the end of the text. False at that end; ends the process with a message that names the
 * line when the text is wrong. */
bool scenario_read( bool ( *next_line )( char * line, size_t size ), struct scenario * scenario );
