/* SPDX-License-Identifier: Apache-2.0 */

#include "conformance.h"

#define STACK_WORDS 512U
#define STACKS      12U

static OS_STK stacks[ STACKS ][ STACK_WORDS ] __attribute__( ( aligned( 16 ) ) );
static unsigned used;

uint32_t check_tick( void )
{
    return OSTimeGet();
}

INT8U create( void ( *function )( void * ), INT8U prio )
{
    CHECK( used < STACKS );
    used++;
    return OSTaskCreate( function, ( void * ) 0, &stacks[ used - 1U ][ STACK_WORDS - 1U ], prio );
}

void conformance( void ( *director )( void * ), INT8U prio )
{
    OSInit();
    CHECK_EQUAL( create( director, prio ), OS_ERR_NONE );
    OSStart();
}
