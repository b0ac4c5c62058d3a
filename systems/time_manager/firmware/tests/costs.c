/* SPDX-License-Identifier: Apache-2.0 */

/* What each function of the alchemy layer costs that neither waits nor switches: docs/reference/alchemy.md.
 */
#include "alchemy/alarm.h"
#include "alchemy/buffer.h"
#include "alchemy/cond.h"
#include "alchemy/event.h"
#include "alchemy/heap.h"
#include "alchemy/mutex.h"
#include "alchemy/pipe.h"
#include "alchemy/pipe_device.h"
#include "alchemy/queue.h"
#include "alchemy/sem.h"
#include "alchemy/task.h"
#include "alchemy/timer.h"
#include "board.h"
#include "cost.h"

#define MS ( ( RTIME ) 1000000 )

static RT_TASK self, other, server;
static const struct timespec at_once = { 0, 0 };
static uint32_t word = 7;

static void stay( void * arg )
{
    rt_task_suspend( NULL );
}

/* Answers all messages. */
static void serve( void * arg )
{
    RT_TASK_MCB message = { .data = NULL, .size = 0 };

    for( ;; )
    {
        ( void ) rt_task_reply( rt_task_receive( &message, TM_INFINITE ), NULL );
    }
}

static void measure_tasks( void )
{
    RT_TASK_INFO info;
    RT_TASK_MCB message = { .data = NULL, .size = 0 };
    cpu_set_t cpus;
    int mode;

    CPU_ZERO( &cpus );
    CPU_SET( 0, &cpus );
    MEASURE( rt_task_create, NOTHING, rt_task_create( &other, "other", 0, LOW, 0 ),
             rt_task_delete( &other ) );
    MEASURE( rt_task_start, rt_task_create( &other, "other", 0, LOW, 0 ), rt_task_start( &other, stay, NULL ),
             rt_task_delete( &other ) );
    MEASURE( rt_task_spawn, NOTHING, rt_task_spawn( &other, "other", 0, LOW, 0, stay, NULL ),
             rt_task_delete( &other ) );
    MEASURE( rt_task_delete, rt_task_create( &other, "other", 0, LOW, 0 ), rt_task_delete( &other ),
             NOTHING );
    MEASURE( rt_task_join, rt_task_create( &other, "other", 0, LOW, T_JOINABLE );
             rt_task_delete( &other ), rt_task_join( &other ), NOTHING );
    rt_task_create( &other, "other", 0, LOW, 0 );
    MEASURE( rt_task_suspend, NOTHING, rt_task_suspend( &other ), rt_task_resume( &other ) );
    MEASURE( rt_task_resume, rt_task_suspend( &other ), rt_task_resume( &other ), NOTHING );
    MEASURE( rt_task_unblock, NOTHING, rt_task_unblock( &other ), NOTHING );
    MEASURE( rt_task_set_periodic, NOTHING, rt_task_set_periodic( &other, TM_NOW, 1000 * MS ), NOTHING );
    MEASURE( rt_task_set_priority, NOTHING, rt_task_set_priority( &other, LOW + 1 ), NOTHING );
    MEASURE( rt_task_set_mode, NOTHING, rt_task_set_mode( 0, T_LOCK, &mode ),
             rt_task_set_mode( T_LOCK, 0, NULL ) );
    MEASURE( rt_task_yield, NOTHING, rt_task_yield(), NOTHING );
    MEASURE( rt_task_set_affinity, NOTHING, rt_task_set_affinity( NULL, &cpus ), NOTHING );
    MEASURE( rt_task_self, NOTHING, sink = ( uintptr_t ) rt_task_self(), NOTHING );
    MEASURE( rt_task_same, NOTHING, sink = ( uint32_t ) rt_task_same( &self, &other ), NOTHING );
    MEASURE( rt_task_inquire, NOTHING, rt_task_inquire( &other, &info ), NOTHING );
    MEASURE( rt_task_bind, NOTHING, rt_task_bind( &other, "other", TM_INFINITE ), NOTHING );
    MEASURE( rt_task_send, NOTHING, rt_task_send( &other, &message, NULL, TM_NONBLOCK ), NOTHING );
    MEASURE( rt_task_send_until, NOTHING, rt_task_send_until( &other, &message, NULL, TM_NONBLOCK ),
             NOTHING );
    MEASURE( rt_task_send_timed, NOTHING, rt_task_send_timed( &other, &message, NULL, &at_once ), NOTHING );
    MEASURE( rt_task_receive, NOTHING, rt_task_receive( &message, TM_NONBLOCK ), NOTHING );
    MEASURE( rt_task_receive_until, NOTHING, rt_task_receive_until( &message, TM_NONBLOCK ), NOTHING );
    MEASURE( rt_task_receive_timed, NOTHING, rt_task_receive_timed( &message, &at_once ), NOTHING );
    MEASURE( rt_task_reply, NOTHING, rt_task_reply( 1, NULL ), NOTHING );
    MEASURE( rt_task_sleep, NOTHING, rt_task_sleep( 0 ), NOTHING );
    MEASURE( rt_task_sleep_until, NOTHING, rt_task_sleep_until( 1 ), NOTHING );
    rt_task_set_periodic( NULL, TM_NOW, MS / 10 );
    MEASURE( rt_task_wait_period, rt_timer_spin( MS / 10 ), rt_task_wait_period( NULL ), NOTHING );
    rt_task_set_periodic( NULL, TM_NOW, TM_INFINITE );
    rt_task_delete( &other );
    MEASURE( rt_task_unbind, NOTHING, rt_task_unbind( &other ), NOTHING );

    /* With two switches: to the server, and back. */
    rt_task_spawn( &server, NULL, 0, SELF + 1, 0, serve, NULL );
    MEASURE( with_an_answer, NOTHING, rt_task_send( &server, &message, NULL, TM_INFINITE ), NOTHING );
    rt_task_delete( &server );
}

