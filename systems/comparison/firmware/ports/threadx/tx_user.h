/* SPDX-License-Identifier: Apache-2.0 */

/* ThreadX's options: those that its tx_user_sample.h names for maximum speed. Arguments are checked
 * only without NDEBUG, as those of the other kernels. */
#pragma once

#define TX_MAX_PRIORITIES 32
#define TX_DISABLE_PREEMPTION_THRESHOLD
#define TX_DISABLE_REDUNDANT_CLEARING
#define TX_DISABLE_NOTIFY_CALLBACKS
#define TX_NOT_INTERRUPTABLE
#define TX_TIMER_PROCESS_IN_ISR
#define TX_REACTIVATE_INLINE
#define TX_DISABLE_STACK_FILLING
#define TX_INLINE_THREAD_RESUME_SUSPEND

#ifdef NDEBUG
    #define TX_DISABLE_ERROR_CHECKING
#endif
