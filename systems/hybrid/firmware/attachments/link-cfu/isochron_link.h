/* SPDX-License-Identifier: Apache-2.0 */

/* The attachment `link-cfu`: the hybrid's link behind put and get instructions, on the port for a
 * custom function unit (VexRiscv's CfuPlugin). They are of the R type in the custom-0 space and the
 * function code, bits 14 to 12, says which; soc_link_cfu.sv takes them. */
#pragma once

#include <stdint.h>

#include "isochron_link_destinations.h"

/* The function code of get. Those of put are the destinations. */
#define isochronLINK_GET 4U

/* The destination is a number in the instruction. */
#define isochronLINK_PUT( ulDestination, ulWord ) \
    __asm volatile( ".insn r CUSTOM_0, %0, 0, x0, %1, x0" : : "i"( ulDestination ), "r"( ulWord ) : "memory" )

/* Sends a word; waits while the link is full, never longer than the hybrid works on its messages.
 * The destination is a constant, which a compiler that does not optimise cannot see. */
static inline __attribute__( ( always_inline ) ) void vIsochronLinkPut( uint32_t ulDestination,
                                                                        uint32_t ulWord )
{
    switch( ulDestination )
    {
        case isochronLINK_TIMERS:
            isochronLINK_PUT( isochronLINK_TIMERS, ulWord );
            break;

        case isochronLINK_SCHEDULER_MORE:
            isochronLINK_PUT( isochronLINK_SCHEDULER_MORE, ulWord );
            break;

        default:
            isochronLINK_PUT( isochronLINK_SCHEDULER, ulWord );
            break;
    }
}

/* Takes a word of a reply; waits for it while a message is on its way, else returns 0. */
static inline __attribute__( ( always_inline ) ) uint32_t ulIsochronLinkGet( void )
{
    uint32_t ulWord;

    __asm volatile( ".insn r CUSTOM_0, %1, 0, %0, x0, x0"
                    : "=r"( ulWord )
                    : "i"( isochronLINK_GET )
                    : "memory" );

    return ulWord;
}
