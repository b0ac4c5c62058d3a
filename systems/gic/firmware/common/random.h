/* SPDX-License-Identifier: Apache-2.0 */

/* A generator of numbers that look random, the same ones for the same seed (xorshift). */
#pragma once

#include <stdint.h>

typedef struct
{
    uint32_t state; /* not 0 */
} random_t;

static inline uint32_t random_below( random_t * generator, uint32_t limit )
{
    uint32_t state = generator->state;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    generator->state = state;
    return ( uint32_t ) ( ( ( uint64_t ) state * limit ) >> 32 );
}
