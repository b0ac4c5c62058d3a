/* SPDX-License-Identifier: Apache-2.0 */

/* uC/OS-II's API, for the genuine kernel and for the layer of its names. docs/explanation/comparison.md says
 * what each macro is. */
#pragma once

#include <stdint.h>

#include <ucos_ii.h>

#include "adapter_memory.h"

/* The urgent tasks have the small numbers; one task to a priority. */
#define ADAPTER_LEAST_PRIORITY   40U
#define ADAPTER_PRIORITY( rank ) ( ( INT8U ) ( ADAPTER_LEAST_PRIORITY - ( rank ) ) )

typedef INT8U kernel_task_t; /* its priority */
#ifndef UCOS2_KERNEL_ONLY
typedef OS_EVENT * kernel_semaphore_t;
typedef OS_EVENT * kernel_mutex_t;
typedef OS_EVENT * kernel_queue_t;
typedef OS_MEM * kernel_memory_t;
typedef void * kernel_timer_t;
typedef void * kernel_message_t;

static INT8U adapter_error __attribute__( ( unused ) );
#endif

#define KERNEL_TASK( name ) static void name( void * parameters )
#define KERNEL_MAIN( setup ) \
    int main( void )         \
    {                        \
        OSInit();            \
        setup();             \
        OSStart();           \
        return 0;            \
    }

static inline int adapter_create( INT8U priority, void ( *function )( void * ) )
{
    OS_STK * stack = adapter_take( COMPARISON_STACK * sizeof( OS_STK ) );

    return ( stack != ( OS_STK * ) 0 ) &&
           ( OSTaskCreate( function, ( void * ) 0, &stack[ COMPARISON_STACK - 1U ], priority ) ==
             OS_ERR_NONE );
}

#define KERNEL_CREATE( task, function, rank ) \
    ( task = ADAPTER_PRIORITY( rank ), adapter_create( task, function ) )
#define KERNEL_SUSPEND_SELF( task ) ( void ) OSTaskSuspend( task )
#define KERNEL_RESUME( task )       ( void ) OSTaskResume( task )
/* no KERNEL_YIELD: no two tasks have the same priority */
#define KERNEL_DELAY( ticks )       OSTimeDly( ticks )
#define KERNEL_TICKS()              OSTimeGet()

#define KERNEL_SEMAPHORE_CREATE( semaphore, count ) \
    ( ( semaphore = OSSemCreate( count ) ) != ( OS_EVENT * ) 0 )
#define KERNEL_SEMAPHORE_GET( semaphore ) \
    ( OSSemPend( semaphore, 0, &adapter_error ), adapter_error == OS_ERR_NONE )
#define KERNEL_SEMAPHORE_RELEASE( semaphore ) ( OSSemPost( semaphore ) == OS_ERR_NONE )
#define KERNEL_SEMAPHORE_RELEASE_TO_HIGHEST   KERNEL_SEMAPHORE_RELEASE
#define KERNEL_SEMAPHORE_WAIT( semaphore )    OSSemPend( semaphore, 0, &adapter_error )

#define KERNEL_MUTEX_CREATE( mutex, ceiling ) \
    ( ( mutex = OSMutexCreate( ADAPTER_PRIORITY( ceiling ), &adapter_error ) ) != ( OS_EVENT * ) 0 )
#define KERNEL_MUTEX_LOCK( mutex )   OSMutexPend( mutex, 0, &adapter_error )
#define KERNEL_MUTEX_UNLOCK( mutex ) ( void ) OSMutexPost( mutex )

#define KERNEL_QUEUE_CREATE( queue, length, bytes ) \
    ( ( queue = OSQCreate( adapter_take( ( length ) * sizeof( void * ) ), length ) ) != ( OS_EVENT * ) 0 )
#define KERNEL_QUEUE_PASS( queue, message ) ( OSQPost( queue, message ) == OS_ERR_NONE )
#define KERNEL_QUEUE_RECEIVE( queue, message ) \
    ( *( message ) = OSQPend( queue, 0, &adapter_error ), adapter_error == OS_ERR_NONE )
#define KERNEL_QUEUE_WAIT( queue, message ) ( *( message ) = OSQPend( queue, 0, &adapter_error ) )
/* no KERNEL_QUEUE_COPIES: a message is a pointer, whatever it points to */

#define KERNEL_MEMORY_CREATE( memory, blocks, bytes )                                                      \
    ( ( memory = OSMemCreate( adapter_take( ( blocks ) * ( bytes ) ), blocks, bytes, &adapter_error ) ) != \
      ( OS_MEM * ) 0 )
#define KERNEL_MEMORY_GET( memory )            OSMemGet( memory, &adapter_error )
#define KERNEL_MEMORY_RELEASE( memory, block ) ( void ) OSMemPut( memory, block )
/* no KERNEL_MEMORY_MALLOC: its memory is partitions of blocks of one size */

#define KERNEL_TIMER_CALLBACK( name ) \
    static void name( void * timer, void * argument __attribute__( ( unused ) ) )
#define KERNEL_TIMER_CREATE( timer, ticks, callback )                                               \
    ( ( timer = OSTmrCreate( ticks, 0, OS_TMR_OPT_ONE_SHOT, callback, ( void * ) 0, ( INT8U * ) "", \
                             &adapter_error ) ) != ( void * ) 0 )
#define KERNEL_TIMER_START( timer ) ( void ) OSTmrStart( timer, &adapter_error )

/* From a handler. The genuine kernel's port tells it of interrupts; to the layer the handler does. */
#ifdef UCOS2_LAYER
    #define KERNEL_SEMAPHORE_RELEASE_FROM_ISR( semaphore ) \
    do                                                     \
    {                                                      \
        OSIntEnter();                                      \
        ( void ) OSSemPost( semaphore );                   \
        OSIntExit();                                       \
    } while( 0 )
#else
    #define KERNEL_SEMAPHORE_RELEASE_FROM_ISR( semaphore ) ( void ) OSSemPost( semaphore )
#endif
