/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Channels in the RAM that Linux and FreeRTOS both reach: of each two rings of messages, and an
 * area that both may use as they agree. For the driver, the firmware, and programs.
 *
 * A ring's first word counts the bytes that were ever put in, its second those that were taken out;
 * who puts in stores the first only, and who takes out the second. Behind RING_DATA is the ring
 * itself. A message is a word with its length, and its bytes, up to a whole word.
 */
#pragma once

#define CHANNEL_ADDRESS	    0x80340000
#define CHANNEL_BYTES	    0x2000 /* of each */
#define CHANNELS	    2	   /* as many as there are doorbells for */
#define CHANNEL_TO_FREERTOS 0x0000 /* rings */
#define CHANNEL_TO_LINUX    0x0800
#define CHANNEL_AREA	    0x1000
#define CHANNEL_AREA_BYTES  0x1000

#define RING_PUT     0 /* bytes from the ring's begin */
#define RING_TAKEN   4
#define RING_DATA    64
#define RING_BYTES   1024 /* a power of two */
#define MESSAGE_MOST 128  /* bytes */

/* What a message takes in a ring. */
#define MESSAGE_TAKES(bytes) (4 + (((bytes) + 3) & ~3))

/* The doorbell that says that a message was put into a ring of the channel, or that one was taken
 * out of a ring that had no room for every message; systems/linux/hardware/linux_doorbells.sv. The
 * first of them is no channel's. */
#define CHANNEL_BELL(channel) (2 << (channel))
#define CHANNEL_BELLS	      (CHANNEL_BELL(CHANNELS) - CHANNEL_BELL(0))
