/* SPDX-License-Identifier: Apache-2.0 */

/* Numbers that look random and are the same in every run. */
#pragma once

#include <stdint.h>

/* What follows depends on the seed only, which is not 0. */
void random_begin( uint32_t seed );

uint32_t random_word( void );

/* One of the words of an array. */
#define RANDOM_OF( array ) ( ( array )[ random_word() % ( sizeof( array ) / sizeof( ( array )[ 0 ] ) ) ] )