static void leave( void * arg )
{
}

static void measure_time( void )
{
    RT_TIMER_INFO time;
    RT_ALARM_INFO info;
    RT_ALARM alarm;

    MEASURE( rt_timer_read, NOTHING, sink = ( uint32_t ) rt_timer_read(), NOTHING );
    MEASURE( rt_timer_tsc, NOTHING, sink = ( uint32_t ) rt_timer_tsc(), NOTHING );
    MEASURE( rt_timer_inquire, NOTHING, rt_timer_inquire( &time ), NOTHING );
    MEASURE( rt_timer_ns2ticks, NOTHING, sink = ( uint32_t ) rt_timer_ns2ticks( 1000 ), NOTHING );
    MEASURE( rt_timer_ticks2ns, NOTHING, sink = ( uint32_t ) rt_timer_ticks2ns( 1000 ), NOTHING );
    MEASURE( rt_timer_ns2tsc, NOTHING, sink = ( uint32_t ) rt_timer_ns2tsc( 1000 ), NOTHING );
    MEASURE( rt_timer_tsc2ns, NOTHING, sink = ( uint32_t ) rt_timer_tsc2ns( 1000 ), NOTHING );

    rt_alarm_create( &alarm, "alarm", leave, NULL ); /* the first creates the task that serves */
    rt_alarm_delete( &alarm );
    MEASURE( rt_alarm_create, NOTHING, rt_alarm_create( &alarm, "alarm", leave, NULL ),
             rt_alarm_delete( &alarm ) );
    MEASURE( rt_alarm_delete, rt_alarm_create( &alarm, "alarm", leave, NULL ), rt_alarm_delete( &alarm ),
             NOTHING );
    rt_alarm_create( &alarm, "alarm", leave, NULL );
    MEASURE( rt_alarm_start, NOTHING, rt_alarm_start( &alarm, 1000 * MS, MS ), NOTHING );
    MEASURE( rt_alarm_inquire, NOTHING, rt_alarm_inquire( &alarm, &info ), NOTHING );
    MEASURE( rt_alarm_stop, NOTHING, rt_alarm_stop( &alarm ), NOTHING );
    rt_alarm_delete( &alarm );
}

