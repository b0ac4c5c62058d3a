/* SPDX-License-Identifier: Apache-2.0 */

/* What the layer's files share. */
#ifndef ALCHEMY_INTERNAL_H
#define ALCHEMY_INTERNAL_H

#include "FreeRTOS.h"
#include "task.h"

#include "alchemy/alarm.h"
#include "alchemy/task.h"
#include "time_base.h"

#if ( configNUM_THREAD_LOCAL_STORAGE_POINTERS < 1 )
    #error "configNUM_THREAD_LOCAL_STORAGE_POINTERS: the alchemy layer needs the first of each task's."
#endif

/* What can happen to a task that waits. */
#define EVENT_START   ( 1U << 0 )
#define EVENT_RELEASE ( 1U << 1 ) /* a release point of its period */
#define EVENT_SLEPT   ( 1U << 2 )
#define EVENT_UNBLOCK ( 1U << 3 )

/* A timer that makes an event of a task happen. */
struct task_timer
{
    struct time_base_timer timer;
    struct alchemy_task * task;
    uint32_t event;
    BaseType_t open;
};

/* Who has a name. Names are unique among the objects of one kind. */
struct named
{
    struct named * next;
    char name[ ALCHEMY_NAME_LENGTH ];
};

struct alchemy_task
{
    struct named named; /* first: a task's address is its entry's */
    uint32_t magic;
    RT_TASK self;
    TaskHandle_t handle;
    void ( *entry )( void * arg );
    void * arg;
    volatile uint32_t events;  /* that happened and were not waited for */
    volatile uint32_t awaited; /* for which it waits */
    unsigned suspensions;
    uint64_t period;  /* in units of the time base, 0: not periodic */
    uint64_t release; /* the next release point */
    struct task_timer releases;
    struct task_timer sleep;
};

/* The calling task, NULL if it is none of the layer's. */
struct alchemy_task * alchemy_self( void );

/* The task of a descriptor, or the caller for NULL. NULL with an error code if there is none. */
struct alchemy_task * alchemy_find( RT_TASK * task, int * error );
struct alchemy_task * alchemy_find_or_self( RT_TASK * task, int * error );

/* Whether the caller is an alarm's handler. */
BaseType_t alchemy_in_alarm( void );

/* Lets one of these events happen to a task; from a task, and from an interrupt. */
void alchemy_happen( struct alchemy_task * task, uint32_t event );
void alchemy_happen_from_isr( struct alchemy_task * task, uint32_t event, BaseType_t * woken );

/* Waits for the event, and takes it: 0, or -EINTR after rt_task_unblock(). */
int alchemy_await( struct alchemy_task * self, uint32_t event );

/* Opens a task's timer if it is not: 0 or -ENOMEM. Closes it if it is open. */
int alchemy_open_timer( struct alchemy_task * task, struct task_timer * timer, uint32_t event );
void alchemy_close_timer( struct task_timer * timer );

/* Enters a name, NULL or empty for none, into a list: 0, or -EEXIST if it is there. Removes it. */
int names_enter( struct named ** list, struct named * entry, const char * name );
void names_remove( struct named ** list, struct named * entry );

#endif /* ALCHEMY_INTERNAL_H */
