/* SPDX-License-Identifier: Apache-2.0 */

/* What board.c has beside the names of board.h. */
#pragma once

#include "board.h"

void board_print_number( uint32_t number );
