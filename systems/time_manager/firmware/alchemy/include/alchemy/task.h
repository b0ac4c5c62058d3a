/* SPDX-License-Identifier: Apache-2.0 */

/* Xenomai's names of task services, on FreeRTOS and the time manager: docs/reference/alchemy.md. This is not
 * Xenomai. Each function returns 0, or a negative error code of errno.h. */
#pragma once

#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "FreeRTOS.h"

#include "alchemy/timer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Priorities are FreeRTOS's; above them are that of a task that locks the scheduler, and the one that serves
 * alarms. */
#define T_LOPRIO 0
#define T_HIPRIO ( configMAX_PRIORITIES - 3 )

/* Modes. The last two have no effect: there is no secondary mode. */
#define T_LOCK       0x00000002 /* no other task of the layer runs, unless it waits */
#define T_JOINABLE   0x00000004 /* rt_task_join() waits for its end */
#define T_WARNSW     0x00020000
#define T_CONFORMING 0x00040000

typedef struct RT_TASK
{
    uintptr_t handle;
} RT_TASK;

/* Processors, as sched.h of Linux has them. */
#ifdef __GLIBC__
    #include <sched.h>
#else
typedef struct
{
    unsigned long bits;
} cpu_set_t;

    #define CPU_ZERO( set )       ( ( set )->bits = 0U )
    #define CPU_SET( cpu, set )   ( ( set )->bits |= 1UL << ( cpu ) )
    #define CPU_CLR( cpu, set )   ( ( set )->bits &= ~( 1UL << ( cpu ) ) )
    #define CPU_ISSET( cpu, set ) ( ( ( set )->bits >> ( cpu ) ) & 1UL )
#endif

#define NO_ALCHEMY_TASK ( ( RT_TASK ) { 0 } )

typedef struct RT_TASK_INFO
{
    int prio;
    char name[ ALCHEMY_NAME_LENGTH ];
} RT_TASK_INFO;

/* A message of a task to another one, or its answer. */
typedef struct RT_TASK_MCB
{
    int flowid;
    int opcode; /* as the two agree */
    void * data;
    ssize_t size;
} RT_TASK_MCB;

/* Creates a task that waits for rt_task_start(). `stksize` is in bytes, 0 for the usual one; names
 * are unique, NULL is none.
 * -EINVAL: stksize, prio or mode; -ENOMEM; -EEXIST: the name; -EPERM: in an interrupt or an alarm. */
int rt_task_create( RT_TASK * task, const char * name, int stksize, int prio, int mode );

/* Starts a task that was created; one that runs already goes on as it is.
 * -EINVAL: no such task. */
int rt_task_start( RT_TASK * task, void ( *entry )( void * arg ), void * arg );

/* Both of them. */
int rt_task_spawn( RT_TASK * task, const char * name, int stksize, int prio, int mode,
                   void ( *entry )( void * arg ), void * arg );

/* Ends a task, NULL for the caller.
 * -EINVAL: no such task; -EPERM: NULL by who is no such task; in an interrupt; in an alarm. */
int rt_task_delete( RT_TASK * task );

/* Keeps a task from running until rt_task_resume() was called as often; NULL for the caller.
 * -EINVAL: no such task; -EPERM: NULL by who is no such task. */
int rt_task_suspend( RT_TASK * task );
int rt_task_resume( RT_TASK * task );

/* Ends a wait of the task in this layer, which then returns -EINTR.
 * -EINVAL: no such task. */
int rt_task_unblock( RT_TASK * task );

/* Gives a task (NULL: the caller) release points: the first at `idate`, and one each period after it.
 * TM_NOW for one period from now, or the end of the present period if the task has one. TM_INFINITE as
 * period: no more. -EINVAL: no such task, or a period below the shortest; -ETIMEDOUT: idate has passed;
 * -EPERM: NULL by who is no such task; -ENOMEM: no timer is left. */
int rt_task_set_periodic( RT_TASK * task, RTIME idate, RTIME period );

/* Waits for the next release point. If it has passed, returns at once, and if others have passed
 * after it, those are overruns.
 * -EWOULDBLOCK: the caller is not periodic; -EINTR: rt_task_unblock(); -ETIMEDOUT: overruns, whose
 * number is in *overruns_r; -EPERM: the caller is no such task. *overruns_r is written with 0 and
 * with -ETIMEDOUT only; it may be NULL. */
int rt_task_wait_period( unsigned long * overruns_r );

/* Waits for a time, or until a date (TM_INFINITE: until rt_task_unblock()).
 * -EINTR: rt_task_unblock(); -ETIMEDOUT: the date has passed; -EPERM: the caller is no such task;
 * -ENOMEM: no timer is left. */
