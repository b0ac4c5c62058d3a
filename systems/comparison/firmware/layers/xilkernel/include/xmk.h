/* SPDX-License-Identifier: Apache-2.0 */

/* A layer with the names, arguments and return codes of Xilkernel's API on FreeRTOS and the hardware
 * kernel. It is not Xilkernel, and has none of its code: docs/reference/xilkernel-layer.md says what is there
 * and where it differs. An application includes this file first, as it does with Xilkernel; what
 * Xilkernel's tools configure are the macros below. */
#pragma once

#define XILKERNEL_LAYER 1

/* Priorities; 0 is the most urgent. */
#define N_PRIO 32

/* How threads are scheduled: SCHED_PRIO, by priority, or SCHED_RR, in turns without priorities. */
#ifndef SCHED_TYPE
    #define SCHED_TYPE SCHED_PRIO
#endif

/* Threads, those that nobody joined yet among them. */
#ifndef MAX_PTHREADS
    #define MAX_PTHREADS 31
#endif

/* Bytes of a thread's stack that does not bring its own. */
#ifndef PTHREAD_STACK_SIZE
    #define PTHREAD_STACK_SIZE 2048
#endif

/* Message queues, and messages in each. */
#ifndef NUM_MSGQS
    #define NUM_MSGQS 10
#endif
#ifndef MSGQ_CAPACITY
    #define MSGQ_CAPACITY 10
#endif

/* Segments of shared memory. */
#ifndef NUM_SHMEMS
    #define NUM_SHMEMS 10
#endif

/* Pools of memory blocks. */
#ifndef N_BUFFERS
    #define N_BUFFERS 10
#endif

#include <bufmalloc.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/init.h>
#include <sys/intr.h>
#include <sys/msg.h>
#include <sys/process.h>
#include <sys/shm.h>
#include <sys/timer.h>
