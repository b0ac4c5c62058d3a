/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Programs that hold an implementation of uC/OS-II's API against its documentation (uC/OS-II, The
 * Real-Time Kernel: User's Manual V2.92). They use that API only, so that they run on the genuine
 * kernel as well as on the layer.
 */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include <stdint.h>

#include <ucos_ii.h>

#define CHECK_EQUAL( actual, expected )    check_equal( ( uint32_t ) ( actual ), ( uint32_t ) ( expected ), #actual, __FILE__, __LINE__ )

/* The marks since the last such check, in order, are exactly these. */
#define CHECK_ORDER( expected )            check_order( expected, __FILE__, __LINE__ )

void check_equal( uint32_t actual,
                  uint32_t expected,
                  const char * text,
                  const char * file,
                  int line );
void check_order( const char * expected,
                  const char * file,
                  int line );

/* Leaves a mark: who was here. */
void mark( char who );

/* Creates a task with a stack of its own; returns what OSTaskCreate() does. */
INT8U create( void ( * function )( void * ),
              INT8U prio );

/* Runs the director, the task of this priority that drives the others. */
void conformance( void ( * director )( void * ),
                  INT8U prio );

/* Ends the program well. */
void passed( void ) __attribute__( ( noreturn ) );

#endif /* CONFORMANCE_H */
