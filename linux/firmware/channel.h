/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The channel to Linux from FreeRTOS's side: two ordinary message buffers. What Linux has put into the RAM that
 * both reach may be anything: it is looked at before it is used, once.
 */
#ifndef CHANNEL_H
#define CHANNEL_H

#include "FreeRTOS.h"
#include "message_buffer.h"

/* Messages of Linux's programs, for a task to receive. */
extern MessageBufferHandle_t channel_from_linux;

/* Messages for them, for a task to send. */
extern MessageBufferHandle_t channel_to_linux;

/* Creates the buffers, and the tasks between them and Linux. */
void channel_begin( void );

/* The rings are empty: for a Linux that starts again. */
void channel_empty( void );

#endif /* CHANNEL_H */
