/* SPDX-License-Identifier: Apache-2.0 */

/* Two cores make calls of the hardware kernel, without FreeRTOS: a core is whichever task that says. */
#include <stdio.h>

#include "board.h"
#include "check.h"
#include "isochron_constants.h"
#include "port_layout.h"
#include "soc.h"

#define KERNEL            0xA0000000UL
#define REGISTER( name )  ( *( volatile uint32_t * ) ( KERNEL + ISOCHRON_##name##_OFFSET ) )
#define COMMAND( name )   ( KERNEL + ISOCHRON_TASK_##name##_OFFSET )
#define POINTER( task )   ( 0x1000U * ( ( task ) + 1U ) )
#define FOREVER           0xFFFFFFFFU
#define MAXIMUM( tokens ) ( ( uint32_t ) ( tokens ) << 16 )
#define ROUNDS            1000
#define PERIOD            10000 /* cycles of a tick */
#define WAITED            20000 /* cycles after which the other core has printed, and blocked */

/* Tasks, by number and priority; the idle ones are the last. */
#define TAKER    0
#define GIVER    1
#define IDLE     2
#define TASKS    4
#define TOGETHER 0 /* objects */
#define OWN      1

static volatile int ended;

void freertos_risc_v_application_exception_handler( uint32_t mcause );

/* Interrupts are never enabled: a trap is a mistake. */
static void trap( void )
{
    uint32_t mcause;

    __asm volatile( "csrr %0, mcause" : "=r"( mcause ) );
    freertos_risc_v_application_exception_handler( mcause );
}

void vPortException( void ) __attribute__( ( alias( "trap" ) ) );
void vPortInterrupt( void ) __attribute__( ( alias( "trap" ) ) );
void vPortSoftwareInterrupt( void ) __attribute__( ( alias( "trap" ) ) );
void vPortTimerInterrupt( void ) __attribute__( ( alias( "trap" ) ) );

static uint32_t core( void )
{
    uint32_t number;

    __asm volatile( "csrr %0, mhartid" : "=r"( number ) );
    return number;
}

static uint32_t cycles( void )
{
    uint32_t count;

    __asm volatile( "csrr %0, mcycle" : "=r"( count )::"memory" );
    return count;
}

static void busy( uint32_t duration )
{
    const uint32_t begin = cycles();

    while( cycles() - begin < duration )
    {
    }
}

static uint32_t call( uintptr_t command, uint32_t number, uint32_t argument )
{
    ( ( volatile uint32_t * ) command )[ number ] = argument;
    return REGISTER( RESULT );
}

static void wait_for_request( void )
{
    uint32_t mip;

    do
    {
        __asm volatile( "csrr %0, mip" : "=r"( mip ) );
    } while( ( mip & portMIE_SOFTWARE ) == 0 );
}

/* Blocks the task of this core and becomes it again. */
static uint32_t block( uintptr_t command, uint32_t number, uint32_t argument )
{
    const uint32_t self = REGISTER( CURRENT );

    CHECK( call( command, number, argument ) == ISOCHRON_RESULT_AGAIN_MASK );
    CHECK( REGISTER( DISPATCH ) != self );

    do
    {
        wait_for_request();
    } while( REGISTER( DISPATCH ) != self );

    return REGISTER( RESULT );
}

/* Both cores at the same time, on objects of their own. */
static void give_and_take( void )
{
    for( int round = 0; round < ROUNDS; round++ )
    {
        CHECK( call( COMMAND( GIVE ), OWN + core(), 0 ) == ISOCHRON_RESULT_OK );
        CHECK( call( COMMAND( TAKE ), OWN + core(), 0 ) == ISOCHRON_RESULT_OK );
        CHECK( call( COMMAND( TAKE ), OWN + core(), 0 ) == ISOCHRON_RESULT_FAIL );
    }
}

static void take( void )
{
    uint32_t tick;

    CHECK( block( COMMAND( TAKE ), TOGETHER, FOREVER ) == ISOCHRON_RESULT_OK );
    printf( "a give of another core has woken the taker\n" );
    CHECK( block( COMMAND( NOTIFY_TAKE ), 1, FOREVER ) == ISOCHRON_RESULT_OK );
    printf( "a notification of another core, too\n" );
    tick = REGISTER( TICK );
    CHECK( block( COMMAND( DELAY ), 0, 2 ) == ISOCHRON_RESULT_OK );
    CHECK( REGISTER( TICK ) == tick + 2 );
    printf( "two ticks have, too\n" );
    ended = 1;
    give_and_take();
    printf( "both cores gave and took\n" );
    while( ended != 2 )
    {
    }
    board_exit( BOARD_EXIT_SUCCESS );
}

static void give( void )
{
    busy( WAITED );
    CHECK( call( COMMAND( GIVE ), TOGETHER, 0 ) == ISOCHRON_RESULT_OK );
    busy( WAITED );
    CHECK( call( COMMAND( NOTIFY_INCREMENT ), TAKER, 0 ) == ISOCHRON_RESULT_OK );
    while( ended == 0 )
    {
    }
    give_and_take();
    ended = 2;
    for( ;; )
    {
    }
}

/* Each core begins with its idle task, which yields at once. The other core comes here from start.S. */
void vPortStartFirstTask( void )
{
    SOC_REGISTER_OF( SOC_CLINT_MSIP_OFFSET, core() ) = 0;
    CHECK( ( call( COMMAND( START ), IDLE + core(), 0 ) & ISOCHRON_RESULT_CODE_MASK ) == ISOCHRON_RESULT_OK );
    wait_for_request();

    if( REGISTER( DISPATCH ) == POINTER( TAKER ) )
    {
        take();
    }
    else
    {
        CHECK( REGISTER( CURRENT_ID ) == GIVER );
        give();
    }
}

int main( void )
{
    while( ( REGISTER( STATUS ) & ISOCHRON_STATUS_INITIALISED_MASK ) == 0 )
    {
    }

    REGISTER( CONTROL ) = ISOCHRON_CONTROL_PREEMPTION_MASK | ISOCHRON_CONTROL_TIME_SLICING_MASK;

    for( uint32_t object = 0; object < OWN + 2; object++ )
    {
        CHECK( call( COMMAND( OBJECT_CREATE ), object, MAXIMUM( 1 ) ) == ISOCHRON_RESULT_OK );
    }

    for( uint32_t task = 0; task < TASKS; task++ )
    {
        CHECK( call( COMMAND( TASK_POINTER ), task, POINTER( task ) ) == ISOCHRON_RESULT_OK );
        CHECK( call( COMMAND( TASK_CREATE ), task, ( task < IDLE ) ? TASKS - task : 0 ) ==
               ISOCHRON_RESULT_OK );
    }

    REGISTER( TICK_PERIOD ) = PERIOD - 1;
    SOC_REGISTER_OF( SOC_CLINT_MSIP_OFFSET, 1 ) = 1;
    vPortStartFirstTask();
    return BOARD_EXIT_FAILURE;
}
