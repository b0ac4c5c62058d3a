/* SPDX-License-Identifier: Apache-2.0 */

/* Memory for stacks, queues and blocks where the kernel has no heap: the application provides it. */
#pragma once

#include <stdint.h>

#include "comparison.h"

static uint8_t adapter_memory[ COMPARISON_MEMORY ]
    __attribute__( ( aligned( 16 ), section( ".bss.adapter" ) ) );
static uint32_t adapter_used;

/* Null if there is not that much. */
static inline void * adapter_take( uint32_t bytes )
{
    uint32_t start = adapter_used;

    adapter_used += ( bytes + 15U ) & ~15U;
    return ( adapter_used <= sizeof( adapter_memory ) ) ? &adapter_memory[ start ] : ( void * ) 0;
}
