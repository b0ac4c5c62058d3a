/* SPDX-License-Identifier: Apache-2.0 */

/* The attachment `link-bus`: the hybrid's link behind a memory-mapped FIFO, for a core without put
 * and get instructions. Stores and loads of one device must reach it in program order. */
#pragma once

#include <stdint.h>

#include "FreeRTOSConfig.h"
#include "isochron_hybrid_constants.h"
#include "isochron_link_destinations.h"

#ifndef configHW_ACCELERATION_BASE_ADDRESS
    #error \
        "configHW_ACCELERATION_BASE_ADDRESS must be defined in FreeRTOSConfig.h: the address of the hybrid on the bus, as a plain number that the assembler understands too (no cast)."
#endif

#define isochronLINK_REGISTER( xOffset ) \
    ( *( ( volatile uint32_t * ) ( ( uintptr_t ) configHW_ACCELERATION_BASE_ADDRESS + ( xOffset ) ) ) )

/* Sends a word; waits while the link is full, never longer than the hybrid works on its messages.
 * The destination is a constant. */
static inline __attribute__( ( always_inline ) ) void vIsochronLinkPut( uint32_t ulDestination,
                                                                        uint32_t ulWord )
{
    switch( ulDestination )
    {
        case isochronLINK_TIMERS:
            isochronLINK_REGISTER( ISOCHRON_HYBRID_LINK_TIMERS_OFFSET ) = ulWord;
            break;

        case isochronLINK_SCHEDULER_MORE:
            isochronLINK_REGISTER( ISOCHRON_HYBRID_LINK_SCHEDULER_MORE_OFFSET ) = ulWord;
            break;

        default:
            isochronLINK_REGISTER( ISOCHRON_HYBRID_LINK_SCHEDULER_OFFSET ) = ulWord;
            break;
    }
}

/* Takes a word of a reply; waits for it while a message is on its way, else returns 0. */
static inline __attribute__( ( always_inline ) ) uint32_t ulIsochronLinkGet( void )
{
    return isochronLINK_REGISTER( ISOCHRON_HYBRID_LINK_REPLY_OFFSET );
}
