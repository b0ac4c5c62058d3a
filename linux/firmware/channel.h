/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The channels to Linux from FreeRTOS's side: of each two ordinary message buffers, and an area. What Linux has
 * put into the RAM that both reach may be anything: it is looked at before it is used, once.
 */
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stdint.h>

#include "FreeRTOS.h"
#include "message_buffer.h"

#include "channel_layout.h"

/* Of each channel, in the order of the device tree's channel-names: messages of Linux's programs, for a task
 * to receive, and messages for them, for a task to send. */
extern MessageBufferHandle_t channel_from_linux[ CHANNELS ], channel_to_linux[ CHANNELS ];

/* CHANNEL_AREA_BYTES that a program of Linux maps. */
static inline volatile uint32_t * channel_area( uint32_t channel )
{
    return ( volatile uint32_t * ) ( CHANNEL_ADDRESS + channel * CHANNEL_BYTES + CHANNEL_AREA );
}

/* Creates the buffers, and the tasks between them and Linux. */
void channel_begin( void );

/* The rings are empty: for a Linux that starts again. */
void channel_empty( void );

#endif /* CHANNEL_H */
