/* SPDX-License-Identifier: Apache-2.0 */

/* Xenomai's names of time services, on FreeRTOS and the time manager: docs/reference/alchemy.md. This is not
 * Xenomai. Dates and delays are in ticks of the alchemy clock, which are nanoseconds. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint64_t RTIME;
typedef int64_t SRTIME;

#define TM_INFINITE ( ( RTIME ) 0 )
#define TM_NOW      ( ( RTIME ) 0 )
#define TM_NONBLOCK ( ( RTIME ) - 1 )

/* Bytes of an object's name, with the zero at its end. */
#define ALCHEMY_NAME_LENGTH 32

typedef struct rt_timer_info
{
    RTIME period; /* resolution of the alchemy clock in ns */
    RTIME tsc;    /* the time base's own count: clock cycles, or its ticks */
    RTIME date;   /* the same in ticks */
} RT_TIMER_INFO;

/* The present date. Safe for any number of readers. */
RTIME rt_timer_read( void );

/* The time base's own count. */
RTIME rt_timer_tsc( void );

/* Fills in the description of the clock; returns 0. */
int rt_timer_inquire( RT_TIMER_INFO * info );

/* Conversions between nanoseconds, ticks and the time base's own count; each rounds down. */
SRTIME rt_timer_ns2ticks( SRTIME ns );
SRTIME rt_timer_ticks2ns( SRTIME ticks );
SRTIME rt_timer_ns2tsc( SRTIME ns );
SRTIME rt_timer_tsc2ns( SRTIME tsc );

/* Keeps the core busy for so many nanoseconds, at least. */
void rt_timer_spin( RTIME ns );

#ifdef __cplusplus
}
#endif
