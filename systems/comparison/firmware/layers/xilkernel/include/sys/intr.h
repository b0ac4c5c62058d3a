/* SPDX-License-Identifier: Apache-2.0 */

/* Handlers of interrupts. An identifier is a line of the interrupt generator. */
#pragma once

#define XST_SUCCESS       0U
#define XST_INVALID_PARAM 15U

typedef unsigned int_id_t;

unsigned register_int_handler( int_id_t id, void ( *handler )( void * ), void * callback );
void unregister_int_handler( int_id_t id );
void enable_interrupt( int_id_t id );
void disable_interrupt( int_id_t id );
void acknowledge_interrupt( int_id_t id );

/* The layer's own: a handler that is not registered above calls the first one first, the second one
 * last. */
void xilkernel_enter_interrupt( void );
void xilkernel_leave_interrupt( void );
