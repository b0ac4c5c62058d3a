/* SPDX-License-Identifier: Apache-2.0 */

/* What FreeRTOS's port ARM_CA9 leaves to the application: the GIC, its tick, its interrupts. */
#include "FreeRTOS.h"
#include "board.h"
#include "interrupts.h"
#include "task.h"

#define DISTRIBUTOR( offset ) BOARD_REGISTER( BOARD_GIC_DISTRIBUTOR + ( offset ) )
#define INTERFACE( offset )   BOARD_REGISTER( BOARD_GIC_INTERFACE + ( offset ) )
#define BYTE( offset )        ( *( volatile uint8_t * ) ( BOARD_GIC_DISTRIBUTOR + ( offset ) ) )
#define IDENTIFIER_MASK       0x3FFU

static InterruptHandler_t handlers[ BOARD_FIRST_FREE_INTERRUPT ];

static void enable( uint32_t interrupt, uint32_t level )
{
    BYTE( 0x400U + interrupt ) = ( uint8_t ) ( level << portPRIORITY_SHIFT );
    DISTRIBUTOR( 0x100U + 4U * ( interrupt / 32U ) ) = 1UL << ( interrupt % 32U );
}

void board_start_stock_tick( void )
{
    DISTRIBUTOR( 0 ) = 1;
    INTERFACE( 0 ) = 1;
    enable( BOARD_TICK_INTERRUPT, portLOWEST_USABLE_INTERRUPT_PRIORITY );
    board_start_tick();
}

void board_set_handler( uint32_t interrupt, InterruptHandler_t handler, UBaseType_t priority, uint32_t core )
{
    configASSERT( ( interrupt < BOARD_FIRST_FREE_INTERRUPT ) && ( core == 0 ) );
    handlers[ interrupt ] = handler;
    BYTE( 0x800U + interrupt ) = 1;
    enable( interrupt, configMAX_API_CALL_INTERRUPT_PRIORITY );
}

void vApplicationIRQHandler( uint32_t acknowledged );

void vApplicationIRQHandler( uint32_t acknowledged )
{
    const uint32_t interrupt = acknowledged & IDENTIFIER_MASK;

    if( interrupt == BOARD_TICK_INTERRUPT )
    {
        FreeRTOS_Tick_Handler();
    }
    else if( ( interrupt < BOARD_FIRST_FREE_INTERRUPT ) && ( handlers[ interrupt ] != NULL ) )
    {
        handlers[ interrupt ]();
    }
}

/* Sleeps until the next interrupt, as the kernel on the GIC does. */
void vApplicationIdleHook( void );

void vApplicationIdleHook( void )
{
    __asm volatile( "dsb\n wfi" ::: "memory" );
}
