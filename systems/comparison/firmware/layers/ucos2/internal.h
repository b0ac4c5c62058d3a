/* SPDX-License-Identifier: Apache-2.0 */

/* What the layer's files share. */
#pragma once

#include "FreeRTOS.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"

#include "ucos_ii.h"

enum ucos2_type
{
    UCOS2_MAILBOX = 1,
    UCOS2_QUEUE,
    UCOS2_SEMAPHORE,
    UCOS2_MUTEX
};

/* A semaphore, mutex, queue or mailbox. */
struct ucos2_event
{
    enum ucos2_type type;
    QueueHandle_t handle;
    volatile uint32_t waiting; /* tasks that wait for it */
    volatile BaseType_t deleted;
    INT8U ceiling;             /* a mutex's priority */
};

/* A task. Its FreeRTOS handle is its address, so the caller's is found without a search. */
struct ucos2_task
{
    StaticTask_t memory; /* first */
    INT8U prio;
    BaseType_t ended;    /* it deleted itself: FreeRTOS's task is suspended until its memory is used */
    volatile BaseType_t suspended;
    volatile BaseType_t delayed;
    volatile BaseType_t woken; /* from its delay, by OSTimeDlyResume() */
};

/* The task with a priority, the caller for OS_PRIO_SELF; NULL if there is none. */
struct ucos2_task * ucos2_task_of( INT8U prio );

static inline struct ucos2_task * ucos2_self( void )
{
    return ( struct ucos2_task * ) xTaskGetCurrentTaskHandle();
}

static inline TaskHandle_t ucos2_handle( struct ucos2_task * task )
{
    return ( TaskHandle_t ) &task->memory;
}

/* Service routines that are running, and whether a task above the interrupted one was woken. */
extern volatile uint32_t ucos2_interrupts;
extern BaseType_t ucos2_woken;

/* OSSchedLock()s without their OSSchedUnlock(). */
extern volatile uint32_t ucos2_locks;

/* Takes a priority that a task or a mutex may not share; pdFAIL if somebody has it. */
BaseType_t ucos2_reserve( INT8U prio );
void ucos2_release( INT8U prio );

/* A new event, NULL without memory; what FreeRTOS did not create is no event either. */
OS_EVENT * ucos2_event_create( enum ucos2_type type, QueueHandle_t handle );

/* OS_ERR_NONE if it is an event of this type, and not deleted. */
INT8U ucos2_check( const OS_EVENT * event, enum ucos2_type type );

/* OS_ERR_NONE if the caller may wait for an event of this type. */
INT8U ucos2_check_pend( const OS_EVENT * event, enum ucos2_type type );

/* Waits for it with what FreeRTOS receives from its queue; `message` is NULL for semaphores. */
INT8U ucos2_pend( OS_EVENT * event, void * message, INT32U timeout );

/* Deletes it as the option says, and returns what the functions for it return. */
OS_EVENT * ucos2_event_delete( OS_EVENT * event, enum ucos2_type type, INT8U option, INT8U * error );

/* Sends to its queue from a task or a service routine; pdFAIL if it is full. */
BaseType_t ucos2_send( OS_EVENT * event, const void * message, BaseType_t position );

/* Interrupts do not nest, so a service routine need not mask them. */
static inline void ucos2_enter_critical( void )
{
    if( ucos2_interrupts == 0U )
    {
        taskENTER_CRITICAL();
    }
}

static inline void ucos2_exit_critical( void )
{
    if( ucos2_interrupts == 0U )
    {
        taskEXIT_CRITICAL();
    }
}

static inline TickType_t ucos2_timeout( INT32U timeout )
{
    return ( timeout == 0U ) ? portMAX_DELAY : timeout;
}
