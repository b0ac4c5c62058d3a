/* SPDX-License-Identifier: Apache-2.0 */

/* libisochron-time: the time manager for programs on Linux. docs/explanation/linux.md describes it.
 *
 * Times, delays and periods are in clock cycles. Functions that return int return 0 or a negative
 * error number, those of isochron_time.h. */
#pragma once

#include <stdint.h>

#include "isochron_time.h"

#define ISOCHRON_TIME_PATH "/dev/isochron-time"

/* An open time manager. Its threads may share it; a channel is one thread's at a time. */
struct isochron_time
{
    int file;
    const volatile uint32_t * page; /* the page that shows the time */
    struct isochron_time_info info;
};

/* Open the driver's file, and map the page of the time. */
int isochron_time_open( struct isochron_time * time );

/* Close it: its channels are free again. */
void isochron_time_close( struct isochron_time * time );

/* The system time, without a system call. Safe for any number of readers. */
uint64_t isochron_time_now( const struct isochron_time * time );

/* Set the system time; no release moves. Needs CAP_SYS_TIME. */
int isochron_time_set( const struct isochron_time * time, uint64_t now );

/* A channel is to be this program's, or no longer. */
int isochron_time_claim( const struct isochron_time * time, uint32_t channel );
int isochron_time_unclaim( const struct isochron_time * time, uint32_t channel );

/* Releases at `first`, a date, and then each `period`; none after the first if that is 0. */
int isochron_time_set_periodic( const struct isochron_time * time, uint32_t channel, uint64_t first,
                                uint64_t period );

/* Wait for the next release. Where they are not NULL: `overruns`, how many were missed before it;
 * `release`, its date. */
int isochron_time_wait_period( const struct isochron_time * time, uint32_t channel, uint32_t * overruns,
                               uint64_t * release );

/* Wait so many cycles. */
int isochron_time_delay( const struct isochron_time * time, uint32_t channel, uint64_t cycles );

/* No more releases. */
int isochron_time_stop( const struct isochron_time * time, uint32_t channel );

/* Use another time base, of enum isochron_time_base. Needs CAP_SYS_TIME. */
int isochron_time_set_base( struct isochron_time * time, uint32_t base );
