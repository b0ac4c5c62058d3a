/* SPDX-License-Identifier: Apache-2.0 */

/* A new task's stack, the tick, interrupts, and the hooks, which are empty. */
#include <ucos_ii.h>

#include "soc.h"

#define FRAME_WORDS     32u
#define STACK_ALIGNMENT 15u

/* In the frame of os_cpu_a.S. */
#define FRAME_MEPC    0u
#define FRAME_RA      1u
#define FRAME_MSTATUS 2u
#define FRAME_A0      10u

#define MSTATUS_MPP_AND_MPIE 0x1880u
#define MIE_TIMER            0x80u
#define MIE_EXTERNAL         0x800u
#define CAUSE_TIMER          0x80000007u

/* The board's. */
void freertos_risc_v_application_interrupt_handler( INT32U mcause );

static INT32U next_tick;

OS_STK * OSTaskStkInit( void ( *task )( void * parameter ), void * parameter, OS_STK * top, INT16U options )
{
    OS_STK * frame = ( OS_STK * ) ( ( INT32U ) ( top + 1 ) & ~STACK_ALIGNMENT ) - FRAME_WORDS;

    ( void ) options;
    frame[ FRAME_MEPC ] = ( OS_STK ) task;
    frame[ FRAME_RA ] = ( OS_STK ) OS_TaskReturn;
    frame[ FRAME_MSTATUS ] = MSTATUS_MPP_AND_MPIE;
    frame[ FRAME_A0 ] = ( OS_STK ) parameter;
    return frame;
}

/* MTIMECMP's upper word stays as it is: a run of 2^32 cycles is longer than any. */
static void set_next_tick( void )
{
    next_tick += COMPARISON_TICK_CYCLES;
    SOC_REGISTER( SOC_CLINT_MTIMECMP_OFFSET ) = next_tick;
}

void ucos2_start_tick( void )
{
    next_tick = SOC_REGISTER( SOC_CLINT_MTIME_OFFSET );
    set_next_tick();
    SOC_REGISTER( SOC_CLINT_MTIMECMP_HIGH_OFFSET ) = 0;
    __asm volatile( "csrs mie, %0" : : "r"( MIE_TIMER | MIE_EXTERNAL ) );
}

void ucos2_interrupt( INT32U mcause )
{
    OSIntEnter();

    if( mcause == CAUSE_TIMER )
    {
        set_next_tick();
        OSTimeTick();
    }
    else
    {
        freertos_risc_v_application_interrupt_handler( mcause );
    }

    OSIntExit();
}

void OSInitHookBegin( void )
{
}

void OSInitHookEnd( void )
{
}

void OSTaskCreateHook( OS_TCB * task )
{
    ( void ) task;
}

void OSTaskDelHook( OS_TCB * task )
{
    ( void ) task;
}

void OSTaskIdleHook( void )
{
}

void OSTaskReturnHook( OS_TCB * task )
{
    ( void ) task;
}

void OSTaskStatHook( void )
{
}

void OSTCBInitHook( OS_TCB * task )
{
    ( void ) task;
}

#if OS_TIME_TICK_HOOK_EN > 0u
void OSTimeTickHook( void )
{
    ( void ) OSTmrSignal();
}
#endif
