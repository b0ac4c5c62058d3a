/* SPDX-License-Identifier: Apache-2.0 */

/* What board.c has beside the names of board.h. */
#ifndef BOARD_BARE_H
#define BOARD_BARE_H

#include "board.h"

void board_print_number( uint32_t number );

#endif /* BOARD_BARE_H */
