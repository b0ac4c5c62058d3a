/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Prints a text on the console. */
void board_print( const char * text );

/* Prints a text and stops. */
void board_fail( const char * message ) __attribute__( ( noreturn ) );

/* Ends the program. */
void board_exit( int code ) __attribute__( ( noreturn ) );

#ifdef __cplusplus
}
#endif
