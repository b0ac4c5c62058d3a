/* SPDX-License-Identifier: Apache-2.0 */

/* A processor as far as a kernel sees one, inside one native process: contexts to switch between,
 * an interrupt mask, and interrupts. Nothing is asynchronous: an interrupt is raised by the program
 * itself, at a point, so a run is repeated exactly.
 *
 * A point is a place where an interrupt may come: before and after interrupts are masked, at a
 * yield, and, with the hardware kernel, around each access to it. A port calls machine_point()
 * there; the observer, if there is one, may raise an interrupt in it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MACHINE_NORETURN __attribute__( ( noreturn ) )

/* A flow of control with a stack of its own. */
struct machine_context;

/* A context that will call entry( argument ), which must not return, with interrupts enabled. */
struct machine_context * machine_create( void ( *entry )( void * ), void * argument );

/* Gives a context back. It must not be the running one. */
void machine_destroy( struct machine_context * context );

/* Runs another context; returns when something switches back, with the mask as it was. */
void machine_switch( struct machine_context * next );

/* The running context; NULL before the first switch. */
struct machine_context * machine_running( void );

/* The interrupt mask. At the start interrupts are masked. */
void machine_mask( void );
void machine_unmask( void );
bool machine_is_masked( void );

/* An interrupt may come here, unless interrupts are masked. */
void machine_point( void );

/* Raises an interrupt: handler( argument ) is called with interrupts masked, at once or as soon as
 * they are enabled; interrupts do not nest. Then the port may switch. */
void machine_raise( void ( *handler )( uint32_t ), uint32_t argument );

/* Whether raised interrupts wait until interrupts are enabled. */
bool machine_is_pending( void );

/* Serves what a port asks for, unless interrupts are masked: after an event that is no interrupt. */
void machine_serve( void );

/* Is called at each point outside interrupts. NULL, as at the start: nobody is. */
void machine_observe( void ( *observer )( void ) );

/* While silent, points are none: for questions to the kernel that must not disturb it. It nests. */
void machine_silence( bool silent );

/* Provided by the program. */

/* Something that must not happen did: a failed assertion, a kernel that hangs. */
MACHINE_NORETURN void machine_fail( const char * reason );

/* Provided by the port. */

/* The kernel asks for a switch, or for an interrupt of its own, without one that was raised. */
bool machine_port_switch_requested( void );

/* Serves an interrupt of the kernel's own hardware, which comes before those that were raised; false
 * when there is none. */
bool machine_port_interrupt( void );

/* Is called at the end of every interrupt: switch, if the kernel wants to. */
void machine_port_leave_interrupt( void );

/* What a tick is to this kernel; called as an interrupt or, where hardware counts ticks, at once. */
void machine_port_tick( void );

/* The same in two steps, where hardware counts ticks: the tick, and so many of its clock cycles; then the end
 * of all that the tick sets off. The program may go on between the two. */
void machine_port_begin_tick( uint32_t cycles );
void machine_port_settle( void );

#ifdef __cplusplus
}
#endif
