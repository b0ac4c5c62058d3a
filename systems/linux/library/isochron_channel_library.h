/* SPDX-License-Identifier: Apache-2.0 */

/* libisochron-channel: messages to tasks of FreeRTOS below Linux, for its programs. docs/explanation/linux.md
 * describes the channels.
 *
 * Functions that return int return a negative error number where they fail. `milliseconds` is how long one
 * waits at most: 0 not at all, ISOCHRON_CHANNEL_FOREVER as long as it takes; EINTR: a signal came meanwhile.
 * Threads and processes may share a channel; each message is received once. */
#pragma once

#include <stdint.h>

#define ISOCHRON_CHANNEL_FOLDER  "/dev/isochron-rt/"
#define ISOCHRON_CHANNEL_MOST    128 /* bytes of a message */
#define ISOCHRON_CHANNEL_AREA    4096 /* bytes */
#define ISOCHRON_CHANNEL_FOREVER ( -1 )

/* An open channel. */
struct isochron_channel
{
    int file;
    volatile void *
        area; /* what both sides use as they agree, ISOCHRON_CHANNEL_AREA bytes: nothing is copied */
};

/* Open the channel that has this name in the device tree, and map its area. ENOENT: there is none. */
int isochron_channel_open( struct isochron_channel * channel, const char * name );

void isochron_channel_close( struct isochron_channel * channel );

/* Send a message of 1 to ISOCHRON_CHANNEL_MOST bytes; 0 when it is on its way. EMSGSIZE: it has another
 * length; ETIMEDOUT: there was no room. */
int isochron_channel_send( const struct isochron_channel * channel, const void * message, uint32_t bytes,
                           int milliseconds );

/* Receive a message; its length. EMSGSIZE: it is longer than `bytes`, and stays; ETIMEDOUT: none came. */
int isochron_channel_receive( const struct isochron_channel * channel, void * message, uint32_t bytes,
                              int milliseconds );
