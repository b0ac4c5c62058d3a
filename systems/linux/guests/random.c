/* SPDX-License-Identifier: Apache-2.0 */

#include "random.h"

static uint32_t state = 2463534242U;

void random_begin( uint32_t seed )
{
    state = seed;
}

uint32_t random_word( void )
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}
