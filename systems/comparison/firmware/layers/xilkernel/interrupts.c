/* SPDX-License-Identifier: Apache-2.0 */

/* Handlers. A line is acknowledged before its handler is called, so that none of its edges is lost. */
#include "internal.h"

#include "board.h"

volatile uint32_t xilkernel_interrupts;
BaseType_t xilkernel_woken;

static struct
{
    void ( *handler )( void * );
    void * callback;
} handlers[ BOARD_INTERRUPT_LINES ];

void xilkernel_enter_interrupt( void )
{
    xilkernel_interrupts++;
}

void xilkernel_leave_interrupt( void )
{
    BaseType_t woken = xilkernel_woken;

    xilkernel_interrupts--;
    xilkernel_woken = pdFALSE;
    portYIELD_FROM_ISR( woken );
}

static void serve( uint32_t line )
{
    board_acknowledge_interrupt( line );
    xilkernel_enter_interrupt();
    handlers[ line ].handler( handlers[ line ].callback );
    xilkernel_leave_interrupt();
}

unsigned register_int_handler( int_id_t id, void ( *handler )( void * ), void * callback )
{
    if( ( id >= BOARD_INTERRUPT_LINES ) || ( handler == NULL ) )
    {
        return XST_INVALID_PARAM;
    }

    handlers[ id ].handler = handler;
    handlers[ id ].callback = callback;
    return XST_SUCCESS;
}

void unregister_int_handler( int_id_t id )
{
    if( id < BOARD_INTERRUPT_LINES )
    {
        disable_interrupt( id );
        handlers[ id ].handler = NULL;
    }
}

void enable_interrupt( int_id_t id )
{
    if( ( id < BOARD_INTERRUPT_LINES ) && ( handlers[ id ].handler != NULL ) )
    {
        board_set_interrupt_handler( id, serve );
    }
}

void disable_interrupt( int_id_t id )
{
    if( id < BOARD_INTERRUPT_LINES )
    {
        board_set_interrupt_handler( id, NULL );
    }
}

void acknowledge_interrupt( int_id_t id )
{
    if( id < BOARD_INTERRUPT_LINES )
    {
        board_acknowledge_interrupt( id );
    }
}
