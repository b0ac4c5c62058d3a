/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Requests of one core to another.
 *
 * A task has a word of requests, changed atomically. Who is the first to put one there appends the
 * task to the inbox of its core. The core takes the whole inbox at once, when it is interrupted for
 * it, after each switch, and at its tick.
 *
 * The interrupt is sent only if the request may matter now: the task runs, or its priority is above
 * that of who runs. If who runs changes meanwhile, then either the requesting core sees that (its
 * inbox write comes before its look) or the other core sees the request (it looks into the inbox
 * behind its switch). firmware/gic/model/cross_core.pml is the model of this.
 */
#ifndef REQUESTS_H
#define REQUESTS_H

#include "ready_groups.h"

#if gicMULTICORE

    #define gicREQUEST_SUSPEND     1UL
    #define gicREQUEST_RESUME      2UL /* behind the suspension, if both are there */
    #define gicREQUEST_PRIORITY    4UL /* uxPriority says which */
    #define gicREQUEST_DELETE      8UL
    #define gicREQUEST_INBOX       16UL /* the task is in the inbox */

    #define gicIS_REMOTE( pxTask )    ( ( pxTask )->pxCore != prvCore() )

    static inline void prvPutInInbox( TCB_t * pxTask,
                                      GicCore_t * pxCore )
    {
        TCB_t * pxFirst = __atomic_load_n( &pxCore->pxInbox, __ATOMIC_RELAXED );

        do
        {
            pxTask->pxNextRequest = pxFirst;
        } while( !__atomic_compare_exchange_n( &pxCore->pxInbox, &pxFirst, pxTask, pdTRUE,
                                               __ATOMIC_RELEASE, __ATOMIC_RELAXED ) );
    }

/* Returns the task's requests before. Without obsolete ones, which a call knows when it is compiled,
 * this is five instructions shorter. */
    static inline uint32_t prvAddRequest( TCB_t * pxTask,
                                          uint32_t ulRequest,
                                          uint32_t ulObsolete )
    {
        uint32_t ulBefore;

        if( ulObsolete == 0 )
        {
            return __atomic_fetch_or( &pxTask->ulRequests, ulRequest, __ATOMIC_RELEASE );
        }

        ulBefore = __atomic_load_n( &pxTask->ulRequests, __ATOMIC_RELAXED );

        while( !__atomic_compare_exchange_n( &pxTask->ulRequests, &ulBefore, ( ulBefore & ~ulObsolete ) | ulRequest,
                                             pdTRUE, __ATOMIC_RELEASE, __ATOMIC_RELAXED ) )
        {
        }

        return ulBefore;
    }

/* Asks the task's core for something; ulObsolete are earlier requests that this one undoes. */
    static inline void prvRequest( TCB_t * pxTask,
                                   uint32_t ulRequest,
                                   uint32_t ulObsolete )
    {
        GicCore_t * const pxCore = pxTask->pxCore;
        const uint32_t ulState = prvMask();
        const uint32_t ulBefore = prvAddRequest( pxTask, ulRequest | gicREQUEST_INBOX, ulObsolete );

        if( ( ulBefore & gicREQUEST_INBOX ) == 0 )
        {
            prvPutInInbox( pxTask, pxCore );
        }

        __asm volatile ( "dmb" ::: "memory" );

        if( ( pxCore->pxCurrent == pxTask ) || ( gicLEVEL( pxTask->uxPriority ) < pxCore->ulLevel ) )
        {
            gicDISTRIBUTOR( gicSOFTWARE_GENERATED ) = pxCore->ulSignal;
        }

        prvUnmask( ulState );
    }
#else /* if gicMULTICORE */
    #define gicIS_REMOTE( pxTask )                             pdFALSE
    #define prvRequest( pxTask, ulRequest, ulObsolete )
#endif /* if gicMULTICORE */

#endif /* REQUESTS_H */
