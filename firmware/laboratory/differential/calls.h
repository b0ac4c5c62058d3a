/* SPDX-License-Identifier: Apache-2.0 */

/* The calls that scenarios are made of. To add one: an entry in the table of one of *_calls.c, and
 * one in src/isochron/differential/calls.py. */
#pragma once

#include <stdbool.h>

#include "FreeRTOS.h"
#include "task.h"
#include "scenario.h"

/* What a call returns that a rule forbids at this moment, or whose task or object is not there. */
#define SKIPPED 0x534B4950u

/* Ticks that stand for portMAX_DELAY in a scenario. */
#define FOR_EVER ( -1 )

/* A task, and what the interpreter knows of it. */
struct worker
{
    const struct script * script;
    TaskHandle_t handle; /* NULL while there is no such task */
    TaskHandle_t deleted; /* the first task's, once it was deleted; else NULL */
    StaticTask_t block;  /* that task's, which nobody else uses */
    StackType_t stack[ configMINIMAL_STACK_SIZE ];
    const void * context;
    uint32_t next_call;
    uint32_t critical;   /* nesting of its critical sections */
    TickType_t wake;     /* of xTaskDelayUntil() */
    TimeOut_t time_out;
    int32_t object;      /* that it is in a call on, or NO_OBJECT */
    bool was_created;
    bool moved;          /* its priority may have changed since that call began */
    int32_t named;       /* the task that its call names, or NO_TASK */
    bool interrupted;    /* an event may have come in its call */
};

#define NO_OBJECT ( -1 )
#define NO_TASK   ( -1 )

/* Stands for an object: the queue of commands for the timer task. */
#define TIMER_QUEUE MOST_OBJECTS

struct object
{
    const struct object_script * script;
    void * handle;     /* NULL while there is no such object */
    int32_t set;       /* that it is a member of, or NO_OBJECT */
    bool is_named;     /* a set or the timer task may still hold its handle */
    bool is_missing;   /* the hardware kernel has no room for it */
};

/* What can be created, deleted and looked at. */
struct object_kind
{
    const char * name;
    void * ( *create )( const int32_t * operands, uint32_t index );
    void ( *remove )( void * handle ); /* NULL: it has a call of its own for that */
    uint32_t ( *look )( void * handle );
    uint32_t size;      /* in the hardware kernel's objects */
    bool is_mutex;
    bool is_recursive;  /* ... which its holder may take again */
    bool has_items;     /* of as many bytes as the second operand says */
    bool in_any_order;  /* its waiters keep their order whatever their priority */
    bool frees_waiters; /* deleting it wakes them */
    bool names_tasks;   /* that are in a call on it, so that they must not be deleted */
    bool may_grow;      /* the first operand may be larger */
};

struct operation
{
    const char * name;
    uint32_t ( *run )( struct worker * self, const int32_t * operands );
};

/* Nesting of vTaskSuspendAll(): while it is not 0 one task runs. */
extern uint32_t suspensions;

extern struct worker workers[ MOST_TASKS ];
extern struct object objects[ MOST_OBJECTS ];
extern uint32_t worker_count, object_count;

/* Before the scheduler starts, where main() calls. */
extern bool before_the_start;

/* Of an interrupt service routine: what FromISR calls leave for portYIELD_FROM_ISR(). */
extern BaseType_t higher_task_woken;

/* NULL when there is none of that name. */
const struct operation * find_operation( const char * name );
const struct object_kind * find_object_kind( const char * name );

/* Rule priority_of_waiter: tasks wait for the same object, and the priority of one has changed
 * meanwhile. */
bool waiters_order_unknown( void );

/* Rule deletion_while_named: an event has come inside a call that may not be over. */
void note_interruptions( void );

/* Creates a task, of a priority, or an object, which may be larger than its script says, and binds its lines.
 */
void create_worker( uint32_t index, UBaseType_t priority );
void create_object( uint32_t index, int32_t more );

/* Where events may come; provided by the interpreter. For what is no call of a worker. */
void interpreter_gap( void );

/* The function of every worker; provided by the interpreter. */
void run_worker( void * worker );
