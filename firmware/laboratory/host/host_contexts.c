/* SPDX-License-Identifier: Apache-2.0 */

/* What both native ports share: where a task's context is. */
#include "FreeRTOS.h"
#include "task.h"
#include "host_contexts.h"

/* Not 0 before the scheduler starts, so that the end of a critical section does not enable
 * interrupts. */
size_t xCriticalNesting = ( size_t ) 0xaaaaaaaa;

uint32_t ulHostFirstTick = 0;

StackType_t * pxPortInitialiseStack( StackType_t * pxTopOfStack, TaskFunction_t pxCode, void * pvParameters )
{
    struct machine_context ** ppxContext = ( struct machine_context ** ) pxTopOfStack;

    *ppxContext = machine_create( pxCode, pvParameters );

    return pxTopOfStack;
}

struct machine_context * pxHostContext( const void * pvTCB )
{
    /* The first word of every control block is the saved stack pointer. */
    struct machine_context *** pppxTopOfStack = ( struct machine_context *** ) pvTCB;

    return **pppxTopOfStack;
}

void vPortReleaseContext( void * pvTCB )
{
    machine_destroy( pxHostContext( pvTCB ) );
}

void vPortEndScheduler( void )
{
    machine_fail( "the scheduler was ended" );
}
