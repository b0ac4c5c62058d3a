/* SPDX-License-Identifier: Apache-2.0 */

/* Choosing the next task where an option wants code at every switch. */
#include "kernel.h"
#include "../common/task_switch.c"

#if ( isochronSWITCH_IN_SOFTWARE == 1 )

/* In place of a load of DISPATCH: the attachment calls this with interrupts masked, when the
 * running task's stack pointer is in its control block. Runs on the interrupts' stack. */
void vTaskSwitchContext( void )
{
    traceENTER_vTaskSwitchContext();

    prvSwitchOut();
    ( void ) isochronREGISTER( ISOCHRON_DISPATCH_OFFSET );
    prvSwitchIn( pxCurrentTCB );

    traceRETURN_vTaskSwitchContext();
}

#endif /* isochronSWITCH_IN_SOFTWARE */
