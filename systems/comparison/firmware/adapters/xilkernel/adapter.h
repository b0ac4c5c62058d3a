/* SPDX-License-Identifier: Apache-2.0 */

/* Xilkernel's API, for the layer of its names and for a genuine kernel that the user has the right to
 * run. docs/explanation/comparison.md says what each macro is. */
#pragma once

#include <stdint.h>

#include <xmk.h>

#include <bufmalloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/init.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/process.h>
#include <sys/timer.h>

/* The urgent threads have the small numbers. */
#define ADAPTER_LEAST_PRIORITY   31
#define ADAPTER_PRIORITY( rank ) ( ADAPTER_LEAST_PRIORITY - ( int ) ( rank ) )

/* Messages of the window's queue: more than 10 ms take. */
#define KERNEL_QUEUE_MOST 6000U

/* A task is the semaphore that it waits for when it suspends itself. */
typedef sem_t * kernel_task_t;
typedef sem_t * kernel_semaphore_t;
typedef pthread_mutex_t * kernel_mutex_t;
typedef struct
{
    int id;
    size_t bytes; /* of each of its messages */
} * kernel_queue_t;
typedef membuf_t kernel_memory_t;
typedef uint32_t kernel_message_t;

static int adapter_started;

/* A task never returns. */
#pragma GCC diagnostic ignored "-Wreturn-type"

#define KERNEL_TASK( name ) static void * name( void * parameters )
#define KERNEL_MAIN( setup ) \
    int main( void )         \
    {                        \
        xilkernel_init();    \
        setup();             \
        adapter_started = 1; \
        xilkernel_start();   \
        return 0;            \
    }

/* A static thread before the kernel's start, any other one after it. The kernel is configured to
 * give them stacks of 2 KB. */
static inline int adapter_create( void * ( *function )( void * ), int priority )
{
    pthread_attr_t attr;
    pthread_t thread;
    struct sched_param param = { .sched_priority = priority };

    return adapter_started ? ( ( pthread_attr_init( &attr ) == 0 ) &&
                               ( pthread_attr_setschedparam( &attr, &param ) == 0 ) &&
                               ( pthread_create( &thread, &attr, function, ( void * ) 0 ) == 0 ) ) :
                             ( xmk_add_static_thread( function, priority ) == 0 );
}

#ifdef XILKERNEL_THREADS_ONLY
    #define KERNEL_CREATE( task, function, rank ) \
    ( task = ( sem_t * ) 0, adapter_create( function, ADAPTER_PRIORITY( rank ) ) )
#else
    #define KERNEL_CREATE( task, function, rank )                \
    ( ( ( task = adapter_semaphore( 0U ) ) != ( sem_t * ) 0 ) && \
      adapter_create( function, ADAPTER_PRIORITY( rank ) ) )
#endif

#define ADAPTER_SEMAPHORES 48U

static inline sem_t * adapter_semaphore( unsigned count )
{
    static sem_t semaphores[ ADAPTER_SEMAPHORES ];
    static unsigned used;

    if( ( used == ADAPTER_SEMAPHORES ) || ( sem_init( &semaphores[ used ], 0, count ) != 0 ) )
    {
        return ( sem_t * ) 0;
    }

    used++;
    return &semaphores[ used - 1U ];
}

/* The only one of its program. */
static inline pthread_mutex_t * adapter_mutex( void )
{
    static pthread_mutex_t mutex;

    return ( pthread_mutex_init( &mutex, ( pthread_mutexattr_t * ) 0 ) == 0 ) ? &mutex :
                                                                                ( pthread_mutex_t * ) 0;
}

/* In place of the one before: each has the memory for as many messages as the kernel is configured
 * for. */
static inline kernel_queue_t adapter_queue( size_t bytes )
{
    static __typeof__( *( kernel_queue_t ) 0 ) queue = { .id = -1 };

    if( queue.id >= 0 )
    {
        ( void ) msgctl( queue.id, IPC_RMID, ( struct msqid_ds * ) 0 );
    }

    queue.id = msgget( 1, IPC_CREAT );
    queue.bytes = bytes;
    return ( queue.id >= 0 ) ? &queue : ( kernel_queue_t ) 0;
}

