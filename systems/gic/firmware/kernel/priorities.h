/* SPDX-License-Identifier: Apache-2.0 */

/* A task's priority, as its core is to have it: that core and others change it. With mutexes there are two,
 * its own and the effective one, which it may have inherited, and how many mutexes it holds. They change
 * together, so they are in one word. systems/gic/model/inherit.pml is the model of this. */
#pragma once

#include "gic.h"

#if gicMUTEXES

    #define gicEFFECTIVE        0xFFUL
    #define gicOWN( uxOwn )     ( ( uxOwn ) << 8 )
    #define gicOWN_OF( uxWord ) ( ( ( uxWord ) >> 8 ) & 0xFFUL )
    #define gicONE_MUTEX        0x10000UL

/* Changes the word, if it is still what puxBefore says; if not, puxBefore says what it is. */
static portFORCE_INLINE BaseType_t prvReplace( TCB_t * pxTask, UBaseType_t * puxBefore, UBaseType_t uxAfter )
{
    return __atomic_compare_exchange_n( &pxTask->uxPriority, puxBefore, uxAfter, pdTRUE, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED );
}

/* The one that it is to run with. */
    #define prvPriority( pxTask ) \
    ( __atomic_load_n( &( pxTask )->uxPriority, __ATOMIC_RELAXED ) & gicEFFECTIVE )
    #define prvOwnPriority( pxTask ) gicOWN_OF( ( pxTask )->uxPriority )

/* Gives a task another priority of its own. What it has inherited it keeps, if that is above. */
static portFORCE_INLINE void prvSetPriority( TCB_t * pxTask, UBaseType_t uxPriority )
{
    UBaseType_t uxBefore = pxTask->uxPriority;
    UBaseType_t uxEffective;

    do
    {
        uxEffective = uxBefore & gicEFFECTIVE;

        if( ( uxEffective == gicOWN_OF( uxBefore ) ) || ( uxPriority > uxEffective ) )
        {
            uxEffective = uxPriority;
        }
    } while( !prvReplace( pxTask, &uxBefore,
                          ( uxBefore & ~( gicOWN( gicEFFECTIVE ) | gicEFFECTIVE ) ) | gicOWN( uxPriority ) |
                              uxEffective ) );
}
#else
    #define gicOWN( uxOwn )                       0U
    #define prvPriority( pxTask )                 __atomic_load_n( &( pxTask )->uxPriority, __ATOMIC_RELAXED )
    #define prvOwnPriority( pxTask )              ( ( pxTask )->uxPriority )
    #define prvSetPriority( pxTask, uxPriority_ ) ( ( pxTask )->uxPriority = ( uxPriority_ ) )
#endif /* if gicMUTEXES */
