/* SPDX-License-Identifier: Apache-2.0 */

/* What FreeRTOS wants of a board: ways to say why it ends. */
#include <stdint.h>

#include "board.h"
#include "machine.h"
#include "print.h"

void board_exit( int code )
{
    MACHINE_OFF = ( uint32_t ) code;

    for( ;; )
    {
    }
}

static void __attribute__( ( noreturn ) ) fail( const char * why, uint32_t cause, uint32_t address, int code )
{
    print( "\nFAIL: firmware: " );
    print( why );
    print_value( ", cause", cause );
    print_value( " at", address );
    print( "\n" );
    board_exit( code );
}

void freertos_risc_v_application_exception_handler( uint32_t cause, uint32_t address )
{
    fail( "an exception in M mode", cause, address, BOARD_EXIT_EXCEPTION );
}

void freertos_risc_v_application_interrupt_handler( uint32_t cause, uint32_t address )
{
    fail( "an interrupt that nobody enabled", cause, address, BOARD_EXIT_UNEXPECTED_INTERRUPT );
}

void vApplicationMallocFailedHook( void )
{
    fail( "configTOTAL_HEAP_SIZE is too small", 0, 0, BOARD_EXIT_OUT_OF_MEMORY );
}

void vIsochronConfigurationError( const char * message )
{
    fail( message, 0, 0, BOARD_EXIT_CONFIGURATION );
}
