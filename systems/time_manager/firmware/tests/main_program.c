/* SPDX-License-Identifier: Apache-2.0 */

/* A main function as programs for Xenomai have it: it creates all there is, and pauses. */
#include <unistd.h>

#include "actors.h"
#include "alchemy/alarm.h"
#include "alchemy/buffer.h"
#include "alchemy/event.h"
#include "alchemy/mutex.h"
#include "alchemy/pipe.h"
#include "alchemy/queue.h"
#include "alchemy/sem.h"

static RT_ALARM first_alarm, second_alarm;
static RT_SEM sem;
static RT_QUEUE queue;

static void give( void * arg )
{
    mark( ( char ) ( uintptr_t ) arg );
    CHECK_EQUAL( rt_sem_v( &sem ), 0 );
}

static int read_queue( void )
{
    char byte;

    return ( int ) rt_queue_read( &queue, &byte, 1, TM_INFINITE );
}

static void direct( void * arg )
{
    CHECK_ORDER( "a" ); /* an actor is above: there was a message */
    CHECK_EQUAL( rt_sem_p( &sem, TM_INFINITE ), 0 );
    CHECK_EQUAL( rt_sem_p( &sem, TM_INFINITE ), 0 );
    CHECK_ORDER( "12" );
    test_passed();
}

int main( void )
{
    RT_MUTEX mutex;
    RT_PIPE pipe_of_tasks;
    RT_BUFFER buffer;
    RT_EVENT event;

    CHECK_EQUAL( rt_sem_create( &sem, "sem", 0, S_PRIO ), 0 );
    CHECK_EQUAL( rt_alarm_create( &first_alarm, "alarm", give, ( void * ) '1' ), 0 );
    CHECK_EQUAL( rt_alarm_start( &first_alarm, MS, TM_INFINITE ), 0 );
    CHECK_EQUAL( rt_alarm_create( &second_alarm, NULL, give, ( void * ) '2' ), 0 );
    CHECK_EQUAL( rt_alarm_start( &second_alarm, 2 * MS, TM_INFINITE ), 0 );
    CHECK_EQUAL( rt_mutex_create( &mutex, "mutex" ), 0 );
    CHECK_EQUAL( rt_mutex_acquire( &mutex, TM_INFINITE ), -EPERM ); /* there is no task yet */
    CHECK_EQUAL( rt_event_create( &event, "event", 0, EV_PRIO ), 0 );
    CHECK_EQUAL( rt_event_signal( &event, 1 ), 0 );
    CHECK_EQUAL( rt_pipe_create( &pipe_of_tasks, "pipe", P_MINOR_AUTO, 0 ), 0 );
    CHECK_EQUAL( rt_buffer_create( &buffer, "buffer", 8, B_FIFO ), 0 );
    CHECK_EQUAL( rt_buffer_write( &buffer, "a", 1, TM_INFINITE ), 1 );
    CHECK_EQUAL( rt_queue_create( &queue, "queue", 64, 4, Q_PRIO ), 0 );
    CHECK_EQUAL( rt_task_spawn( &director, "director", 4096, HIGH, 0, direct, NULL ), 0 );
    let( 0, HIGH + 1, read_queue );
    CHECK_EQUAL( rt_queue_write( &queue, "a", 1, Q_NORMAL ), 0 );
    return pause();
}
