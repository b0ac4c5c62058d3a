/* SPDX-License-Identifier: Apache-2.0 */

/* At the end of a program tells how many instructions the core has retired, and in how many cycles: so a
 * board or its netlist can be compared with the RTL by what it prints. */
#include "board.h"
#include <stdint.h>
#include <stdio.h>

void __real_board_exit( int code );
void __wrap_board_exit( int code );

void __wrap_board_exit( int code )
{
    uint32_t instructions;
    uint32_t cycles;

    __asm volatile( "csrr %0, minstret\n"
                    "csrr %1, mcycle"
                    : "=r"( instructions ), "=r"( cycles )
                    :
                    : "memory" );
    printf( "%lu instructions in %lu cycles\n", ( unsigned long ) instructions, ( unsigned long ) cycles );
    __real_board_exit( code );
}
