/* SPDX-License-Identifier: Apache-2.0 */

/* What the demo IntQueue wants of a board: two timers, whose routines use its queues. */
#pragma once

void vInitialiseTimerForIntQueueTest( void );
