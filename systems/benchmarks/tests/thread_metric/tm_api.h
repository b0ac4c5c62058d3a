/* SPDX-License-Identifier: Apache-2.0 */

/* The functions of Thread-Metric's porting layer, as its documentation names them. */
#pragma once

#define TM_SUCCESS 0
#define TM_ERROR   1

void tm_initialize( void ( *create )( void ) );
int tm_thread_create( int thread, int priority, void ( *entry )( void ) );
int tm_thread_resume( int thread );
int tm_thread_suspend( int thread );
void tm_thread_relinquish( void );
void tm_thread_sleep( int seconds );
int tm_queue_create( int queue );
int tm_queue_send( int queue, unsigned long * message );
int tm_queue_receive( int queue, unsigned long * message );
int tm_semaphore_create( int semaphore );
int tm_semaphore_get( int semaphore );
int tm_semaphore_put( int semaphore );
int tm_memory_pool_create( int pool );
int tm_memory_pool_allocate( int pool, unsigned char ** block );
int tm_memory_pool_deallocate( int pool, unsigned char * block );
void tm_cause_interrupt( void );
void tm_cause_interrupt_sync( void );
void tm_putchar( int character );
void tm_semihosting_exit( int code );
