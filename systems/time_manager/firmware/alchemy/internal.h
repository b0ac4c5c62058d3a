/* SPDX-License-Identifier: Apache-2.0 */

/* What the layer's files share. */
#pragma once

#include "FreeRTOS.h"
#include "task.h"

#include "alchemy/alarm.h"
#include "alchemy/task.h"
#include "objects.h"
#include "time_base.h"

#if ( configNUM_THREAD_LOCAL_STORAGE_POINTERS < 1 )
    #error "configNUM_THREAD_LOCAL_STORAGE_POINTERS: the alchemy layer needs the first of each task's."
#endif

/* Of the pointer that leads from a task of FreeRTOS to the layer's. */
#define ALCHEMY_TLS_INDEX 0

#ifndef ALCHEMY_TIME_SLICES
    #define ALCHEMY_TIME_SLICES 0
#endif

/* What can happen to a task that waits. */
#define EVENT_START   ( 1U << 0 )
#define EVENT_RELEASE ( 1U << 1 ) /* a release point of its period */
#define EVENT_SLEPT   ( 1U << 2 )
#define EVENT_GRANT   ( 1U << 3 ) /* it was woken in a queue */
#define EVENT_UNBLOCK ( 1U << 4 )
#define EVENT_KERNEL  ( 1U << 5 ) /* FreeRTOS's object for which it waits */

/* A timer that makes an event of a task happen. */
struct task_timer
{
    struct time_base_timer timer;
    struct alchemy_task * task;
    uint32_t event;
    BaseType_t open;
};

struct alchemy_task
{
    struct object object;
    RT_TASK self;
    TaskHandle_t handle;
    void ( *entry )( void * arg );
    void * arg;
    volatile uint32_t events;  /* that happened and were not waited for */
    volatile uint32_t awaited; /* for which it waits */
    unsigned suspensions;
    int priority;
    int mode;
    BaseType_t has_ended; /* and waits to be joined */
    struct wait_queue joiners;
    struct wait_queue senders, served; /* whose message it has not received; has not replied to */
    struct wait_queue receiving;       /* itself, while it waits for a message */
    uint64_t period;  /* in units of the time base, 0: not periodic */
    uint64_t release; /* the next release point */
    #if ALCHEMY_TIME_SLICES
    uint64_t slice; /* in units of the time base, 0: it has none */
    #endif
    struct task_timer releases;
    struct task_timer sleep;
    struct wait_queue * queue; /* in which it waits */
    struct alchemy_task *next, *previous;
    uint32_t level;
    void * request;
    int outcome;
};

/* The calling task, NULL if it is none of the layer's. */
struct alchemy_task * alchemy_self( void );

/* The task of a descriptor, or the caller for NULL. NULL with an error code if there is none. */
struct alchemy_task * alchemy_find( RT_TASK * task, int * error );
struct alchemy_task * alchemy_find_or_self( RT_TASK * task, int * error );

/* The kind of tasks, for what joins one that has ended. */
extern struct object_kind alchemy_tasks;

/* Makes a task of FreeRTOS one of the layer, and takes the layer's part of it away. */
void alchemy_adopt( struct alchemy_task * task, TaskHandle_t handle );
void alchemy_release( struct alchemy_task * task );

/* Gives a task the priority that it has by its mode. */
void alchemy_apply_priority( struct alchemy_task * task );

/* Whether the caller is an alarm's handler. */
BaseType_t alchemy_in_alarm( void );

/* Lets one of these events happen to a task; from a task, and from an interrupt. */
void alchemy_happen( struct alchemy_task * task, uint32_t event );
void alchemy_happen_from_isr( struct alchemy_task * task, uint32_t event, BaseType_t * woken );

/* Waits for one of these events, and takes them: 0, or -EINTR after rt_task_unblock(). */
int alchemy_await( struct alchemy_task * self, uint32_t events );

/* Makes these events not have happened. */
void alchemy_forget( struct alchemy_task * task, uint32_t events );

/* Opens a task's timer if it is not: 0 or -ENOMEM. Closes it if it is open. */
int alchemy_open_timer( struct alchemy_task * task, struct task_timer * timer, uint32_t event );
void alchemy_close_timer( struct task_timer * timer );
