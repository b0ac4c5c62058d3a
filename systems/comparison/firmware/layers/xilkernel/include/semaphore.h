/* SPDX-License-Identifier: Apache-2.0 */

/* Semaphores. These functions return 0, or -1 with errno. */
#pragma once

typedef struct
{
    void * handle; /* NULL: there is no semaphore */
    volatile int waiting;
} sem_t;

int sem_init( sem_t * sem, int pshared, unsigned value );
int sem_destroy( sem_t * sem );

/* The value, or minus the number of threads that wait. */
int sem_getvalue( sem_t * sem, int * value );
int sem_wait( sem_t * sem );
int sem_trywait( sem_t * sem );

/* Waits for so many ticks at most. */
int sem_timedwait( sem_t * sem, unsigned ticks );

/* Interrupt handlers may call it. */
int sem_post( sem_t * sem );
