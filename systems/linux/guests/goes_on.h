/* SPDX-License-Identifier: Apache-2.0 */

/* Whether FreeRTOS goes on below a guest: for Linux's programs, and for guests in its place. */
#pragma once

#include <stdint.h>

#include "shared.h"

/* All tasks of FreeRTOS do what they did: the next 20 releases come in 20 periods, each at its date, and
 * registers are right. `time` is the page of the time. */
int goes_on( volatile const struct shared * shared, volatile const uint32_t * time );
