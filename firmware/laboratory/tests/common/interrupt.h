/* SPDX-License-Identifier: Apache-2.0 */

/* An interrupt on order. */
#pragma once

/* Calls a function as an interrupt service routine, now, while the calling task runs; returns when
 * that is done and, if the routine asked for a switch, the caller runs again. */
void interrupt( void ( *function )( void ) );