static void measure_semaphores( void )
{
    RT_SEM_INFO info;
    RT_SEM sem, found;

    MEASURE( rt_sem_create, NOTHING, rt_sem_create( &sem, "sem", 0, S_PRIO ), rt_sem_delete( &sem ) );
    MEASURE( rt_sem_delete, rt_sem_create( &sem, "sem", 0, S_PRIO ), rt_sem_delete( &sem ), NOTHING );
    rt_sem_create( &sem, "sem", 1, S_PRIO );
    MEASURE( rt_sem_p, NOTHING, rt_sem_p( &sem, TM_INFINITE ), rt_sem_v( &sem ) );
    MEASURE( rt_sem_p_until, NOTHING, rt_sem_p_until( &sem, TM_INFINITE ), rt_sem_v( &sem ) );
    MEASURE( rt_sem_p_timed, NOTHING, rt_sem_p_timed( &sem, NULL ), rt_sem_v( &sem ) );
    MEASURE( rt_sem_v, NOTHING, rt_sem_v( &sem ), rt_sem_p( &sem, TM_INFINITE ) );
    MEASURE( rt_sem_broadcast, NOTHING, rt_sem_broadcast( &sem ), NOTHING );
    MEASURE( rt_sem_inquire, NOTHING, rt_sem_inquire( &sem, &info ), NOTHING );
    MEASURE( rt_sem_bind, NOTHING, rt_sem_bind( &found, "sem", TM_INFINITE ), NOTHING );
    MEASURE( rt_sem_unbind, NOTHING, rt_sem_unbind( &found ), NOTHING );
    rt_sem_delete( &sem );
}

static void measure_mutexes( void )
{
    RT_MUTEX_INFO info;
    RT_MUTEX mutex, found;
    RT_COND_INFO cond_info;
    RT_COND cond, found_cond;

    MEASURE( rt_mutex_create, NOTHING, rt_mutex_create( &mutex, "mutex" ), rt_mutex_delete( &mutex ) );
    MEASURE( rt_mutex_delete, rt_mutex_create( &mutex, "mutex" ), rt_mutex_delete( &mutex ), NOTHING );
    rt_mutex_create( &mutex, "mutex" );
    MEASURE( rt_mutex_acquire, NOTHING, rt_mutex_acquire( &mutex, TM_INFINITE ), rt_mutex_release( &mutex ) );
    MEASURE( rt_mutex_acquire_until, NOTHING, rt_mutex_acquire_until( &mutex, TM_INFINITE ),
             rt_mutex_release( &mutex ) );
    MEASURE( rt_mutex_acquire_timed, NOTHING, rt_mutex_acquire_timed( &mutex, NULL ),
             rt_mutex_release( &mutex ) );
    MEASURE( rt_mutex_release, rt_mutex_acquire( &mutex, TM_INFINITE ), rt_mutex_release( &mutex ), NOTHING );
    MEASURE( rt_mutex_inquire, NOTHING, rt_mutex_inquire( &mutex, &info ), NOTHING );
    MEASURE( rt_mutex_bind, NOTHING, rt_mutex_bind( &found, "mutex", TM_INFINITE ), NOTHING );
    MEASURE( rt_mutex_unbind, NOTHING, rt_mutex_unbind( &found ), NOTHING );

    MEASURE( rt_cond_create, NOTHING, rt_cond_create( &cond, "cond" ), rt_cond_delete( &cond ) );
    MEASURE( rt_cond_delete, rt_cond_create( &cond, "cond" ), rt_cond_delete( &cond ), NOTHING );
    rt_cond_create( &cond, "cond" );
    MEASURE( rt_cond_signal, NOTHING, rt_cond_signal( &cond ), NOTHING );
    MEASURE( rt_cond_broadcast, NOTHING, rt_cond_broadcast( &cond ), NOTHING );
    MEASURE( rt_cond_wait, NOTHING, rt_cond_wait( &cond, &mutex, TM_NONBLOCK ), NOTHING );
    MEASURE( rt_cond_wait_until, NOTHING, rt_cond_wait_until( &cond, &mutex, TM_NONBLOCK ), NOTHING );
    MEASURE( rt_cond_wait_timed, NOTHING, rt_cond_wait_timed( &cond, &mutex, &at_once ), NOTHING );
    MEASURE( rt_cond_inquire, NOTHING, rt_cond_inquire( &cond, &cond_info ), NOTHING );
    MEASURE( rt_cond_bind, NOTHING, rt_cond_bind( &found_cond, "cond", TM_INFINITE ), NOTHING );
    MEASURE( rt_cond_unbind, NOTHING, rt_cond_unbind( &found_cond ), NOTHING );
    rt_cond_delete( &cond );
    rt_mutex_delete( &mutex );
}

