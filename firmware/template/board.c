/* SPDX-License-Identifier: Apache-2.0 */

/* What the kernel calls, and a console. */
#include <stdint.h>

#include "FreeRTOS.h"
#include "task.h"
#include "isochron_options.h"

#include "board.h"

/* SOC: a UART as the 8250, and the simulation's control. */
#define UART_DATA         ( *( volatile uint32_t * ) 0x90000000 )
#define UART_STATUS       ( *( volatile uint32_t * ) 0x90000014 )
#define UART_EMPTY        ( 1U << 5 )
#define SIMULATION_EXIT   ( *( volatile uint32_t * ) 0x90030000 )

void board_print( const char * text )
{
    for( ; *text != '\0'; text++ )
    {
        while( ( UART_STATUS & UART_EMPTY ) == 0 )
        {
        }

        UART_DATA = ( uint8_t ) *text;
    }
}

/* SOC: there may be nothing to end. */
void board_exit( int code )
{
    SIMULATION_EXIT = ( uint32_t ) code;

    for( ; ; )
    {
    }
}

void board_fail( const char * message )
{
    board_print( message );
    board_exit( 1 );
}

#if ( isochronHYBRID == 1 )
    #include "isochron_hybrid.h"

/* FreeRTOS's port calls this in place of setting up its own timer. */
    void vPortSetupTimerInterrupt( void )
    {
        __asm volatile ( "csrs mie, %0" : : "r" ( ( 1U << configISOCHRON_REQUEST_INTERRUPT ) | ( 1U << 11 ) ) );
    }
#endif

/* Every interrupt that is not the kernel's own. */
void freertos_risc_v_application_interrupt_handler( uint32_t mcause )
{
    #if ( isochronHYBRID == 1 )
        if( mcause == ( 0x80000000U | configISOCHRON_REQUEST_INTERRUPT ) )
        {
            portYIELD_FROM_ISR( xIsochronHybridInterrupt() );
            return;
        }
    #endif

    /* SOC: ask your interrupt controller which device it is, and serve that, by calls whose names end
     * with FromISR. A line that is bound by xIsochronLineToTask() or its like needs nothing here. */
    ( void ) mcause;
    board_fail( "unexpected interrupt\n" );
}

/* Every exception that is not a kernel call. */
void freertos_risc_v_application_exception_handler( uint32_t mcause )
{
    ( void ) mcause;
    board_fail( "exception\n" );
}

/* The first creation found that FreeRTOSConfig.h does not fit the hardware. */
void vIsochronConfigurationError( const char * message )
{
    board_fail( message );
}
