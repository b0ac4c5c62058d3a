/* SPDX-License-Identifier: Apache-2.0 */

/* A custom instruction has an effect at once, in the middle of the core's pipeline: one that is only
 * fetched, behind a branch or a return that the core did not expect, must not begin. */
#include "attachment.h"
#include "check.h"

#define ROUNDS 4

/* Nothing is at offset 0: a store there leaves a record in ERROR. */
#define MISUSE ".insn r CUSTOM_0, 2, 0, x0, x0, x0\n"

static uint32_t errors( void )
{
    uint32_t error = isochronREGISTER( ISOCHRON_ERROR_OFFSET );

    isochronSET_REGISTER( ISOCHRON_ERROR_OFFSET, 0U );
    return error;
}

static void behind_a_branch( uint32_t taken )
{
    __asm volatile( "bnez %0, 1f\n" MISUSE "1:" : : "r"( taken ) );
}

static void behind_a_return( void )
{
    __asm volatile( "la   t0, 1f\n"
                    "jr   t0\n" MISUSE "1:" ::
                        : "t0" );
}

TEST_PROGRAM( 1 )
{
    volatile uint32_t taken = 1;

    /* Later rounds find the instructions in the cache. */
    for( int i = 0; i < ROUNDS; i++ )
    {
        behind_a_branch( taken );
        CHECK_EQUAL( errors(), 0 );
        behind_a_return();
        CHECK_EQUAL( errors(), 0 );
        behind_a_branch( 0 );
        CHECK( errors() != 0 );
    }
}
