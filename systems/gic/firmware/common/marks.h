/* SPDX-License-Identifier: Apache-2.0 */

/* Marks that systems/gic/qemu/instructions.c sees: hints that do nothing, one instruction each. A
 * measurement begins with a start, and ends with a return (on the calling core) or a stop (in the
 * task that was dispatched). */
#pragma once

#define MARK_START   1
#define MARK_RETURN  2
#define MARK_STOP    3
#define MARK_SETTLED 4 /* whatever the call could cause elsewhere has happened */

#define MARK_ENCODING( number ) ( 0xE320F040 + ( number ) )
#define MARK( number )          __asm volatile( ".inst %c0" : : "i"( MARK_ENCODING( number ) ) : "memory" )

/* The entry of a task whose first instruction is a stop; its body follows. */
#define MARK_STOP_TASK( entry, body )                                                   \
    __attribute__( ( naked ) ) static void entry( void * parameter )                    \
    {                                                                                   \
        ( void ) parameter;                                                             \
        __asm volatile( ".inst %c0\n b " #body : : "i"( MARK_ENCODING( MARK_STOP ) ) ); \
    }
