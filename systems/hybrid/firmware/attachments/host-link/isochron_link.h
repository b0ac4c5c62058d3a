/* SPDX-License-Identifier: Apache-2.0 */

/* The link of the hybrid inside a native program (hardware.h): the registers of its attachment to a
 * bus, by function calls. */
#pragma once

#include <stdint.h>

#include "hardware.h"
#include "isochron_hybrid_constants.h"
#include "isochron_link_destinations.h"

static inline void vIsochronLinkPut( uint32_t ulDestination, uint32_t ulWord )
{
    static const uint32_t ulOffsets[] = {
        [isochronLINK_SCHEDULER] = ISOCHRON_HYBRID_LINK_SCHEDULER_OFFSET,
        [isochronLINK_TIMERS] = ISOCHRON_HYBRID_LINK_TIMERS_OFFSET,
        [isochronLINK_SCHEDULER_MORE] = ISOCHRON_HYBRID_LINK_SCHEDULER_MORE_OFFSET,
    };

    hardware_store( ulOffsets[ ulDestination ], ulWord );
}

static inline uint32_t ulIsochronLinkGet( void )
{
    return hardware_load( ISOCHRON_HYBRID_LINK_REPLY_OFFSET );
}
