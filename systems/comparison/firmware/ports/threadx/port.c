/* SPDX-License-Identifier: Apache-2.0 */

/* What ThreadX leaves to the board: the stack of interrupts, the tick, and who serves an interrupt. */
#include <tx_api.h>

#include <stdint.h>

#include <tx_initialize.h>
#include <tx_thread.h>
#include <tx_timer.h>

#include "soc.h"

#define MIE_TIMER    0x80u
#define MIE_EXTERNAL 0x800u
#define CAUSE_TIMER  0x80000007u

/* Cycles from tick to tick: 1 ms at 80 MHz. */
#ifndef COMPARISON_TICK_CYCLES
    #define COMPARISON_TICK_CYCLES 80000u
#endif

/* The board's. */
void freertos_risc_v_application_interrupt_handler( uint32_t mcause );
extern uint32_t __freertos_irq_stack_top[];

extern uint32_t threadx_vectors[];

/* Of ThreadX's port. */
void _tx_timer_interrupt( void );

static uint32_t next_tick;

void _tx_initialize_low_level( void )
{
    _tx_thread_system_stack_ptr = __freertos_irq_stack_top;
    _tx_initialize_unused_memory = TX_NULL; /* adapters bring their own */
    __asm volatile( "csrw mtvec, %0" : : "r"( threadx_vectors ) );
}

/* MTIMECMP's upper word stays as it is: a run of 2^32 cycles is longer than any. */
static void set_next_tick( void )
{
    next_tick += COMPARISON_TICK_CYCLES;
    SOC_REGISTER( SOC_CLINT_MTIMECMP_OFFSET ) = next_tick;
}

void threadx_start_tick( void )
{
    next_tick = SOC_REGISTER( SOC_CLINT_MTIME_OFFSET );
    set_next_tick();
    SOC_REGISTER( SOC_CLINT_MTIMECMP_HIGH_OFFSET ) = 0;
    __asm volatile( "csrs mie, %0" : : "r"( MIE_TIMER | MIE_EXTERNAL ) );
}

void threadx_interrupt( uint32_t mcause )
{
    if( mcause == CAUSE_TIMER )
    {
        set_next_tick();
        _tx_timer_interrupt();
    }
    else
    {
        freertos_risc_v_application_interrupt_handler( mcause );
    }
}
