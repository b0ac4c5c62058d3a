/* SPDX-License-Identifier: Apache-2.0 */

/* Executes a scenario on the kernel that the program is linked with. */
#pragma once

#include "scenario.h"

/* How a scenario ended. */
struct outcome
{
    char text[ 64 ];        /* "ok", or what happened instead */
    uint64_t checksum;      /* of the trace */
    uint32_t calls;
    uint32_t inside_points; /* between the gap of the inside event and the next one */
};

/* Runs the scenario, once in the life of a process. finished() gets the outcome and ends the
 * process. */
__attribute__( ( noreturn ) ) void interpret( const struct scenario * scenario,
                                              void ( *finished )( const struct outcome * ) );
