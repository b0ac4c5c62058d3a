/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "scheduler_state.h"

TaskHandle_t oracle_current( BaseType_t core )
{
    return pxCurrentTCBs[ core ];
}

BaseType_t oracle_is_suspended( void )
{
    return uxSchedulerSuspended != 0;
}

static int may_run( const TCB_t * task, BaseType_t core )
{
    #if ( configUSE_CORE_AFFINITY == 1 )
    return ( task->uxCoreAffinityMask >> core & 1 ) != 0;
    #else
    ( void ) task;
    ( void ) core;
    return 1;
    #endif
}

void oracle_print_state( void )
{
    printf( "state" );

    for( BaseType_t core = 0; core < configNUMBER_OF_CORES; core++ )
    {
        const TCB_t * current = pxCurrentTCBs[ core ];
        const int scheduled = current->xTaskRunState == taskTASK_SCHEDULED_TO_YIELD;

        configASSERT( scheduled || ( current->xTaskRunState == core ) );
        configASSERT( scheduled == ( xOracleInterrupts[ core ] != 0 ) );
        printf( " core %d,%d,%ld", oracle_number( pxCurrentTCBs[ core ] ), scheduled,
                xYieldPendings[ core ] );

        for( int priority = configMAX_PRIORITIES - 1; priority >= 0; priority-- )
        {
            const List_t * list = &pxReadyTasksLists[ priority ];
            const ListItem_t * item = listGET_HEAD_ENTRY( list );

            configASSERT( list->pxIndex == listGET_END_MARKER( list ) );
            printf( " %d:", priority );

            for( ; item != listGET_END_MARKER( list ); item = listGET_NEXT( item ) )
            {
                TCB_t * task = listGET_LIST_ITEM_OWNER( item );

                if( ( task->xTaskRunState == taskTASK_NOT_RUNNING ) && may_run( task, core ) )
                {
                    printf( "%d.", oracle_number( task ) );
                }
            }
        }
    }

    printf( "\n" );
}

void oracle_requeue( TaskHandle_t handle )
{
    TCB_t * task = handle;
    List_t * list = &pxReadyTasksLists[ task->uxPriority ];

    if( ( task->xTaskRunState == taskTASK_NOT_RUNNING ) &&
        listIS_CONTAINED_WITHIN( list, &task->xStateListItem ) )
    {
        uxListRemove( &task->xStateListItem );
        vListInsertEnd( list, &task->xStateListItem );
    }
}
