/* SPDX-License-Identifier: Apache-2.0 */

/* A line that rises at every cycle of what the firmware does for a guest: the end of a task's turn, resume,
 * entry of an SBI call, the call, resume. Each time the guest's registers are all looked at. */
#include "guest.h"

#define DOORBELLS_OF_LINUX ( ( volatile uint32_t * ) 0xF0060000U )
#define PENDING            0
#define RING               1
#define BELL               1U
#define LONGEST            900U /* cycles after the answer to a doorbell: the guest goes on by then */

static const char LINE[] = "A call of M mode that writes a line has interrupts enabled.\n";

static void wait_for_answer( void )
{
    while( DOORBELLS_OF_LINUX[ PENDING ] == 0 )
    {
    }

    DOORBELLS_OF_LINUX[ PENDING ] = BELL;
}

int main( void )
{
    volatile uint32_t bad = 0, missing = 0; /* in memory: the registers are what is looked at */

    for( uint32_t delay = 1; delay <= LONGEST; delay++ )
    {
        uint32_t turns = SHARED->edges;

        SHARED->edge = delay;
        DOORBELLS_OF_LINUX[ RING ] = BELL;
        wait_for_answer();
        bad |= call_with_registers( delay << 20 );

        for( uint32_t begin = TIME_PAGE[ 0 ]; TIME_PAGE[ 0 ] - begin < LONGEST; )
        {
        }

        missing += ( SHARED->edges != turns + 1U );
    }

    /* The call takes longer than M mode may mask interrupts. */
    ( void ) sbi( SBI_CONSOLE, 0, sizeof( LINE ) - 1U, ( uint32_t ) LINE, 0 );
    check_of( "a line rises at each cycle", ": a guest's registers are its own", bad == 0 );
    check_of( "a line rises at each cycle", ": its task is woken once", missing == 0 );
    check_attack( "a line rises at each cycle", 0 );
    return 0;
}
