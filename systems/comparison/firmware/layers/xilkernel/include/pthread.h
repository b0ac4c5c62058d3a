/* SPDX-License-Identifier: Apache-2.0 */

/* Threads and mutexes. These functions return 0 or a number of <errno.h>. */
#pragma once

#include <stddef.h>

#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1

#define PTHREAD_MUTEX_DEFAULT   0
#define PTHREAD_MUTEX_RECURSIVE 1

#define SCHED_RR   2
#define SCHED_PRIO 3

typedef unsigned pthread_t; /* 0 is no thread's */

struct sched_param
{
    int sched_priority;
};

typedef struct
{
    int detachstate;
    struct sched_param schedparam;
    void * stackaddr; /* NULL: from FreeRTOS's heap */
    size_t stacksize;
} pthread_attr_t;

typedef struct
{
    int type;
} pthread_mutexattr_t;

typedef struct
{
    void * handle; /* NULL: there is no mutex */
    int type;
} pthread_mutex_t;

/* Threads. A new one without attributes is joinable and has the least urgent priority. pthread_create()
 * also returns -1 if `thread` is NULL. */
int pthread_create( pthread_t * thread, pthread_attr_t * attr, void * ( *start )( void * ),
                    void * parameter );
void pthread_exit( void * value ) __attribute__( ( noreturn ) );
int pthread_join( pthread_t thread, void ** value );
int pthread_detach( pthread_t thread );
pthread_t pthread_self( void );
int pthread_equal( pthread_t one, pthread_t other );
int pthread_getschedparam( pthread_t thread, int * policy, struct sched_param * param );
int pthread_setschedparam( pthread_t thread, int policy, const struct sched_param * param );

/* Attributes. `stackaddr` is the stack's lowest address. */
int pthread_attr_init( pthread_attr_t * attr );
int pthread_attr_destroy( pthread_attr_t * attr );
int pthread_attr_setdetachstate( pthread_attr_t * attr, int state );
int pthread_attr_getdetachstate( const pthread_attr_t * attr, int * state );
int pthread_attr_setschedparam( pthread_attr_t * attr, const struct sched_param * param );
int pthread_attr_getschedparam( const pthread_attr_t * attr, struct sched_param * param );
int pthread_attr_setstack( pthread_attr_t * attr, void * stackaddr, size_t stacksize );
int pthread_attr_getstack( const pthread_attr_t * attr, void ** stackaddr, size_t * stacksize );

/* Mutexes. */
int pthread_mutexattr_init( pthread_mutexattr_t * attr );
int pthread_mutexattr_destroy( pthread_mutexattr_t * attr );
int pthread_mutexattr_settype( pthread_mutexattr_t * attr, int type );
int pthread_mutexattr_gettype( const pthread_mutexattr_t * attr, int * type );
int pthread_mutex_init( pthread_mutex_t * mutex, const pthread_mutexattr_t * attr );
int pthread_mutex_destroy( pthread_mutex_t * mutex );
int pthread_mutex_lock( pthread_mutex_t * mutex );
int pthread_mutex_trylock( pthread_mutex_t * mutex );
int pthread_mutex_unlock( pthread_mutex_t * mutex );
