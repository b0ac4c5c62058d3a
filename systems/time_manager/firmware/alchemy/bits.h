/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <stdint.h>

/* The number of the only bit that is set, in a time that does not depend on it: a shift of a de
 * Bruijn sequence has each of its five bits' patterns on top once. */
static inline uint32_t number_of_bit( uint32_t bit )
{
    static const uint8_t numbers[ 32 ] = { 0,  1,  28, 2,  29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4,  8,
                                           31, 27, 13, 23, 21, 19, 16, 7, 26, 12, 18, 6,  11, 5,  10, 9 };

    return numbers[ ( bit * 0x077CB531U ) >> 27 ];
}
