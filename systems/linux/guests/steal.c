/* SPDX-License-Identifier: Apache-2.0 */

/* Is told how long FreeRTOS's tasks run in its place: a half of the time, while the periodic task takes that.
 * Refused are places that are not its own. */
#include "guest.h"

#define SET         0
#define NOWHERE     UINT32_MAX
#define PERIODS     50U
#define LONG        100000000U /* cycles */
#define NANOSECONDS 10U /* in a cycle */
#define STOLEN_LOW  2 /* a word of what is told: nanoseconds, of which the upper half stays 0 */

static volatile uint32_t told[ 16 ] __attribute__( ( aligned( 64 ) ) );

static uint32_t ask( void )
{
    set_timer( LONG );
    return told[ STOLEN_LOW ] / NANOSECONDS;
}

static void wait_periods( void )
{
    for( uint32_t begin = TIME_PAGE[ 0 ]; TIME_PAGE[ 0 ] - begin < PERIODS * PERIOD; )
    {
    }
}

int main( void )
{
    uint32_t place = ( uint32_t ) ( uintptr_t ) told, stolen, cycles;

    check_of( "steal time", ": no place that is not the guest's own",
              ( sbi( SBI_STA, SET, SHARED_ADDRESS - 64U, 0, 0 ) != 0 ) &&
                  ( sbi( SBI_STA, SET, 0x81000000U, 0, 0 ) != 0 ) &&
                  ( sbi( SBI_STA, SET, place, 1U, 0 ) != 0 ) &&
                  ( sbi( SBI_STA, SET, place + 4U, 0, 0 ) != 0 ) );
    check_of( "steal time", ": its own", sbi( SBI_STA, SET, place, 0, 0 ) == 0 );

    SHARED->taken = PERIOD / 2U;
    wait_periods();
    stolen = ask();
    cycles = TIME_PAGE[ 0 ];
    wait_periods();
    stolen = ask() - stolen;
    cycles = TIME_PAGE[ 0 ] - cycles;
    SHARED->taken = 0;

    check_of( "steal time", ": half of it is stolen",
              ( stolen * 20U > cycles * 9U ) && ( stolen * 20U < cycles * 12U ) && ( told[ 0 ] % 2U == 0 ) );
    check_of( "steal time", ": until it is no more wanted", sbi( SBI_STA, SET, NOWHERE, NOWHERE, 0 ) == 0 );
    stolen = ask();
    wait_periods();
    check_attack( "steal time", ask() - stolen );
    return 0;
}
