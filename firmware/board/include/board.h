/* SPDX-License-Identifier: Apache-2.0 */

/* What a program may use of the board, whichever kernel it runs on. The console is C's stdout. */
#pragma once

#include <stdint.h>

/* How a program ends: the simulation's exit code. */
#define BOARD_EXIT_SUCCESS              0
#define BOARD_EXIT_FAILURE              1  /* the program's own verdict */
#define BOARD_EXIT_ASSERTION            64
#define BOARD_EXIT_EXCEPTION            65
#define BOARD_EXIT_OUT_OF_MEMORY        66
#define BOARD_EXIT_UNEXPECTED_INTERRUPT 67
#define BOARD_EXIT_CONFIGURATION        68 /* FreeRTOSConfig.h does not fit the hardware kernel */
#define BOARD_EXIT_STACK_OVERFLOW       69 /* with configCHECK_FOR_STACK_OVERFLOW */

/* Lines of the interrupt generator. */
#define BOARD_INTERRUPT_LINES 8

#ifdef __cplusplus
extern "C" {
#endif

typedef void ( *board_interrupt_handler_t )( uint32_t line );

/* Ends the program with an exit code. */
void board_exit( int code ) __attribute__( ( noreturn ) );

/* Prints a text, as the kernel does that says why it refuses something. */
void board_print( const char * text );

/* Prints where an assertion failed and ends the program. */
void board_assertion_failed( const char * file, int line ) __attribute__( ( noreturn ) );

/* Calls the handler, as an interrupt service routine, when a line of the interrupt generator is
 * high, and lets the line interrupt the core; NULL undoes that. The handler acknowledges the
 * line. The tasks' interrupt enable is the kernel's affair. */
void board_set_interrupt_handler( uint32_t line, board_interrupt_handler_t handler );

/* Raises a line once, `delay` cycles after the call (0 counts as 1), plus a random number of
 * cycles of which `mask` selects the bits. */
void board_arm_interrupt( uint32_t line, uint32_t delay, uint32_t mask );

/* Whether an armed line has not risen yet. */
int board_interrupt_is_armed( uint32_t line );

/* Lowers a line. */
void board_acknowledge_interrupt( uint32_t line );

/* Calls the handler, as an interrupt service routine, while the time manager has tasks to wake; the
 * handler clears them. Only with configBOARD_TIME_MANAGER, and only on Ibex. */
void board_set_time_manager_handler( void ( *handler )( void ) );

/* Calls the handler, as an interrupt service routine, while the UART interrupts. On VexRiscv
 * only with configBOARD_UART_INTERRUPT, with which every interrupt takes longer. */
void board_set_uart_handler( void ( *handler )( void ) );

/* Whether the caller is an interrupt service routine. */
int board_in_interrupt( void );

#ifdef __cplusplus
}
#endif
