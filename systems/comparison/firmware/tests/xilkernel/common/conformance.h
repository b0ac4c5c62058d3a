/* SPDX-License-Identifier: Apache-2.0 */

/* Programs that hold an implementation of Xilkernel's API against its documentation (Xilinx, OS and
 * Libraries Document Collection, Xilkernel) and, where that leaves it open, POSIX. They use that
 * API and the board's interrupt generator only. */
#pragma once

#include <xmk.h>

#include "checks.h"

#define DIRECTOR_PRIORITY 10

/* The call fails with this errno. */
#define CHECK_FAILS( call, error )   \
    do                               \
    {                                \
        errno = 0;                   \
        CHECK_EQUAL( call, -1 );     \
        CHECK_EQUAL( errno, error ); \
    } while( 0 )

/* Creates a joinable thread of this priority. */
pthread_t create( void * ( *start )( void * ), void * parameter, int priority );

/* Runs the director, the static thread that drives the others. */
void conformance( void * ( *director )( void * ) );

/* Stands before the body of the director: the program passes at its end. */
#define TEST_PROGRAM                           \
    static void tests( void );                 \
    static void * director( void * parameter ) \
    {                                          \
        ( void ) parameter;                    \
        tests();                               \
        test_passed();                         \
    }                                          \
    int main( void )                           \
    {                                          \
        conformance( director );               \
        return 1;                              \
    }                                          \
    static void tests( void )
