/* SPDX-License-Identifier: Apache-2.0 */

/* For whom a word on the hybrid's link is (docs/explanation/hybrid.md). A word to LINK_SCHEDULER or
 * LINK_TIMERS ends its message. Every attachment's isochron_link.h includes this and has
 *
 *   static inline void vIsochronLinkPut( uint32_t ulDestination, uint32_t ulWord );
 *   static inline uint32_t ulIsochronLinkGet( void );
 *
 * The destination is one of these constants in every call. Get waits for the reply to a message that
 * was put. */
#pragma once

#define isochronLINK_SCHEDULER      0U /* The last word of a message to the scheduler, often the only one. */
#define isochronLINK_TIMERS         1U /* A message to the timers. */
#define isochronLINK_SCHEDULER_MORE 2U /* A word of a message to the scheduler that another one follows. */
