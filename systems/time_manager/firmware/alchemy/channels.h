/* SPDX-License-Identifier: Apache-2.0 */

/* Which timer has which number: what the two time bases have in common. */
#pragma once

#include "time_base.h"

/* By channel, NULL where there is none. */
extern struct time_base_timer * channel_timers[ TIME_BASE_TIMERS ];

/* Makes the channels from `first` to `end` - 1 free. */
void channels_begin( uint32_t first, uint32_t end );
