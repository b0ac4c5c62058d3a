/* SPDX-License-Identifier: Apache-2.0 */

/* What a Versatile Express board with a Cortex-A multicore has, under QEMU: addresses, and the
 * board's few functions. BOARD_A15 chooses the board with the Cortex-A15 (GICv2, 256 priorities);
 * without it, it is the one with the Cortex-A9 (GICv1, 32 priorities). */
#pragma once

#ifdef BOARD_A15
    #define BOARD_GIC_DISTRIBUTOR 0x2C001000
    #define BOARD_GIC_INTERFACE   0x2C002000
    #define BOARD_PRIORITY_BITS   8
    #define BOARD_TICK_INTERRUPT  27 /* virtual timer, private to the core */
    #define BOARD_UART            0x1C090000
    #define BOARD_TIMER           0x1C110000
#else
    #define BOARD_GIC_DISTRIBUTOR 0x1E001000
    #define BOARD_GIC_INTERFACE   0x1E000100
    #define BOARD_PRIORITY_BITS   5
    #define BOARD_TICK_INTERRUPT  29 /* private timer */
    #define BOARD_PRIVATE_TIMER   0x1E000600
    #define BOARD_UART            0x10009000
    #define BOARD_TIMER           0x10011000
#endif

#define BOARD_TIMER_INTERRUPT      34 /* SP804, counts at 1 MHz */
#define BOARD_FIRST_FREE_INTERRUPT 88 /* no device of these boards has it or one above */
#define BOARD_INTERRUPTS           160
#define BOARD_REGISTER( address )  ( *( volatile uint32_t * ) ( address ) )

#ifndef __ASSEMBLER__
    #include <stdint.h>

/* Starts the calling core's periodic tick, configTICK_RATE_HZ, on BOARD_TICK_INTERRUPT. */
void board_start_tick( void );

/* Takes the tick's request back, and asks for the next one. */
void board_clear_tick( void );

/* Has BOARD_TIMER_INTERRUPT rise once, after some microseconds. */
void board_start_timer( uint32_t microseconds );

/* Takes that interrupt's request back. */
void board_clear_timer( void );

/* Number of the core that calls, from 0. */
static inline uint32_t board_core( void )
{
    uint32_t identifier;

    __asm volatile( "mrc p15, 0, %0, c0, c0, 5" : "=r"( identifier ) );
    return identifier & 3U;
}

/* The number that the program was given when it was started; 0 if none. */
uint32_t board_argument( void );

/* Ends the program, on all cores; QEMU exits with 0 or 1. */
void board_exit( int failed ) __attribute__( ( noreturn ) );

void board_assertion_failed( const char * file, int line ) __attribute__( ( noreturn ) );

/* Lets the other cores out of their pen: each continues in board_core_main. */
void board_release_cores( void );

/* Where the other cores go on, with interrupts masked: the kernel's. */
void board_core_main( uint32_t core ) __attribute__( ( noreturn ) );
#endif /* ifndef __ASSEMBLER__ */
