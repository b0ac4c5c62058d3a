/* SPDX-License-Identifier: Apache-2.0 */

/* The boards' devices: UART, timer, end of the program. */
#include <stdio.h>
#include <stdlib.h>

#include "FreeRTOS.h"
#include "board.h"

/* SP804: a timer that counts down. */
#define TIMER_LOAD      BOARD_REGISTER( BOARD_TIMER + 0x0 )
#define TIMER_CONTROL   BOARD_REGISTER( BOARD_TIMER + 0x8 )
#define TIMER_CLEAR     BOARD_REGISTER( BOARD_TIMER + 0xC )
#define TIMER_ONE_SHOT  0x01U
#define TIMER_32_BITS   0x02U
#define TIMER_INTERRUPT 0x20U
#define TIMER_ENABLE    0x80U

/* Operations of Arm's semihosting. */
#define SEMIHOSTING_COMMAND 0x15U
#define SEMIHOSTING_EXIT    0x18U
#define STOPPED_EXIT        0x20026U
#define STOPPED_ERROR       0x20024U

static int put( char character, FILE * stream )
{
    BOARD_REGISTER( BOARD_UART ) = ( uint8_t ) character;
    return 0;
}

static FILE uart = FDEV_SETUP_STREAM( put, NULL, NULL, _FDEV_SETUP_WRITE );

FILE * const stdin = NULL;
FILE * const stdout = &uart;
FILE * const stderr = &uart;

uint32_t board_argument( void )
{
    char line[ 256 ];
    struct
    {
        char * line;
        uint32_t size;
    } const buffer = { line, sizeof( line ) };
    register uint32_t operation __asm( "r0" ) = SEMIHOSTING_COMMAND;
    register const void * parameters __asm( "r1" ) = &buffer;

    __asm volatile( "svc 0x123456" : "+r"( operation ) : "r"( parameters ) : "memory", "lr" );
    return ( operation == 0 ) ? strtoul( line, NULL, 10 ) : 0;
}

void board_exit( int failed )
{
    register uint32_t operation __asm( "r0" ) = SEMIHOSTING_EXIT;
    register uint32_t reason __asm( "r1" ) = failed ? STOPPED_ERROR : STOPPED_EXIT;

    for( ;; )
    {
        __asm volatile( "svc 0x123456" : "+r"( operation ) : "r"( reason ) : "memory", "lr" );
    }
}

void board_assertion_failed( const char * file, int line )
{
    printf( "assertion failed: %s:%d\n", file, line );
    board_exit( 1 );
}

void board_fatal( const char * what, uint32_t address ) __attribute__( ( noreturn ) );

void board_fatal( const char * what, uint32_t address )
{
    printf( "%s on core %lu, shortly before %#lx\n", what, ( unsigned long ) board_core(),
            ( unsigned long ) address );
    board_exit( 1 );
}

void board_start_timer( uint32_t microseconds )
{
    TIMER_CONTROL = 0;
    TIMER_LOAD = microseconds;
    TIMER_CONTROL = TIMER_ENABLE | TIMER_INTERRUPT | TIMER_32_BITS | TIMER_ONE_SHOT;
}

void board_clear_timer( void )
{
    TIMER_CLEAR = 1;
}

#ifdef BOARD_A15

/* The core's virtual timer: an absolute time to compare with, 62.5 MHz under QEMU. */
static uint32_t tick_period( void )
{
    uint32_t frequency;

    __asm volatile( "mrc p15, 0, %0, c14, c0, 0" : "=r"( frequency ) );
    return frequency / configTICK_RATE_HZ;
}

static void compare_with( uint64_t time )
{
    __asm volatile( "mcrr p15, 3, %Q0, %R0, c14" : : "r"( time ) );
}

void board_start_tick( void )
{
    uint64_t now;
    const uint32_t enable = 1;

    __asm volatile( "isb\n mrrc p15, 1, %Q0, %R0, c14" : "=r"( now ) );
    compare_with( now + tick_period() );
    __asm volatile( "mcr p15, 0, %0, c14, c3, 1\n isb" : : "r"( enable ) );
}

void board_clear_tick( void )
{
    uint64_t time;

    __asm volatile( "mrrc p15, 3, %Q0, %R0, c14" : "=r"( time ) );
    compare_with( time + tick_period() );
    __asm volatile( "isb" );
}
#else /* ifdef BOARD_A15 */
    #define PRIVATE_CLOCK_HZ 100000000U
    #define PRIVATE_LOAD     BOARD_REGISTER( BOARD_PRIVATE_TIMER + 0x0 )
    #define PRIVATE_CONTROL  BOARD_REGISTER( BOARD_PRIVATE_TIMER + 0x8 )
    #define PRIVATE_STATUS   BOARD_REGISTER( BOARD_PRIVATE_TIMER + 0xC )

void board_start_tick( void )
{
    PRIVATE_LOAD = PRIVATE_CLOCK_HZ / configTICK_RATE_HZ - 1U;
    PRIVATE_CONTROL = 0x7; /* enable, reload, interrupt */
}

void board_clear_tick( void )
{
    PRIVATE_STATUS = 1;
}
#endif /* ifdef BOARD_A15 */

/* A kernel for one core leaves the others where they are. */
__attribute__( ( weak ) ) void board_core_main( uint32_t core )
{
    for( ;; )
    {
        __asm volatile( "wfi" );
    }
}
