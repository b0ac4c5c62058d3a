/* SPDX-License-Identifier: Apache-2.0 */

/* Programs that hold an implementation of uC/OS-II's API against its documentation (uC/OS-II, The
 * Real-Time Kernel: User's Manual V2.92). They use that API only, so that they run on the genuine
 * kernel as well as on the layer. */
#pragma once

#include <ucos_ii.h>

#include "checks.h"

/* Creates a task with a stack of its own; returns what OSTaskCreate() does. */
INT8U create( void ( *function )( void * ), INT8U prio );

/* Runs the director, the task of this priority that drives the others. */
void conformance( void ( *director )( void * ), INT8U prio );

/* Stands before the body of a director of this priority: the program passes at its end. */
#define TEST_PROGRAM( prio )                 \
    static void tests( void );               \
    static void director( void * parameter ) \
    {                                        \
        ( void ) parameter;                  \
        tests();                             \
        test_passed();                       \
    }                                        \
    int main( void )                         \
    {                                        \
        conformance( director, ( prio ) );   \
        return 1;                            \
    }                                        \
    static void tests( void )
