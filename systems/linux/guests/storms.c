/* SPDX-License-Identifier: Apache-2.0 */

/* Keeps M mode busy without end, so that hardly a tick finds the guest in S mode, or what makes M mode wait:
 * the watchdog is to find it silent all the same. */
#include "guest.h"
#include "hangs.h"
#include "translation.h"

#define MUCH 200000U /* characters: more ticks than the watchdog allows */

static uint32_t blank[ MUCH / 4U ];

/* Traps to which an instruction leads that is done again after each. */
static void repeat( const uint32_t * instruction )
{
    WRITE_CSR( stvec, ( uint32_t ) ( uintptr_t ) instruction );
    __asm volatile( "jr %0" : : "r"( instruction ) : "memory" );
}

#define REPEATED( name, text )                                                                    \
    static void name( void )                                                                      \
    {                                                                                             \
        extern const uint32_t name##_at[];                                                        \
        __asm volatile( ".pushsection .text\n.balign 4\n" #name "_at: " text "\n.popsection\n" ); \
        repeat( name##_at );                                                                      \
    }

REPEATED( illegal, ".word 0" )
REPEATED( breakpoint, "ebreak" )
REPEATED( call, "ecall\nj call_at" )
REPEATED( time_read, "csrr t0, time\nj time_read_at" )
REPEATED( misaligned_load, "lw t0, 1( zero )" )
REPEATED( misaligned_jump, "li t0, 2\njr t0" )
REPEATED( rest, "wfi\nj rest_at" )
REPEATED( flush, ".word 0x0000100F\n.word 0x0000500F\nsfence.vma\nj flush_at" )

static void console( void )
{
    for( ;; )
    {
        ( void ) sbi( SBI_CONSOLE, 0, MUCH, ( uint32_t ) ( uintptr_t ) blank, 0 );
    }
}

static void timer( void )
{
    for( ;; )
    {
        ( void ) sbi( SBI_TIME, 0, 0, 0, 0 );
    }
}

static void fence( void )
{
    for( uint32_t function = 0;; function = ( function + 1U ) % 3U )
    {
        ( void ) sbi( SBI_FENCE, function, 1U, 0, 0 );
    }
}

static void steal( void )
{
    ( void ) sbi( SBI_STA, 0, ( uint32_t ) ( uintptr_t ) blank & ~63U, 0, 0 );
    timer();
}

int main( void )
{
    static const struct hang hangs[] = {
        { "illegal instructions", illegal },
        { "breakpoints", breakpoint },
        { "calls", call },
        { "reads of the time", time_read },
        { "misaligned loads", misaligned_load },
        { "misaligned jumps", misaligned_jump },
        { "rests", rest },
        { "flushes", flush },
        { "characters", console },
        { "timers", timer },
        { "fences", fence },
        { "timers that tell the time", steal },
    };

    return hang_in_turn( hangs, sizeof( hangs ) / sizeof( hangs[ 0 ] ) );
}
