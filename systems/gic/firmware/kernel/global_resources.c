/* SPDX-License-Identifier: Apache-2.0 */

/* Resources of several cores. A core has one section for all of them, whose ceiling is above its tasks
 * (sections.h), so its tasks ask for one at a time; each resource has a lock, taken within.
 * systems/gic/model/critical.pml is the model of this, too, where a core's ceiling masks. */
#include "global_resources.h"

#include "locks.h"
#include "sections.h"

struct GicGlobalResource
{
    GicLock_t xLock;
    #if ( configASSERT_DEFINED == 1 )
    const GicCore_t * pxHolder;
    #endif
};

#if ( configASSERT_DEFINED == 1 )
    #define prvSetHolder( xResource, pxCore ) ( ( xResource )->pxHolder = ( pxCore ) )
#else
    #define prvSetHolder( xResource, pxCore )
#endif

static BaseType_t prvMakeSections( void )
{
    static GicRoutine_t xRoutines[ configNUMBER_OF_CORES ];

    for( uint32_t ulCore = 0; ulCore < configNUMBER_OF_CORES; ulCore++ )
    {
        GicCore_t * const pxCore = &xGicCores[ ulCore ].xCore;

        if( ( pxCore->pxGlobal == NULL ) &&
            ( xGicMakeSection( &xRoutines[ ulCore ], configMAX_PRIORITIES - 1, ulCore ) == pdFALSE ) )
        {
            return pdFALSE;
        }

        pxCore->pxGlobal = &xRoutines[ ulCore ].xTask;
    }

    return pdTRUE;
}

GicGlobalResourceHandle_t xGicGlobalResourceCreate( void )
{
    configASSERT( xGicStarted == pdFALSE );

    if( prvMakeSections() == pdFALSE )
    {
        return NULL;
    }

    GicGlobalResourceHandle_t const xResource = pvPortMalloc( sizeof( struct GicGlobalResource ) );

    if( xResource != NULL )
    {
        *xResource = ( struct GicGlobalResource ) { 0 };
    }

    return xResource;
}

void vGicGlobalResourceTake( GicGlobalResourceHandle_t xResource )
{
    configASSERT( ( xGicStarted != pdFALSE ) && !prvIsMasked() ); /* in no critical section */
    __asm volatile( "cpsid i" ::: "memory" );

    GicCore_t * const pxCore = prvCore();

    configASSERT( pxCore->pxCurrent != pxCore->pxTopmost ); /* a routine is no task */
    prvTake( pxCore, pxCore->pxGlobal );
    prvTakeLock( &xResource->xLock );
    prvSetHolder( xResource, pxCore );
}

void vGicGlobalResourceGive( GicGlobalResourceHandle_t xResource )
{
    GicCore_t * const pxCore = prvCore(); /* the caller's until it has given */

    configASSERT( xResource->pxHolder == pxCore );
    prvSetHolder( xResource, NULL );
    prvGiveLock( &xResource->xLock );
    __asm volatile( "cpsid i" ::: "memory" );
    prvGoOnIfReady( pxCore, prvGive( pxCore, pxCore->pxGlobal ) );
}
