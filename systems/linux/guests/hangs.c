/* SPDX-License-Identifier: Apache-2.0 */

#include "hangs.h"

#include "guest.h"

#define ALLOWED     1U         /* ticks in which nothing is heard of the guest */
#define MORE        2U         /* ticks after these, at which a start has begun */
#define TICK        100000U    /* cycles */
#define WARM_REBOOT 2U

/* Of RAM that a start leaves as it is: when the guest was heard of for the last time, and what a start takes.
 */
#define LAST  REGISTER( 0x80D00000U )
#define START REGISTER( 0x80D00004U )

/* The first start is one that the guest asks for: it begins at once. */
int hang_in_turn( const struct hang * hangs, uint32_t count )
{
    uint32_t starts = SHARED->starts, took = TIME_PAGE[ 0 ] - LAST;

    if( starts == 0 )
    {
        check_attack( "a guest starts", 0 );
        SHARED->restart = 1;
        LAST = TIME_PAGE[ 0 ];
        ( void ) sbi( SBI_RESET, 0, WARM_REBOOT, 0, 0 );
    }
    else if( starts == 1U )
    {
        START = took;
    }
    else
    {
        check_of( hangs[ starts - 2U ].name, ": ends by the watchdog, at once",
                  took < START + START / 16U + ( ALLOWED + MORE ) * TICK );
        check_attack( hangs[ starts - 2U ].name, SHARED->watchdog );
    }

    if( starts - 1U < count )
    {
        print( hangs[ starts - 1U ].name );
        print( "\n" );
        SHARED->watchdog = ALLOWED;
        LAST = TIME_PAGE[ 0 ];
        hangs[ starts - 1U ].begin();
        return 1;
    }

    return starts == count + 1U ? 0 : 1;
}
