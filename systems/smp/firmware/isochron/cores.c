/* SPDX-License-Identifier: Apache-2.0 */

/* What start.S and the board want of the hardware kernel's port. */
#include "FreeRTOS.h"
#include "task.h"
#include "attachment.h"

void freertos_risc_v_application_exception_handler( uint32_t mcause );

/* A trap before the core's tasks run: after that the kernel has vectors of its own. */
static void prvTrap( void )
{
    uint32_t mcause;

    __asm volatile( "csrr %0, mcause" : "=r"( mcause ) );
    freertos_risc_v_application_exception_handler( mcause );
}

void vPortException( void ) __attribute__( ( alias( "prvTrap" ) ) );
void vPortInterrupt( void ) __attribute__( ( alias( "prvTrap" ) ) );
void vPortSoftwareInterrupt( void ) __attribute__( ( alias( "prvTrap" ) ) );
void vPortTimerInterrupt( void ) __attribute__( ( alias( "prvTrap" ) ) );

/* Of a core that the first one has woken. */
void vPortStartFirstTask( void )
{
    SOC_REGISTER_OF( SOC_CLINT_MSIP_OFFSET, portGET_CORE_ID() ) = 0;
    vIsochronStartCore();
}

/* For the assertions of FreeRTOSConfig.h. */
int board_in_interrupt( void )
{
    return ( xTaskGetSchedulerState() != taskSCHEDULER_NOT_STARTED ) && iPortOnInterruptStack();
}