static void measure_event_flags( void )
{
    RT_EVENT_INFO info;
    RT_EVENT event, found;
    unsigned int got;

    MEASURE( rt_event_create, NOTHING, rt_event_create( &event, "event", 0, EV_PRIO ),
             rt_event_delete( &event ) );
    MEASURE( rt_event_delete, rt_event_create( &event, "event", 0, EV_PRIO ), rt_event_delete( &event ),
             NOTHING );
    rt_event_create( &event, "event", 0, EV_PRIO );
    MEASURE( rt_event_signal, NOTHING, rt_event_signal( &event, 1 ), NOTHING );
    MEASURE( rt_event_wait, NOTHING, rt_event_wait( &event, 1, &got, EV_ALL, TM_INFINITE ), NOTHING );
    MEASURE( rt_event_wait_until, NOTHING, rt_event_wait_until( &event, 1, &got, EV_ALL, TM_INFINITE ),
             NOTHING );
    MEASURE( rt_event_wait_timed, NOTHING, rt_event_wait_timed( &event, 1, &got, EV_ALL, NULL ), NOTHING );
    MEASURE( rt_event_clear, NOTHING, rt_event_clear( &event, 1, &got ), NOTHING );
    MEASURE( rt_event_inquire, NOTHING, rt_event_inquire( &event, &info ), NOTHING );
    MEASURE( rt_event_bind, NOTHING, rt_event_bind( &found, "event", TM_INFINITE ), NOTHING );
    MEASURE( rt_event_unbind, NOTHING, rt_event_unbind( &found ), NOTHING );
    rt_event_delete( &event );
}

static void measure_queues( void )
{
    RT_QUEUE_INFO info;
    RT_QUEUE queue, found;
    void * message = NULL;

    MEASURE( rt_queue_create, NOTHING, rt_queue_create( &queue, "queue", 64, 4, Q_PRIO ),
             rt_queue_delete( &queue ) );
    MEASURE( rt_queue_delete, rt_queue_create( &queue, "queue", 64, 4, Q_PRIO ), rt_queue_delete( &queue ),
             NOTHING );
    rt_queue_create( &queue, "queue", 64, 4, Q_PRIO );
    MEASURE( rt_queue_alloc, NOTHING, message = rt_queue_alloc( &queue, 4 ),
             rt_queue_free( &queue, message ) );
    MEASURE( rt_queue_free, message = rt_queue_alloc( &queue, 4 ), rt_queue_free( &queue, message ),
             NOTHING );
    MEASURE( rt_queue_send, message = rt_queue_alloc( &queue, 4 ),
             rt_queue_send( &queue, message, 4, Q_NORMAL ), rt_queue_flush( &queue ) );
    MEASURE( rt_queue_write, NOTHING, rt_queue_write( &queue, &word, 4, Q_NORMAL ),
             rt_queue_flush( &queue ) );
    MEASURE( rt_queue_receive, rt_queue_write( &queue, &word, 4, Q_NORMAL ),
             rt_queue_receive( &queue, &message, TM_INFINITE ), rt_queue_free( &queue, message ) );
    MEASURE( rt_queue_receive_until, rt_queue_write( &queue, &word, 4, Q_NORMAL ),
             rt_queue_receive_until( &queue, &message, TM_INFINITE ), rt_queue_free( &queue, message ) );
    MEASURE( rt_queue_receive_timed, rt_queue_write( &queue, &word, 4, Q_NORMAL ),
             rt_queue_receive_timed( &queue, &message, NULL ), rt_queue_free( &queue, message ) );
    MEASURE( rt_queue_read, rt_queue_write( &queue, &word, 4, Q_NORMAL ),
             rt_queue_read( &queue, &word, 4, TM_INFINITE ), NOTHING );
    MEASURE( rt_queue_read_until, rt_queue_write( &queue, &word, 4, Q_NORMAL ),
             rt_queue_read_until( &queue, &word, 4, TM_INFINITE ), NOTHING );
    MEASURE( rt_queue_read_timed, rt_queue_write( &queue, &word, 4, Q_NORMAL ),
             rt_queue_read_timed( &queue, &word, 4, NULL ), NOTHING );
    MEASURE( rt_queue_flush, rt_queue_write( &queue, &word, 4, Q_NORMAL ), rt_queue_flush( &queue ),
             NOTHING );
    MEASURE( rt_queue_inquire, NOTHING, rt_queue_inquire( &queue, &info ), NOTHING );
    MEASURE( rt_queue_bind, NOTHING, rt_queue_bind( &found, "queue", TM_INFINITE ), NOTHING );
    MEASURE( rt_queue_unbind, NOTHING, rt_queue_unbind( &found ), NOTHING );
    rt_queue_delete( &queue );
}

