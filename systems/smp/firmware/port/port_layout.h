/* SPDX-License-Identifier: Apache-2.0 */

/* What the port's C and assembler files have in common. */
#pragma once

/* A task that does not run, from its stack pointer on: pc, ra, t0 to t6 (x5 to x31), mstatus. gp and tp
 * are the same in all tasks. */
#define portFRAME_WORDS   30
#define portFRAME_PC      0
#define portFRAME_RA      1
#define portFRAME_X5      2
#define portFRAME_A0      7
#define portFRAME_MSTATUS 29

/* Of the simulated SoC, whichever of them have a scheduler. */
#define portSOC_CORES             4
#define portINTERRUPT_STACK_BYTES 2048

/* Bits of mie and mip. */
#define portMIE_SOFTWARE 0x008
#define portMIE_TIMER    0x080
#define portMIE_EXTERNAL 0x800

#define portMSTATUS_MIE      0x8
/* The mode before the trap was M, and interrupts were enabled. */
#define portMSTATUS_NEW_TASK 0x1880

#ifndef __ASSEMBLER__
/* Whether the caller, or main(), runs on one of these stacks (interrupt_stacks.c). */
int iPortOnInterruptStack( void );
#endif
