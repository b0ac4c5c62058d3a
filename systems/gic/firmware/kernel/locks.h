/* SPDX-License-Identifier: Apache-2.0 */

/* Locks between cores, taken with interrupts masked. */
#pragma once

#include "gic.h"

/* In the order of arrival, so a core waits for no more than one holder on each other core. */
typedef struct GicLock
{
    uint32_t ulNext;
    uint32_t ulServed;
} GicLock_t;

static portFORCE_INLINE void prvTakeLock( GicLock_t * pxLock )
{
    if( gicMULTICORE )
    {
        const uint32_t ulMine = __atomic_fetch_add( &pxLock->ulNext, 1, __ATOMIC_RELAXED );

        while( __builtin_expect( *( volatile uint32_t * ) &pxLock->ulServed != ulMine, pdFALSE ) )
        {
            __asm volatile( "yield" );
        }

        __atomic_thread_fence( __ATOMIC_ACQUIRE );
    }
}

static portFORCE_INLINE void prvGiveLock( GicLock_t * pxLock )
{
    if( gicMULTICORE )
    {
        __atomic_store_n( &pxLock->ulServed, pxLock->ulServed + 1, __ATOMIC_RELEASE );
    }
}

/* Of objects, by their addresses. They outlive the objects: who looks at what a task waits for may come when
 * the object is gone. */
#define gicLOCKS ( gicMULTICORE ? 64U : 1U )

extern GicLock_t xGicLocks[];

static portFORCE_INLINE GicLock_t * prvLockOf( GicLock_t * pxLocks, const void * pvObject )
{
    return &pxLocks[ ( ( uint32_t ) pvObject / portBYTE_ALIGNMENT ) % gicLOCKS ];
}

#if gicOBJECTS

/* The one of an object that a core has taken. */
    #if gicMULTICORE
        #define prvHeldLock( pxCore ) ( ( pxCore )->pxLock )
    #else
        #define prvHeldLock( pxCore ) xGicLocks
    #endif
#endif