static void measure_buffers( void )
{
    RT_BUFFER_INFO info;
    RT_BUFFER buffer, found;

    MEASURE( rt_buffer_create, NOTHING, rt_buffer_create( &buffer, "buffer", 64, B_PRIO ),
             rt_buffer_delete( &buffer ) );
    MEASURE( rt_buffer_delete, rt_buffer_create( &buffer, "buffer", 64, B_PRIO ), rt_buffer_delete( &buffer ),
             NOTHING );
    rt_buffer_create( &buffer, "buffer", 64, B_PRIO );
    MEASURE( rt_buffer_write, NOTHING, rt_buffer_write( &buffer, &word, 4, TM_INFINITE ),
             rt_buffer_clear( &buffer ) );
    MEASURE( rt_buffer_write_until, NOTHING, rt_buffer_write_until( &buffer, &word, 4, TM_INFINITE ),
             rt_buffer_clear( &buffer ) );
    MEASURE( rt_buffer_write_timed, NOTHING, rt_buffer_write_timed( &buffer, &word, 4, NULL ),
             rt_buffer_clear( &buffer ) );
    MEASURE( rt_buffer_read, rt_buffer_write( &buffer, &word, 4, TM_INFINITE ),
             rt_buffer_read( &buffer, &word, 4, TM_INFINITE ), NOTHING );
    MEASURE( rt_buffer_read_until, rt_buffer_write( &buffer, &word, 4, TM_INFINITE ),
             rt_buffer_read_until( &buffer, &word, 4, TM_INFINITE ), NOTHING );
    MEASURE( rt_buffer_read_timed, rt_buffer_write( &buffer, &word, 4, TM_INFINITE ),
             rt_buffer_read_timed( &buffer, &word, 4, NULL ), NOTHING );
    MEASURE( rt_buffer_clear, rt_buffer_write( &buffer, &word, 4, TM_INFINITE ), rt_buffer_clear( &buffer ),
             NOTHING );
    MEASURE( rt_buffer_inquire, NOTHING, rt_buffer_inquire( &buffer, &info ), NOTHING );
    MEASURE( rt_buffer_bind, NOTHING, rt_buffer_bind( &found, "buffer", TM_INFINITE ), NOTHING );
    MEASURE( rt_buffer_unbind, NOTHING, rt_buffer_unbind( &found ), NOTHING );
    rt_buffer_delete( &buffer );
}

static void measure_heaps( void )
{
    RT_HEAP_INFO info;
    RT_HEAP heap, found;
    void * block;

    MEASURE( rt_heap_create, NOTHING, rt_heap_create( &heap, "heap", 64, H_PRIO ), rt_heap_delete( &heap ) );
    MEASURE( rt_heap_delete, rt_heap_create( &heap, "heap", 64, H_PRIO ), rt_heap_delete( &heap ), NOTHING );
    rt_heap_create( &heap, "heap", 64, H_PRIO );
    MEASURE( rt_heap_alloc, NOTHING, rt_heap_alloc( &heap, 4, TM_INFINITE, &block ),
             rt_heap_free( &heap, block ) );
    MEASURE( rt_heap_alloc_until, NOTHING, rt_heap_alloc_until( &heap, 4, TM_INFINITE, &block ),
             rt_heap_free( &heap, block ) );
    MEASURE( rt_heap_alloc_timed, NOTHING, rt_heap_alloc_timed( &heap, 4, NULL, &block ),
             rt_heap_free( &heap, block ) );
    MEASURE( rt_heap_free, rt_heap_alloc( &heap, 4, TM_INFINITE, &block ), rt_heap_free( &heap, block ),
             NOTHING );
    MEASURE( rt_heap_inquire, NOTHING, rt_heap_inquire( &heap, &info ), NOTHING );
    MEASURE( rt_heap_bind, NOTHING, rt_heap_bind( &found, "heap", TM_INFINITE ), NOTHING );
    MEASURE( rt_heap_unbind, NOTHING, rt_heap_unbind( &found ), NOTHING );
    rt_heap_delete( &heap );
}

