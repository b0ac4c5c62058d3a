/* SPDX-License-Identifier: Apache-2.0 */

/* The functions that RTOSBench asks of a port, in the place of its own header. */
#pragma once

#include "config.h"

void no_initialize_test( no_task_entry_t test );
no_task_handle_t no_create_task( no_task_entry_t entry, char name[ 4 ], unsigned int priority );
void no_task_yield();
void no_task_suspend_self();
void no_task_delay( unsigned int milliseconds );
no_time_t no_time_get();
long no_time_diff( const no_time_t * begin, const no_time_t * end );
void no_cycle_reset_counter();
void no_serial_write( const char * text );
void no_result_report( int64_t most, int64_t least, int64_t mean );
void no_sem_create( no_sem_t * semaphore, int count );
void no_sem_wait( no_sem_t * semaphore );
void no_sem_signal( no_sem_t * semaphore );
void no_mutex_create( no_mutex_t * mutex );
void no_mutex_acquire( no_mutex_t * mutex );
void no_mutex_release( no_mutex_t * mutex );
void no_mq_create( no_mq_t * queue, unsigned int length, unsigned int bytes );
void no_mq_send( no_mq_t * queue, unsigned int message );
void no_mq_receive( no_mq_t * queue );
void no_interrupt_do_sgi();
void no_interrupt_enable_sgi();
void no_interrupt_register_sgi_handler( no_int_handler_t handler );
