/* SPDX-License-Identifier: Apache-2.0 */

/* SBI's steal time (STA): how long tasks of FreeRTOS ran in Linux's place. The hardware kernel's monitor
 * counts it, so nothing in a switch does. */
#pragma once

#include <stdint.h>

/* Nobody wants to know, until somebody says so. */
void steal_forget( void );

/* Where Linux wants to find it, or nowhere; flags of the call. An SBI error. */
int32_t steal_set( uint32_t low, uint32_t high, uint32_t flags );

/* Tells it anew. For Linux's own task, within an SBI call. */
void steal_tell( void );
