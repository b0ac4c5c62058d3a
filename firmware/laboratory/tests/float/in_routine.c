/* SPDX-License-Identifier: Apache-2.0 */

/* Floating point in a service routine is refused: an illegal instruction, which ends the program. */
#include "check.h"
#include "interrupt.h"

static volatile float value = 1.5F;

static void serve( void )
{
    value = value * value;
}

static void director( void * argument )
{
    value = value * 2.0F;
    CHECK( value == 3.0F );
    interrupt( serve );
    test_passed();
}

int main( void )
{
    test_start( director, 1 );
}
