/* SPDX-License-Identifier: Apache-2.0 */

/* What a guest and FreeRTOS's tasks tell each other ends with the guest: after a start no message, no answer
 * and no doorbell of before comes. Each time all ways to the guest are full, and tasks wait with more. */
#include "guest.h"

#include "channel_layout.h"

#define ASKED       0U
#define TOLD        1U
#define MANY        1000U
#define QUESTIONS   16U
#define PERIODS     30U  /* in which a message would come */
#define WARM_REBOOT 2U
#define ALLOWED     2U

#define WORD( channel, at ) REGISTER( CHANNEL_ADDRESS + ( channel ) * CHANNEL_BYTES + ( at ) )
#define RING_OF_LINUX       REGISTER( 0xF0060004U )

static void wait_periods( uint32_t periods )
{
    for( uint32_t begin = TIME_PAGE[ 0 ]; TIME_PAGE[ 0 ] - begin < periods * PERIOD; )
    {
    }
}

/* A message of one word, without a look at the room for it. */
static void send( uint32_t channel, uint32_t value )
{
    uint32_t put = WORD( channel, CHANNEL_TO_FREERTOS + RING_PUT );

    WORD( channel, CHANNEL_TO_FREERTOS + RING_DATA + put % RING_BYTES ) = 4U;
    WORD( channel, CHANNEL_TO_FREERTOS + RING_DATA + ( put + 4U ) % RING_BYTES ) = value;
    WORD( channel, CHANNEL_TO_FREERTOS + RING_PUT ) = put + MESSAGE_TAKES( 4U );
    RING_OF_LINUX = CHANNEL_BELL( channel );
}

static int nothing_has_come( uint32_t channel )
{
    return ( WORD( channel, CHANNEL_TO_LINUX + RING_PUT ) == 0 ) &&
           ( WORD( channel, CHANNEL_TO_LINUX + RING_DATA ) == 0 ) &&
           ( WORD( channel, CHANNEL_TO_FREERTOS + RING_PUT ) == 0 );
}

static void check_that_nothing_comes( void )
{
    check_of( "a start", ": no doorbell of before rings", PENDING_AT_LINUX == 0 );
    wait_periods( PERIODS );
    check_of( "a start", ": no message of before comes",
              nothing_has_come( ASKED ) && nothing_has_come( TOLD ) );
    check_of( "a start", ": nor a doorbell", PENDING_AT_LINUX == 0 );
}

static void check_that_questions_are_answered( void )
{
    uint32_t question = SHARED->starts;

    send( ASKED, question );
    wait_periods( PERIODS );
    check_of( "a start", ": a question has one answer, and its own",
              ( WORD( ASKED, CHANNEL_TO_LINUX + RING_PUT ) == MESSAGE_TAKES( 4U ) ) &&
                  ( WORD( ASKED, CHANNEL_TO_LINUX + RING_DATA ) == 4U ) &&
                  ( WORD( ASKED, CHANNEL_TO_LINUX + RING_DATA + 4U ) == question + 1U ) );
    check_of( "a start", ": and nothing else comes", nothing_has_come( TOLD ) );
}

/* Nobody takes the answers. */
static void fill( void )
{
    send( TOLD, MANY );
    send( TOLD, MANY );

    for( uint32_t i = 0; i < QUESTIONS; i++ )
    {
        send( ASKED, i );
        wait_periods( 1U );
    }

    check_of( "a channel", ": is full",
              WORD( TOLD, CHANNEL_TO_LINUX + RING_PUT ) + MESSAGE_TAKES( MESSAGE_MOST ) > RING_BYTES );
}

int main( void )
{
    uint32_t starts = SHARED->starts;

    check_that_nothing_comes();
    check_that_questions_are_answered();
    check_attack( "a start", 0 );
    fill();

    switch( starts )
    {
        case 0:
            SHARED->restart = 1;
            ( void ) sbi( SBI_RESET, 0, WARM_REBOOT, 0, 0 );
            break;

        case 1:
            SHARED->watchdog = ALLOWED;

            for( ;; )
            {
                RING_OF_LINUX = CHANNEL_BELLS | 1U;
            }

        case 2:
            return 0;

        default:
            break;
    }

    return 1;
}