/* Blocks of memory, which the application provides here. */
static inline int adapter_memory( membuf_t * pool, int blocks, size_t bytes )
{
    static uint8_t memory[ COMPARISON_MEMORY ] __attribute__( ( aligned( 16 ) ) );

    return ( blocks * bytes <= sizeof( memory ) ) && ( bufcreate( pool, memory, blocks, bytes ) == 0 );
}

/* instead of KERNEL_SUSPEND_SELF: Xilkernel has no call that suspends a thread; it waits for a semaphore */
#define KERNEL_SUSPEND_SELF( task ) ( void ) sem_wait( task )
/* instead of KERNEL_RESUME: Xilkernel has no call that resumes a thread; its semaphore is released */
#define KERNEL_RESUME( task )       ( void ) sem_post( task )
#define KERNEL_YIELD()              ( void ) yield()
/* no KERNEL_DELAY: Xilkernel sleeps for milliseconds, and the program's tick is a quarter of one */
#define KERNEL_TICKS()              xget_clock_ticks()

#define KERNEL_SEMAPHORE_CREATE( semaphore, count ) \
    ( ( semaphore = adapter_semaphore( count ) ) != ( sem_t * ) 0 )
#define KERNEL_SEMAPHORE_GET( semaphore )     ( sem_wait( semaphore ) == 0 )
#define KERNEL_SEMAPHORE_RELEASE( semaphore ) ( sem_post( semaphore ) == 0 )
#define KERNEL_SEMAPHORE_RELEASE_TO_HIGHEST   KERNEL_SEMAPHORE_RELEASE
#define KERNEL_SEMAPHORE_WAIT( semaphore )    ( void ) sem_wait( semaphore )

#define KERNEL_MUTEX_CREATE( mutex, ceiling ) ( ( mutex = adapter_mutex() ) != ( pthread_mutex_t * ) 0 )
#define KERNEL_MUTEX_LOCK( mutex )            ( void ) pthread_mutex_lock( mutex )
#define KERNEL_MUTEX_UNLOCK( mutex )          ( void ) pthread_mutex_unlock( mutex )

#define KERNEL_QUEUE_CREATE( queue, length, bytes ) \
    ( ( queue = adapter_queue( bytes ) ) != ( kernel_queue_t ) 0 )
#define KERNEL_QUEUE_PASS( queue, message )                           \
    ( {                                                               \
        kernel_queue_t adapter_to = ( queue );                        \
        msgsnd( adapter_to->id, message, adapter_to->bytes, 0 ) == 0; \
    } )
#define KERNEL_QUEUE_RECEIVE( queue, message )                              \
    ( {                                                                     \
        kernel_queue_t adapter_from = ( queue );                            \
        msgrcv( adapter_from->id, message, adapter_from->bytes, 0, 0 ) > 0; \
    } )
#define KERNEL_QUEUE_WAIT( queue, message ) ( void ) KERNEL_QUEUE_RECEIVE( queue, message )
/* A message is copied, so its length matters. */
#define KERNEL_QUEUE_COPIES                 256U

#define KERNEL_MEMORY_CREATE( memory, blocks, bytes ) adapter_memory( &( memory ), blocks, bytes )
#define KERNEL_MEMORY_GET( memory )                   bufmalloc( memory, COMPARISON_BLOCK )
#define KERNEL_MEMORY_RELEASE( memory, block )        buffree( memory, block )
/* no KERNEL_MEMORY_MALLOC: its memory is pools of blocks of one size */

/* no KERNEL_TIMER_CREATE: Xilkernel has no timers that call a function: its software timers wake threads */

/* From a handler that the board calls. A genuine kernel's port tells it of interrupts; to the layer
 * the handler does. */
#ifdef XILKERNEL_LAYER
    #define KERNEL_SEMAPHORE_RELEASE_FROM_ISR( semaphore ) \
    do                                                     \
    {                                                      \
        xilkernel_enter_interrupt();                       \
        ( void ) sem_post( semaphore );                    \
        xilkernel_leave_interrupt();                       \
    } while( 0 )
#else
    #define KERNEL_SEMAPHORE_RELEASE_FROM_ISR( semaphore ) ( void ) sem_post( semaphore )
#endif
