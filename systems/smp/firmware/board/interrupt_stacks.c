/* SPDX-License-Identifier: Apache-2.0 */

/* Stacks of interrupts. main() runs on that of the first core. */
#include <stdint.h>

#include "port_layout.h"

/* Of every core of the SoC: those that have no scheduler go to sleep with theirs. */
uint8_t ucPortInterruptStacks[ portSOC_CORES ][ portINTERRUPT_STACK_BYTES ]
    __attribute__( ( aligned( 16 ) ) );

int iPortOnInterruptStack( void )
{
    const uint8_t * pucStack;

    __asm volatile( "mv %0, sp" : "=r"( pucStack ) );
    return ( pucStack >= ucPortInterruptStacks[ 0 ] ) &&
           ( pucStack <= ucPortInterruptStacks[ portSOC_CORES ] );
}
