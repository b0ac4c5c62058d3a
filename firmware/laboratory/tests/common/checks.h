/* SPDX-License-Identifier: Apache-2.0 */

/* Checks and marks for programs on any kernel; a check that fails ends the program. */
#pragma once

#include <stdint.h>

#define CHECK( condition ) check_true( ( condition ) != 0, #condition, __FILE__, __LINE__ )
#define CHECK_EQUAL( actual, expected ) \
    check_equal( ( uint32_t ) ( actual ), ( uint32_t ) ( expected ), #actual, __FILE__, __LINE__ )

/* The marks since the last such check, in order, are exactly these. */
#define CHECK_ORDER( expected ) check_order( expected, __FILE__, __LINE__ )

void check_true( int condition, const char * text, const char * file, int line );

void check_equal( uint32_t actual, uint32_t expected, const char * text, const char * file, int line );

void check_order( const char * expected, const char * file, int line );

/* Leaves a mark: who was here, in which order. Also from interrupt service routines. */
void mark( char who );

/* Ends the program: everything went as expected. */
void test_passed( void ) __attribute__( ( noreturn ) );

/* The kernel's time in ticks, for messages; whoever uses the checks has it. */
uint32_t check_tick( void );
