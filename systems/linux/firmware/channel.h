/* SPDX-License-Identifier: Apache-2.0 */

/* The channels to Linux from FreeRTOS's side: of each messages in two directions, and an area. What Linux has
 * put into the RAM that both reach may be anything: it is looked at before it is used, once. A message
 * belongs to one start of Linux: none of before a restart comes out after it, on either side, and so no
 * answer to one. */
#pragma once

#include <stdint.h>

#include "channel_layout.h"

struct channel_message
{
    uint32_t start; /* of Linux: an answer has its question's */
    uint32_t words[ MESSAGE_MOST / 4 ];
};

/* That of the Linux that runs, for a message that is no answer. */
uint32_t channel_start( void );

/* Waits for a message of a program of Linux on a channel, by its number in the device tree's channel-names,
 * and returns its bytes. */
uint32_t channel_receive( uint32_t channel, struct channel_message * message );

/* Sends these bytes of `words` to a program of Linux; waits for room, but not for a Linux that is no more.
 * Returns whether `start` is that of the Linux that runs. */
int channel_send( uint32_t channel, const struct channel_message * message, uint32_t bytes );

/* CHANNEL_AREA_BYTES that a program of Linux maps. */
static inline volatile uint32_t * channel_area( uint32_t channel )
{
    return ( volatile uint32_t * ) ( CHANNEL_ADDRESS + channel * CHANNEL_BYTES + CHANNEL_AREA );
}

/* Creates what is between the tasks and Linux. Once, before the scheduler starts. */
void channel_begin( void );

/* Nothing goes through any more, while Linux is made to start again; then all is empty and open. */
void channel_close( void );
void channel_open( void );
