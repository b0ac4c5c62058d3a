/* SPDX-License-Identifier: Apache-2.0 */

/* The ends of a program, with a message for those that nobody wanted. */
#include <stdio.h>
#include <unistd.h>

#include "board.h"
#include "soc.h"

struct tskTaskControlBlock; /* a task to FreeRTOS; this file is compiled without it, too */

/* As the privileged architecture calls them; what is missing is reserved. */
#define EXCEPTION_ENVIRONMENT_CALL 11
static const char * const exception_names[] = {
    [0] = "instruction address misaligned",
    [1] = "instruction access fault",
    [2] = "illegal instruction",
    [3] = "breakpoint",
    [4] = "load address misaligned",
    [5] = "load access fault",
    [6] = "store address misaligned",
    [7] = "store access fault",
    [8] = "environment call from U mode",
    [9] = "environment call from S mode",
    [EXCEPTION_ENVIRONMENT_CALL] = "environment call from M mode",
    [12] = "instruction page fault",
    [13] = "load page fault",
    [15] = "store page fault",
    [16] = "double trap",
    [18] = "software check",
    [19] = "hardware error",
};

#define EXCEPTION_NAMES ( sizeof( exception_names ) / sizeof( exception_names[ 0 ] ) )

void board_exit( int code )
{
    SOC_REGISTER( SOC_SIMULATION_EXIT_OFFSET ) = ( uint32_t ) code;

    for( ;; )
    {
    }
}

/* The end of C's exit() and abort(). */
void _exit( int code )
{
    board_exit( code );
}

void board_print( const char * text )
{
    printf( "%s", text );
}

/* A test of assertions has its own. */
__attribute__( ( weak ) ) void board_assertion_failed( const char * file, int line )
{
    printf( "assertion failed: %s:%d\n", file, line );
    board_exit( BOARD_EXIT_ASSERTION );
}

static const char * exception_name( uint32_t mcause )
{
    const char * name = ( mcause < EXCEPTION_NAMES ) ? exception_names[ mcause ] : NULL;

    return ( name != NULL ) ? name : "reserved or custom cause";
}

/* Called by start-up and by the kernel's port for every exception that is not a kernel call. A test of
 * exceptions has its own. */
__attribute__( ( weak ) ) void freertos_risc_v_application_exception_handler( uint32_t mcause )
{
    uint32_t mepc, mtval;

    __asm volatile( "csrr %0, mepc" : "=r"( mepc ) );
    __asm volatile( "csrr %0, mtval" : "=r"( mtval ) );
    printf( "exception: %s, mcause=0x%08lx mepc=0x%08lx mtval=0x%08lx\n", exception_name( mcause ),
            ( unsigned long ) mcause, ( unsigned long ) mepc, ( unsigned long ) mtval );

    if( mcause == EXCEPTION_ENVIRONMENT_CALL )
    {
        printf(
            "With an environment call FreeRTOS switches to another task, but the scheduler has not been started: "
            "make the call that lets another task run in a task, or after vTaskStartScheduler().\n" );
    }

    board_exit( BOARD_EXIT_EXCEPTION );
}

/* The hardware kernel's hook. */
void vIsochronConfigurationError( const char * message )
{
    printf( "%s\n", message );
    board_exit( BOARD_EXIT_CONFIGURATION );
}

/* FreeRTOS's hook, with configCHECK_FOR_STACK_OVERFLOW. A test has its own. */
__attribute__( ( weak ) ) void vApplicationStackOverflowHook( struct tskTaskControlBlock * task, char * name )
{
    ( void ) task;
    printf( "stack overflow: task %s needs a larger stack\n", name );
    board_exit( BOARD_EXIT_STACK_OVERFLOW );
}

/* FreeRTOS's hook: the heap is too small. A test has its own. */
__attribute__( ( weak ) ) void vApplicationMallocFailedHook( void )
{
    printf( "out of memory: configTOTAL_HEAP_SIZE is too small\n" );
    board_exit( BOARD_EXIT_OUT_OF_MEMORY );
}
