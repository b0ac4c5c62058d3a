/* SPDX-License-Identifier: Apache-2.0 */

/* Two tasks use every function of the porting layer of RTOSBench, and report cycles of what they did. */
#include "porting_layer.h"

#define MESSAGE 7

static no_sem_t semaphore;
static no_mutex_t mutex;
static no_mq_t queue;
static no_time_t served;
static unsigned turns;

static void serve( int line, void * unused )
{
    served = no_time_get();
}

static void high( void * unused )
{
    for( ;; )
    {
        no_sem_wait( &semaphore );
        turns++;
        no_mq_send( &queue, MESSAGE );
    }
}

/* An equal of the low task takes its turn at a yield. */
static void equal( void * unused )
{
    turns++;
    no_task_suspend_self();
}

static void low( void * unused )
{
    no_time_t begin, end;

    no_task_yield();
    no_sem_signal( &semaphore );
    no_mutex_acquire( &mutex );
    no_mutex_release( &mutex );
    no_mq_receive( &queue );
    no_serial_write( "-- turns --" );
    no_result_report( turns, uxQueueMessagesWaiting( queue ), uxSemaphoreGetCount( mutex ) );

    begin = no_time_get();
    no_task_delay( 2 );
    end = no_time_get();
    no_cycle_reset_counter();
    no_serial_write( "-- delay --" );
    no_result_report( no_time_diff( &begin, &end ), 0, 0 );

    begin = no_time_get();
    no_interrupt_do_sgi();
    end = no_time_get();
    no_serial_write( "-- interrupt --" );
    no_result_report( no_time_diff( &begin, &end ), no_time_diff( &begin, &served ),
                      ( int64_t ) rtosbench_work() );
    no_task_suspend_self();
}

static void initialize( void * unused )
{
    no_sem_create( &semaphore, 0 );
    no_mutex_create( &mutex );
    no_mq_create( &queue, 2, sizeof( unsigned ) );
    no_interrupt_register_sgi_handler( serve );
    no_interrupt_enable_sgi();
    ( void ) no_create_task( high, "H", BASE_PRIO );
    ( void ) no_create_task( low, "L", BASE_PRIO - 1 );
    ( void ) no_create_task( equal, "E", BASE_PRIO - 1 );
}

int main( void )
{
    no_initialize_test( initialize );
    return 1;
}
