/* SPDX-License-Identifier: Apache-2.0 */

/* What the program is beside differential/board/machine.c on the reference SoC: its end. */
#include "board.h"

void _exit( int code )
{
    board_exit( code );
}
