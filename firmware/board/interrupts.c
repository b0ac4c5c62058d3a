/* SPDX-License-Identifier: Apache-2.0 */

/* External interrupts: one handler for each line of the interrupt generator. */
#include <stddef.h>
#include <stdio.h>

#if __has_include( "FreeRTOS.h" ) /* a kernel without FreeRTOS's API may use this file, too */
    #include "FreeRTOS.h"
    #include "task.h"

    #include "isochron_choice.h"
#endif

#include "board.h"
#include "soc.h"

#define MCAUSE_SOFTWARE_INTERRUPT 0x80000003U
#define MCAUSE_EXTERNAL_INTERRUPT 0x8000000BU

#define MIE_EXTERNAL ( 1U << 11 )

#if ( isochronHYBRID == 1 )
    #include "isochron_hybrid.h"

    #define MIE_SOFTWARE ( 1U << 3 )

/* Called by the port, which has no timer to set up here. Nor does it enable an interrupt then. */
void vPortSetupTimerInterrupt( void )
{
    __asm volatile( "csrs mie, %0" : : "r"( MIE_SOFTWARE | MIE_EXTERNAL ) );
}

static void serve_hybrid( void )
{
    portYIELD_FROM_ISR( xIsochronHybridInterrupt() );
}
#endif

#if ( configBOARD_TIME_MANAGER == 1 )
    #ifdef BOARD_CORE_VEXRISCV
        #error "The time manager's interrupt is handled on Ibex only: choose an Ibex platform."
    #endif

    #define MCAUSE_TIME_MANAGER 0x80000012U /* Ibex's fast interrupt 2 */
    #define MIE_TIME_MANAGER    ( 1U << 18 )

static void ( *time_manager_handler )( void );

void board_set_time_manager_handler( void ( *handler )( void ) )
{
    time_manager_handler = handler;
    __asm volatile( "csrs mie, %0" : : "r"( MIE_TIME_MANAGER ) : "memory" );
}
#endif

#define MCAUSE_UART 0x80000010U /* Ibex's fast interrupt 0 */
#define MIE_UART    ( 1U << 16 )
#define CSR_ENABLED 0xBC0 /* VexRiscv's array of external interrupts that are enabled */

static void ( *uart_handler )( void );

void board_set_uart_handler( void ( *handler )( void ) )
{
    uart_handler = handler;
    #ifdef BOARD_CORE_VEXRISCV
    if( configBOARD_UART_INTERRUPT == 0 )
    {
        printf( "On VexRiscv the UART interrupts with configBOARD_UART_INTERRUPT 1 in FreeRTOSConfig.h.\n" );
        board_exit( BOARD_EXIT_CONFIGURATION );
    }

    /* An external interrupt there, bit 1 of the array. */
    __asm volatile( "csrs %0, %1" : : "i"( CSR_ENABLED ), "r"( 2U ) : "memory" );
    __asm volatile( "csrs mie, %0" : : "r"( MIE_EXTERNAL ) : "memory" );
    #else
    __asm volatile( "csrs mie, %0" : : "r"( MIE_UART ) : "memory" );
    #endif
}

static board_interrupt_handler_t handlers[ BOARD_INTERRUPT_LINES ];

void board_set_interrupt_handler( uint32_t line, board_interrupt_handler_t handler )
{
    uint32_t enabled = SOC_REGISTER( SOC_INTERRUPT_GENERATOR_ENABLE_OFFSET );

    handlers[ line ] = handler;

    if( handler != NULL )
    {
        enabled |= 1U << line;
    }
    else
    {
        enabled &= ~( 1U << line );
    }

    /* The interrupt may come at once, and must find its handler: a linker that optimises sees nobody who
     * needs it in between. */
    __asm volatile( "" ::: "memory" );
    SOC_REGISTER( SOC_INTERRUPT_GENERATOR_ENABLE_OFFSET ) = enabled;
}

void board_arm_interrupt( uint32_t line, uint32_t delay, uint32_t mask )
{
    SOC_REGISTER_OF( SOC_INTERRUPT_GENERATOR_MASK_OFFSET, line ) = mask;
    SOC_REGISTER_OF( SOC_INTERRUPT_GENERATOR_DELAY_OFFSET, line ) = delay;
}

int board_interrupt_is_armed( uint32_t line )
{
    return ( SOC_REGISTER( SOC_INTERRUPT_GENERATOR_ARMED_OFFSET ) >> line ) & 1U;
}

void board_acknowledge_interrupt( uint32_t line )
{
    SOC_REGISTER( SOC_INTERRUPT_GENERATOR_ACKNOWLEDGE_OFFSET ) = 1U << line;
}

#ifdef INC_FREERTOS_H
/* Interrupts have a stack of their own, behind all variables; until the scheduler starts it is main's. */
int board_in_interrupt( void )
{
    extern const char __bss_end[], __freertos_irq_stack_top[];
    const char * sp;

    __asm volatile( "mv %0, sp" : "=r"( sp ) );
    return ( xTaskGetSchedulerState() != taskSCHEDULER_NOT_STARTED ) && ( sp >= __bss_end ) &&
           ( sp <= __freertos_irq_stack_top );
}
#endif

/* Called by the kernel's port for every interrupt that is not its own. */
void freertos_risc_v_application_interrupt_handler( uint32_t mcause )
{
    uint32_t lines;

    #if ( isochronHYBRID == 1 )
    if( mcause == MCAUSE_SOFTWARE_INTERRUPT )
    {
        serve_hybrid();
        return;
    }
    #endif

    #if ( configBOARD_TIME_MANAGER == 1 )
    if( mcause == MCAUSE_TIME_MANAGER )
    {
        time_manager_handler();
        return;
    }
    #endif

    lines = SOC_REGISTER( SOC_INTERRUPT_GENERATOR_PENDING_OFFSET ) &
            SOC_REGISTER( SOC_INTERRUPT_GENERATOR_ENABLE_OFFSET );

    if( mcause != MCAUSE_EXTERNAL_INTERRUPT )
    {
        if( ( mcause == MCAUSE_UART ) && ( uart_handler != NULL ) )
        {
            uart_handler();
            return;
        }

        printf( "unexpected interrupt: mcause=0x%08lx\n", ( unsigned long ) mcause );
        board_exit( BOARD_EXIT_UNEXPECTED_INTERRUPT );
    }

    #if ( configBOARD_UART_INTERRUPT == 1 )
    if( ( lines == 0 ) && ( uart_handler != NULL ) )
    {
        uart_handler();
        return;
    }
    #endif

    for( uint32_t line = 0; lines != 0; line++, lines >>= 1 )
    {
        if( ( lines & 1U ) != 0 )
        {
            handlers[ line ]( line );
        }
    }
}
