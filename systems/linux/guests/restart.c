/* SPDX-License-Identifier: Apache-2.0 */

/* Starts again: by a reboot, from its first address too, after it hangs with interrupts masked, and after
 * exceptions without end. Each time all of its memory is as it was loaded, and FreeRTOS's tasks have gone on.
 */
#include "guest.h"

#define ALLOWED     2U       /* ticks, of 100,000 cycles */
#define FED         600000U  /* cycles */
#define SECRET      0x600DF00DU
#define WARM_REBOOT 2U
#define CALL        0x00000073U

static uint32_t marker = SECRET;

static void hang( void )
{
    for( ;; )
    {
    }
}

/* The call is where a start begins. */
static void reboot_from_the_first_address( void )
{
    register uint32_t a0 __asm( "a0" ) = WARM_REBOOT;
    register uint32_t a1 __asm( "a1" ) = 0;
    register uint32_t a6 __asm( "a6" ) = 0;
    register uint32_t a7 __asm( "a7" ) = SBI_RESET;

    REGISTER( LINUX_ENTRY ) = CALL;
    __asm volatile( ".word 0x0000100F\n" /* fence.i */
                    "jr %0"
                    :
                    : "r"( LINUX_ENTRY ), "r"( a0 ), "r"( a1 ), "r"( a6 ), "r"( a7 )
                    : "memory" );
}

/* Nothing happens to who shows that he is alive. */
static void feed( void )
{
    for( uint32_t begin = TIME_PAGE[ 0 ]; TIME_PAGE[ 0 ] - begin < FED; )
    {
        SHARED->alive++;
    }
}

int main( void )
{
    uint32_t starts = SHARED->starts;

    check_of( "a start", ": memory is as it was loaded", marker == SECRET );
    check_of( "a start", ": the device tree is named", guest_tree == LINUX_DEVICE_TREE );
    marker = 0;
    check_attack( "a start", SHARED->watchdog | SHARED->restart );

    switch( starts )
    {
        case 0:
            SHARED->restart = 1;
            ( void ) sbi( SBI_RESET, 0, WARM_REBOOT, 0, 0 );
            break;

        case 1:
            SHARED->watchdog = ALLOWED;
            feed();
            CLEAR_CSR( sstatus, MSTATUS_SIE );
            hang();
            break;

        case 2:
            SHARED->watchdog = ALLOWED;
            WRITE_CSR( stvec, 0 ); /* nothing is there, either */
            __asm volatile( ".word 0" );
            break;

        case 3:
            SHARED->restart = 1;
            reboot_from_the_first_address();
            break;

        case 4:
            return 0;

        default:
            break;
    }

    return 1;
}
