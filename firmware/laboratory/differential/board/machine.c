/* SPDX-License-Identifier: Apache-2.0 */

/* The machine (firmware/laboratory/host/include/machine.h) on the reference SoC, as far as the interpreter
 * needs it: contexts are tasks, an interrupt is a line of the interrupt generator, and time stands
 * still until the program makes a tick. Events come between calls only, so there are no points. */
#include "machine.h"

#include <stddef.h>

#include "FreeRTOS.h"
#include "task.h"
#include "board.h"
#include "hardware.h"
#include "host_contexts.h"

/* The lines below are the scenario's. */
#define LINE 7

/* Until a line, and what it sets off, is over. */
#define A_WHILE 200

#define MOST_PENDING 64

#if ( configUSE_HW_ACCELERATION == 1 )
    #if ( configISOCHRON_HYBRID == 1 )
        #include "isochron_hybrid_constants.h"
        #include "isochron_link.h"
    #else
        #include "queue.h" /* which `contexts` needs */
        #include "attachment.h"
    #endif

/* The most that a tick takes the hardware, which is the shortest period; and a period that
 * a scenario never sees the end of. */
    #define TICK_PERIOD ( 16U * configMAX_HW_ACCELERATION_TASKS )
    #define NO_TICK     0xFFFFFFFFU
#endif

uint32_t ulHostFirstTick;

static struct
{
    void ( *handler )( uint32_t );
    uint32_t argument;
} pending[ MOST_PENDING ];
static volatile unsigned pending_first, pending_count;

static uint32_t now( void )
{
    uint32_t cycles;

    __asm volatile( "csrr %0, mcycle" : "=r"( cycles ) );
    return cycles;
}

static void wait( uint32_t cycles )
{
    uint32_t begin = now();

    while( now() - begin < cycles )
    {
    }
}

/* ---- interrupts ---- */

/* One interrupt for each handler: the line stays high until none is left. */
static void service( uint32_t line )
{
    unsigned i = pending_first;

    /* What raised this edge has been served with the one before. */
    if( pending_count == 0 )
    {
        board_acknowledge_interrupt( line );
        return;
    }

    pending_first = ( i + 1 ) % MOST_PENDING;
    pending_count = pending_count - 1;

    if( pending_count == 0 )
    {
        board_acknowledge_interrupt( line );
    }

    pending[ i ].handler( pending[ i ].argument );
}

void machine_raise( void ( *handler )( uint32_t ), uint32_t argument )
{
    unsigned i;

    /* No interrupt may come while the list is changed. */
    taskENTER_CRITICAL();
    i = ( pending_first + pending_count ) % MOST_PENDING;

    if( pending_count == MOST_PENDING )
    {
        machine_fail( "too many interrupts pending" );
    }

    pending[ i ].handler = handler;
    pending[ i ].argument = argument;
    pending_count = pending_count + 1;
    board_set_interrupt_handler( LINE, service );
    board_arm_interrupt( LINE, 1, 0 );
    taskEXIT_CRITICAL();
    machine_serve();
}

/* Unless the caller has masked interrupts it does not go on before they have been served. */
void machine_serve( void )
{
    wait( A_WHILE );
}

bool machine_is_masked( void )
{
    UBaseType_t status;

    __asm volatile( "csrr %0, mstatus" : "=r"( status ) );
    return ( status & 8U ) == 0U;
}

bool machine_is_pending( void )
{
    return pending_count != 0;
}

/* ---- contexts, points ---- */

struct machine_context * machine_running( void )
{
    return ( struct machine_context * ) xTaskGetCurrentTaskHandle();
}

void machine_point( void )
{
}

void machine_observe( void ( *observer )( void ) )
{
}

void machine_silence( bool silent )
{
}

/* ---- the port's ---- */

#if ( configUSE_HW_ACCELERATION == 1 )

static void set_period( uint32_t cycles )
{
        #if ( configISOCHRON_HYBRID == 1 )
    vIsochronLinkPut( isochronLINK_SCHEDULER_MORE, ISOCHRON_HYBRID_COMMAND_PERIOD );
    vIsochronLinkPut( isochronLINK_SCHEDULER, cycles );
        #else
    isochronSET_REGISTER( ISOCHRON_TICK_PERIOD_OFFSET, cycles );
        #endif
}

/* With interrupts masked, so that exactly one period ends. */
void machine_port_tick( void )
{
    UBaseType_t mask;

    __asm volatile( "csrrci %0, mstatus, 8" : "=r"( mask ) );
    set_period( TICK_PERIOD );
    wait( TICK_PERIOD + TICK_PERIOD / 2 );
    set_period( NO_TICK );
    wait( TICK_PERIOD );
    __asm volatile( "csrs mstatus, %0" : : "r"( mask & 8U ) );
}

void hardware_line( uint32_t line )
{
    board_arm_interrupt( line, 1, 0 );
    wait( A_WHILE );
    board_acknowledge_interrupt( line );
}

#else

/* As FreeRTOS's port does, whose own tick never comes; called from an interrupt. */
void machine_port_tick( void )
{
    if( xTaskIncrementTick() != pdFALSE )
    {
        vTaskSwitchContext();
    }
}

#endif /* configUSE_HW_ACCELERATION */

void machine_port_begin_tick( uint32_t cycles )
{
    machine_port_tick();
}

void machine_port_settle( void )
{
    /* A tick is over when it has been made. */
}
