/* SPDX-License-Identifier: Apache-2.0 */

/* Ways in which a guest is never heard of again: one after the other, each ended by FreeRTOS's watchdog. */
#pragma once

#include <stdint.h>

struct hang
{
    const char * name;
    void ( *begin )( void ); /* from which nothing comes back */
};

/* The next of these ways, as often as the guest starts; at the last start that all is well. Each time
 * FreeRTOS goes on, and the start begins within the ticks that the page says. Returns a failure where a way
 * comes back. */
int hang_in_turn( const struct hang * hangs, uint32_t count );
