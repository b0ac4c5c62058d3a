/* SPDX-License-Identifier: Apache-2.0 */

/* ThreadX's API. docs/explanation/comparison.md says what each macro is. */
#pragma once

#include <tx_api.h>

#include "adapter_memory.h"

/* The urgent threads have the small numbers. */
#define ADAPTER_LEAST_PRIORITY   31U
#define ADAPTER_PRIORITY( rank ) ( ADAPTER_LEAST_PRIORITY - ( rank ) )

/* Control blocks are the application's; each name here is null. */
typedef TX_THREAD * kernel_task_t;
typedef TX_SEMAPHORE * kernel_semaphore_t;
typedef TX_MUTEX * kernel_mutex_t;
typedef TX_QUEUE * kernel_queue_t;
typedef TX_BLOCK_POOL * kernel_memory_t;
typedef ULONG kernel_message_t;
typedef struct
{
    TX_TIMER timer;
    ULONG ticks; /* to its expiry */
} * kernel_timer_t;

static void * adapter_block __attribute__( ( unused ) );

#define KERNEL_TASK( name ) static void name( ULONG parameters )
#define KERNEL_MAIN( setup )                    \
    void tx_application_define( void * unused ) \
    {                                           \
        ( void ) unused;                        \
        setup();                                \
    }                                           \
    int main( void )                            \
    {                                           \
        tx_kernel_enter();                      \
        return 0;                               \
    }

#define ADAPTER_NEW( object ) ( object = adapter_take( sizeof( *( object ) ) ), ( object ) != TX_NULL )

static inline int adapter_create( TX_THREAD * thread, void ( *function )( ULONG ), UINT priority )
{
    ULONG bytes = COMPARISON_STACK * sizeof( ULONG );
    void * stack = adapter_take( bytes );

    return ( stack != TX_NULL ) &&
           ( tx_thread_create( thread, TX_NULL, function, 0, stack, bytes, priority, priority,
                               TX_NO_TIME_SLICE, TX_AUTO_START ) == TX_SUCCESS );
}

#define KERNEL_CREATE( task, function, rank ) \
    ( ADAPTER_NEW( task ) && adapter_create( task, function, ADAPTER_PRIORITY( rank ) ) )
#define KERNEL_SUSPEND_SELF( task ) ( void ) tx_thread_suspend( task )
#define KERNEL_RESUME( task )       ( void ) tx_thread_resume( task )
#define KERNEL_YIELD()              tx_thread_relinquish()
#define KERNEL_DELAY( ticks )       ( void ) tx_thread_sleep( ticks )
#define KERNEL_TICKS()              tx_time_get()

#define KERNEL_SEMAPHORE_CREATE( semaphore, count ) \
    ( ADAPTER_NEW( semaphore ) && ( tx_semaphore_create( semaphore, TX_NULL, count ) == TX_SUCCESS ) )
#define KERNEL_SEMAPHORE_GET( semaphore )     ( tx_semaphore_get( semaphore, TX_NO_WAIT ) == TX_SUCCESS )
#define KERNEL_SEMAPHORE_RELEASE( semaphore ) ( tx_semaphore_put( semaphore ) == TX_SUCCESS )
/* Waiters are in the order of their coming; the highest is brought to their head first. */
#define KERNEL_SEMAPHORE_RELEASE_TO_HIGHEST( semaphore )       \
    ( {                                                        \
        TX_SEMAPHORE * adapter_semaphore = semaphore;          \
        ( void ) tx_semaphore_prioritize( adapter_semaphore ); \
        tx_semaphore_put( adapter_semaphore );                 \
    } )
#define KERNEL_SEMAPHORE_WAIT( semaphore ) ( void ) tx_semaphore_get( semaphore, TX_WAIT_FOREVER )

#define KERNEL_MUTEX_CREATE( mutex, ceiling ) \
    ( ADAPTER_NEW( mutex ) && ( tx_mutex_create( mutex, TX_NULL, TX_INHERIT ) == TX_SUCCESS ) )
#define KERNEL_MUTEX_LOCK( mutex )   ( void ) tx_mutex_get( mutex, TX_WAIT_FOREVER )
#define KERNEL_MUTEX_UNLOCK( mutex ) ( void ) tx_mutex_put( mutex )

#define KERNEL_QUEUE_CREATE( queue, length, bytes )                   \
    ( ADAPTER_NEW( queue ) &&                                         \
      ( tx_queue_create( queue, TX_NULL, ( bytes ) / sizeof( ULONG ), \
                         adapter_take( ( length ) * ( bytes ) ), ( length ) * ( bytes ) ) == TX_SUCCESS ) )
#define KERNEL_QUEUE_PASS( queue, message ) ( tx_queue_send( queue, message, TX_NO_WAIT ) == TX_SUCCESS )
#define KERNEL_QUEUE_RECEIVE( queue, message ) \
    ( tx_queue_receive( queue, message, TX_NO_WAIT ) == TX_SUCCESS )
#define KERNEL_QUEUE_WAIT( queue, message ) ( void ) tx_queue_receive( queue, message, TX_WAIT_FOREVER )
/* A message is copied, 16 words at most. */
#define KERNEL_QUEUE_COPIES                 64U

/* A block is behind a pointer of the kernel's. */
#define ADAPTER_POOL( blocks, bytes ) ( ( blocks ) * ( ( bytes ) + sizeof( void * ) ) )
#define KERNEL_MEMORY_CREATE( memory, blocks, bytes )                                                \
    ( ADAPTER_NEW( memory ) &&                                                                       \
      ( tx_block_pool_create( memory, TX_NULL, bytes, adapter_take( ADAPTER_POOL( blocks, bytes ) ), \
                              ADAPTER_POOL( blocks, bytes ) ) == TX_SUCCESS ) )
#define KERNEL_MEMORY_GET( memory ) \
    ( ( tx_block_allocate( memory, &adapter_block, TX_NO_WAIT ) == TX_SUCCESS ) ? adapter_block : TX_NULL )
#define KERNEL_MEMORY_RELEASE( memory, block ) ( void ) tx_block_release( block )
/* no KERNEL_MEMORY_MALLOC: its memory is pools of its own */

/* A timer that ran once is set again before it is started again; one that runs is stopped first. */
#define KERNEL_TIMER_CALLBACK( name ) static void name( ULONG timer )
#define KERNEL_TIMER_CREATE( object, delay, callback )                                           \
    ( ADAPTER_NEW( object ) && ( ( object )->ticks = ( delay ), 1 ) &&                           \
      ( tx_timer_create( &( object )->timer, TX_NULL, callback, 0, delay, 0, TX_NO_ACTIVATE ) == \
        TX_SUCCESS ) )
#define KERNEL_TIMER_START( object )                                                \
    do                                                                              \
    {                                                                               \
        kernel_timer_t adapter_timer = object;                                      \
        ( void ) tx_timer_deactivate( &adapter_timer->timer );                      \
        ( void ) tx_timer_change( &adapter_timer->timer, adapter_timer->ticks, 0 ); \
        ( void ) tx_timer_activate( &adapter_timer->timer );                        \
    } while( 0 )

/* From a handler; the port switches at its end if it must. */
#define KERNEL_SEMAPHORE_RELEASE_FROM_ISR( semaphore ) ( void ) tx_semaphore_put( semaphore )