int rt_task_sleep( RTIME delay );
int rt_task_sleep_until( RTIME date );

/* Gives a task (NULL: the caller) a time slice, which begins anew, and whenever the task begins to run. At
 * its end the task goes behind its equals. 0: it has none. Only with alchemy_slices.h. -EINVAL: no such task,
 * or a slice below the shortest; -EPERM: NULL by who is no such task; -ENOMEM: no timer is left. */
int rt_task_slice( RT_TASK * task, RTIME quantum );

/* Says on which processors a task (NULL: the caller) may run: there is one, number 0.
 * -EINVAL: no such task, NULL by who is no such task, or 0 is not among them. */
int rt_task_set_affinity( RT_TASK * task, const cpu_set_t * cpus );

/* Makes the caller, a task of FreeRTOS, one of the layer.
 * -EINVAL: prio or mode; -EBUSY: it is one; -ENOMEM; -EEXIST: the name; -EPERM: in an interrupt or an alarm.
 */
int rt_task_shadow( RT_TASK * task, const char * name, int prio, int mode );

/* Waits until a task with T_JOINABLE has ended, and frees what it had.
 * -EINVAL: no such task, it is not joinable, or another one waits for it; -EDEADLK: it is the caller; -EINTR:
 * rt_task_unblock(); -EPERM: who would wait is no such task. */
int rt_task_join( RT_TASK * task );

/* Gives a task (NULL: the caller) another priority; with its own one the caller lets its equals run.
 * -EINVAL: no such task, or prio; -EPERM: NULL by who is no such task. */
int rt_task_set_priority( RT_TASK * task, int prio );

/* Lets others of the caller's priority run. -EPERM: the caller is no such task. */
int rt_task_yield( void );

/* Clears, then sets modes of the caller; *mode_r, unless it is NULL, is what was set before.
 * -EINVAL: a mode; -EPERM: the caller is no such task. */
int rt_task_set_mode( int clrmask, int setmask, int * mode_r );

/* What a task is (NULL: the caller); info may be NULL.
 * -EINVAL: no such task; -EPERM: NULL by who is no such task. */
int rt_task_inquire( RT_TASK * task, RT_TASK_INFO * info );

/* Finds a task by its name, and waits until there is one. Lets a descriptor be none.
 * -EWOULDBLOCK, -ETIMEDOUT, -EINTR, -EPERM, -ENOMEM: as rt_sem_p(). */
int rt_task_bind( RT_TASK * task, const char * name, RTIME timeout );
int rt_task_unbind( RT_TASK * task );

/* Sends a message to a task, and waits for its answer; returns the bytes of that. mcb_r may be NULL. With
 * TM_NONBLOCK only to a task that waits for a message.
 * -EINVAL: no such task; -ENOBUFS: the answer has more bytes than mcb_r; -EWOULDBLOCK; -ETIMEDOUT; -EINTR:
 * rt_task_unblock(); -EIDRM: it was deleted; -EPERM: the caller is no such task; -ENOMEM: no timer is left.
 */
ssize_t rt_task_send( RT_TASK * task, RT_TASK_MCB * mcb_s, RT_TASK_MCB * mcb_r, RTIME timeout );
ssize_t rt_task_send_until( RT_TASK * task, RT_TASK_MCB * mcb_s, RT_TASK_MCB * mcb_r, RTIME abs_timeout );
ssize_t rt_task_send_timed( RT_TASK * task, RT_TASK_MCB * mcb_s, RT_TASK_MCB * mcb_r,
                            const struct timespec * abs_timeout );

/* Receives a message, and returns by which number it is answered.
 * -ENOBUFS: it has more bytes than mcb_r, whose size is written, and waits; others: as rt_task_send(). */
int rt_task_receive( RT_TASK_MCB * mcb_r, RTIME timeout );
int rt_task_receive_until( RT_TASK_MCB * mcb_r, RTIME abs_timeout );
int rt_task_receive_timed( RT_TASK_MCB * mcb_r, const struct timespec * abs_timeout );

/* Answers a message; mcb_s may be NULL.
 * -EINVAL: the number; -ENXIO: nobody waits for that answer; -ENOBUFS: it has more bytes than the other
 * takes; -EPERM: the caller is no such task. */
int rt_task_reply( int flowid, RT_TASK_MCB * mcb_s );

/* The caller, NULL if it is no such task. */
RT_TASK * rt_task_self( void );

/* Whether both are the same task. */
int rt_task_same( RT_TASK * task1, RT_TASK * task2 );

#ifdef __cplusplus
}
#endif
