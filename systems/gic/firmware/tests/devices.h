/* SPDX-License-Identifier: Apache-2.0 */

/* Interrupts that no device of the board has: a program lets them come. */
#pragma once

#include "board.h"

/* By the rising edge: it is taken once. */
static inline void take_edges( uint32_t interrupt )
{
    BOARD_REGISTER( BOARD_GIC_DISTRIBUTOR + 0xC00U + 4U * ( interrupt / 16U ) ) |=
        2UL << ( 2U * ( interrupt % 16U ) );
}

static inline void raise( uint32_t interrupt )
{
    BOARD_REGISTER( BOARD_GIC_DISTRIBUTOR + 0x200U + 4U * ( interrupt / 32U ) ) = 1UL << ( interrupt % 32U );
}
