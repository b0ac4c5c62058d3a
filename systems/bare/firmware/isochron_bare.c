/* SPDX-License-Identifier: Apache-2.0 */

/* What of the thin API is not inlined: start, creation of tasks, periods, refusals. */
#include "isochron_bare.h"
#include "context_frame.h"

#define IDLE           0U
#define WORDS( bytes ) ( ( bytes ) / sizeof( uint32_t ) )

/* The names are those of context_switch.S. */
extern const uint32_t ulIsochronVectors[];
extern const uint32_t __freertos_irq_stack_top[];
extern void vIsochronStartFirstTask( void ) __attribute__( ( noreturn ) );
extern void vPortYield( void );
uint32_t ulIsochronRefused( uint32_t code );

const uintptr_t xISRStackTop = ( uintptr_t ) __freertos_irq_stack_top;
uint32_t xCriticalNesting; /* of sections that FreeRTOS counts: there are none */

static uint32_t idle_stack[ ISO_STACK_WORDS ] __attribute__( ( aligned( 16 ) ) );

__attribute__( ( weak ) ) void iso_error( uint32_t code )
{
    ( void ) code;
    ( void ) iso_mask();

    for( ;; )
    {
    }
}

uint32_t ulIsochronRefused( uint32_t code )
{
    iso_error( code );
    return ISOCHRON_RESULT_FAIL;
}

static void task_returned( void )
{
    for( ;; )
    {
        iso_error( ISO_ERROR_RETURNED );
    }
}

__attribute__( ( weak ) ) void iso_idle( void )
{
    __asm volatile( "wfi" );
}

static void idle( void * unused )
{
    ( void ) unused;

    for( ;; )
    {
        iso_idle();
    }
}

void iso_init( uint32_t cycles_per_tick )
{
    if( ( ISO_REGISTER( ISOCHRON_IDENTIFICATION_OFFSET ) != ISOCHRON_IDENTIFICATION_MAGIC_RESET ) ||
        ( ( ISO_REGISTER( ISOCHRON_VERSION_OFFSET ) >> ISOCHRON_VERSION_MAJOR_SHIFT ) !=
          ISOCHRON_VERSION_MAJOR_RESET ) )
    {
        iso_error( ISO_ERROR_NO_KERNEL );
        return;
    }

    while( ( ISO_REGISTER( ISOCHRON_STATUS_OFFSET ) & ISOCHRON_STATUS_INITIALISED_MASK ) == 0U )
    {
    }

    ISO_REGISTER( ISOCHRON_TICK_PERIOD_OFFSET ) = cycles_per_tick;
    iso_task_create( IDLE, 0, idle, NULL, idle_stack, ISO_STACK_WORDS );
}

void iso_task_create( unsigned task, unsigned priority, void ( *code )( void * ), void * argument,
                      uint32_t * stack, size_t words )
{
    uint32_t * frame = ( uint32_t * ) ( ( uintptr_t ) ( stack + words ) & ~( uintptr_t ) 15U ) -
                       WORDS( frameINTERRUPTED_SIZE );

    if( words < ISO_STACK_WORDS )
    {
        iso_error( ISO_ERROR_STACK );
        return;
    }

    /* Its stack must not be lost: the pointer is set before the hardware says that the number is taken. */
    iso_issue( ISOCHRON_TASK_TASK_STATE_OFFSET, task, 0 );

    if( ISO_REGISTER( ISOCHRON_RESULT_OFFSET ) == ISOCHRON_RESULT_OK )
    {
        iso_error( ISO_ERROR_EXISTS );
        return;
    }

    /* As if the task had been interrupted before its first instruction. */
    frame[ WORDS( frameMEPC ) ] = ( uintptr_t ) code;
    frame[ WORDS( frameA0 ) ] = ( uintptr_t ) argument;
    frame[ WORDS( frameRA ) ] = ( uintptr_t ) task_returned;
    stack[ 0 ] = ( uintptr_t ) frame | frameINTERRUPTED_TAG;

    if( iso_call( ISOCHRON_TASK_TASK_POINTER_OFFSET, task, ( uintptr_t ) stack ) )
    {
        ( void ) iso_call( ISOCHRON_TASK_TASK_CREATE_OFFSET, task, priority );
    }
}

void iso_start( void )
{
    __asm volatile( "csrw mtvec, %0" ::"r"( ( uintptr_t ) ulIsochronVectors | ISO_VECTORED_INTERRUPTS ) );
    __asm volatile(
        "csrs mie, %0" ::"r"( ( 1U << ISO_REQUEST_INTERRUPT ) | ( 1U << 11 ) ) ); /* and the external one */
    ( void ) iso_call( ISOCHRON_TASK_START_OFFSET, ISO_REGISTER( ISOCHRON_CURRENT_ID_OFFSET ), 0 );
    vIsochronStartFirstTask();
}

void iso_yield( void )
{
    vPortYield();
}

/* No tick is seen between the look at the time and the delay. */
bool iso_period( uint32_t * wake, uint32_t ticks )
{
    int32_t left;

    ( void ) iso_call( ISOCHRON_TASK_SUSPEND_ALL_OFFSET, 0, 0 );
    *wake += ticks;
    left = ( int32_t ) ( *wake - iso_ticks() );

    if( left > 0 )
    {
        iso_issue( ISOCHRON_TASK_DELAY_OFFSET, 0, ( uint32_t ) left );
    }

    if( !iso_call( ISOCHRON_TASK_RESUME_ALL_OFFSET, 0, 0 ) && ( left > 0 ) )
    {
        vPortYield();
    }

    return left > 0;
}
