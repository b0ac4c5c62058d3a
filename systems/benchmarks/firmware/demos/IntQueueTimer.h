/* SPDX-License-Identifier: Apache-2.0 */

/* What the demo IntQueue wants of a board: two timers, whose routines use its queues. */
#ifndef INT_QUEUE_TIMER_H
#define INT_QUEUE_TIMER_H

void vInitialiseTimerForIntQueueTest( void );

#endif /* INT_QUEUE_TIMER_H */
