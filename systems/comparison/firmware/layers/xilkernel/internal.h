/* SPDX-License-Identifier: Apache-2.0 */

/* What the layer's files share. */
#pragma once

#include "FreeRTOS.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"

#include "xmk.h"

enum xilkernel_state
{
    XILKERNEL_FREE = 0,
    XILKERNEL_ALIVE,
    XILKERNEL_ENDED /* FreeRTOS's task is suspended, or about to be, until somebody deletes it */
};

/* A thread. Its FreeRTOS handle is its address, so the caller's is found without a search. */
struct xilkernel_thread
{
    StaticTask_t memory; /* first */
    pthread_t id;
    volatile enum xilkernel_state state;
    BaseType_t detached;
    struct xilkernel_thread * volatile joiner;
    void * ( *start )( void * );
    void * parameter;
    void * value; /* what it ended with */
    void * stack; /* from the heap, or NULL */
    int priority;
    int error;    /* its errno */
};

/* The thread that runs; NULL in another task of FreeRTOS, and before the start. */
struct xilkernel_thread * xilkernel_self( void );

/* Creates a thread, before the start as well; 0 or a number of <errno.h>. */
int xilkernel_create( pthread_t * id, const pthread_attr_t * attr, void * ( *start )( void * ),
                      void * parameter );

/* Handlers that are running, and whether a task above the interrupted one was woken. */
extern volatile uint32_t xilkernel_interrupts;
extern BaseType_t xilkernel_woken;

/* Sets errno and returns -1. */
int xilkernel_fail( int error );

/* The key of a message queue or a segment of shared memory; it has the same place in a table of its
 * own. */
struct xilkernel_key
{
    key_t key;
    BaseType_t used;
};

/* The place of what has the key, or a new place if the flags say so, which the caller fills; -1 with
 * errno. */
int xilkernel_find_key( struct xilkernel_key * keys, int most, key_t key, int flags, BaseType_t * created );

static inline BaseType_t xilkernel_is_key( const struct xilkernel_key * keys, int most, int id )
{
    return ( id >= 0 ) && ( id < most ) && keys[ id ].used;
}

/* Handlers do not nest, so they need not mask interrupts. */
static inline void xilkernel_enter_critical( void )
{
    if( xilkernel_interrupts == 0U )
    {
        taskENTER_CRITICAL();
    }
}

static inline void xilkernel_exit_critical( void )
{
    if( xilkernel_interrupts == 0U )
    {
        taskEXIT_CRITICAL();
    }
}