static void measure_pipes( void )
{
    RT_PIPE pipe, found;

    MEASURE( rt_pipe_create, NOTHING, rt_pipe_create( &pipe, "pipe", 0, 256 ), rt_pipe_delete( &pipe ) );
    MEASURE( rt_pipe_delete, rt_pipe_create( &pipe, "pipe", 0, 256 ), rt_pipe_delete( &pipe ), NOTHING );
    rt_pipe_create( &pipe, "pipe", 0, 256 );
    MEASURE( rt_pipe_write, NOTHING, rt_pipe_write( &pipe, &word, 4, P_NORMAL ),
             alchemy_device_read( 0, &word, 4, TM_NONBLOCK ) );
    MEASURE( rt_pipe_stream, NOTHING, rt_pipe_stream( &pipe, &word, 4 ),
             alchemy_device_read( 0, &word, 4, TM_NONBLOCK ) );
    MEASURE( alchemy_device_read, rt_pipe_write( &pipe, &word, 4, P_NORMAL ),
             alchemy_device_read( 0, &word, 4, TM_NONBLOCK ), NOTHING );
    MEASURE( alchemy_device_write, NOTHING, alchemy_device_write( 0, &word, 4 ),
             rt_pipe_read( &pipe, &word, 4, TM_NONBLOCK ) );
    MEASURE( rt_pipe_read, alchemy_device_write( 0, &word, 4 ), rt_pipe_read( &pipe, &word, 4, TM_INFINITE ),
             NOTHING );
    MEASURE( rt_pipe_read_until, alchemy_device_write( 0, &word, 4 ),
             rt_pipe_read_until( &pipe, &word, 4, TM_INFINITE ), NOTHING );
    MEASURE( rt_pipe_read_timed, alchemy_device_write( 0, &word, 4 ),
             rt_pipe_read_timed( &pipe, &word, 4, NULL ), NOTHING );
    MEASURE( rt_pipe_bind, NOTHING, rt_pipe_bind( &found, "pipe", TM_INFINITE ), NOTHING );
    MEASURE( rt_pipe_unbind, NOTHING, rt_pipe_unbind( &found ), NOTHING );
    rt_pipe_delete( &pipe );
}

static RT_SEM awaited;

static void take( void * arg )
{
    rt_sem_p( &awaited, TM_INFINITE );
}

/* So many tasks wait, which are not above; one is woken. */
static void let_wait( int tasks )
{
    rt_sem_create( &awaited, NULL, 0, S_PRIO );

    for( int i = 0; i < tasks; i++ )
    {
        rt_task_spawn( &other, NULL, 0, SELF, 0, take, NULL );
    }

    rt_task_sleep( MS / 5 );
}

static void let_end( void )
{
    rt_sem_delete( &awaited );
    rt_task_sleep( MS / 5 );
}

static void measure_waking( void )
{
    MEASURE( waking_of_1, let_wait( 1 ), rt_sem_v( &awaited ), let_end() );
    MEASURE( waking_of_8, let_wait( 8 ), rt_sem_v( &awaited ), let_end() );
}

static void direct( void * parameters )
{
    create_others();
    measure_the_clock();
    MEASURE_ONCE( rt_task_shadow, 0, NOTHING, rt_task_shadow( &self, "self", SELF, 0 ), NOTHING );
    measure_tasks();
    measure_time();
    measure_semaphores();
    measure_mutexes();
    measure_event_flags();
    measure_queues();
    measure_buffers();
    measure_heaps();
    measure_pipes();
    measure_waking();
    print_costs();
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    test_start( direct, SELF );
}
