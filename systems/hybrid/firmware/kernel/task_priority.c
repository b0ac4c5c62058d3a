/* SPDX-License-Identifier: Apache-2.0 */

/* Priorities of tasks, asked and set. */
#ifndef ISOCHRON_HYBRID_TASK_PRIORITY_C
#define ISOCHRON_HYBRID_TASK_PRIORITY_C

#include "kernel.h"
#include "event_lists.c"
#include "task_lists.c"

#if ( configUSE_MUTEXES == 1 )
    #define priorityBASE( pxTCB ) ( ( pxTCB )->uxBasePriority )
#else
    #define priorityBASE( pxTCB ) ( ( pxTCB )->uxPriority )
#endif

#if ( INCLUDE_uxTaskPriorityGet == 1 )

UBaseType_t uxTaskPriorityGet( const TaskHandle_t xTask )
{
    TCB_t const * pxTCB;

    traceENTER_uxTaskPriorityGet( xTask );

    pxTCB = kernelTASK_FROM_HANDLE( xTask );
    configASSERT( pxTCB != NULL );

    traceRETURN_uxTaskPriorityGet( pxTCB->uxPriority );

    return pxTCB->uxPriority;
}

UBaseType_t uxTaskPriorityGetFromISR( const TaskHandle_t xTask )
{
    TCB_t const * pxTCB;

    traceENTER_uxTaskPriorityGetFromISR( xTask );

    portASSERT_IF_INTERRUPT_PRIORITY_INVALID();
    pxTCB = kernelTASK_FROM_HANDLE( xTask );
    configASSERT( pxTCB != NULL );

    traceRETURN_uxTaskPriorityGetFromISR( pxTCB->uxPriority );

    return pxTCB->uxPriority;
}

    #if ( configUSE_MUTEXES == 1 )

UBaseType_t uxTaskBasePriorityGet( const TaskHandle_t xTask )
{
    TCB_t const * pxTCB;

    traceENTER_uxTaskBasePriorityGet( xTask );

    pxTCB = kernelTASK_FROM_HANDLE( xTask );
    configASSERT( pxTCB != NULL );

    traceRETURN_uxTaskBasePriorityGet( pxTCB->uxBasePriority );

    return pxTCB->uxBasePriority;
}

UBaseType_t uxTaskBasePriorityGetFromISR( const TaskHandle_t xTask )
{
    TCB_t const * pxTCB;

    traceENTER_uxTaskBasePriorityGetFromISR( xTask );

    portASSERT_IF_INTERRUPT_PRIORITY_INVALID();
    pxTCB = kernelTASK_FROM_HANDLE( xTask );
    configASSERT( pxTCB != NULL );

    traceRETURN_uxTaskBasePriorityGetFromISR( pxTCB->uxBasePriority );

    return pxTCB->uxBasePriority;
}

    #endif /* configUSE_MUTEXES */

#endif /* INCLUDE_uxTaskPriorityGet */

#if ( INCLUDE_vTaskPrioritySet == 1 )

/* Whether a new base priority of a task, which is not its present one, asks for a switch. */
static BaseType_t prvNeedsYield( const TCB_t * pxTCB, UBaseType_t uxNewPriority )
{
    BaseType_t xReturn;

    if( pxCurrentTCB == NULL )
    {
        /* The scheduler is not started, and no task is ready. */
        xReturn = pdFALSE;
    }
    else if( uxNewPriority > priorityBASE( pxTCB ) )
    {
        /* The task need not be ready, as in FreeRTOS. */
        xReturn =
            ( ( pxTCB != pxCurrentTCB ) && ( uxNewPriority > pxCurrentTCB->uxPriority ) ) ? pdTRUE : pdFALSE;
    }
    else
    {
        xReturn = ( pxTCB == pxCurrentTCB ) ? pdTRUE : pdFALSE;
    }

    return xReturn;
}

/* The task has a new base priority, and that unless it has inherited a higher one. */
static void prvChangePriority( TCB_t * pxTCB, UBaseType_t uxNewPriority )
{
        #if ( configUSE_MUTEXES == 1 )
    {
        if( ( pxTCB->uxBasePriority == pxTCB->uxPriority ) || ( uxNewPriority > pxTCB->uxPriority ) )
        {
            pxTCB->uxPriority = uxNewPriority;
        }

        pxTCB->uxBasePriority = uxNewPriority;
    }
        #else
    {
        pxTCB->uxPriority = uxNewPriority;
    }
        #endif

    prvSetEventPriority( pxTCB, uxNewPriority );
    vMessagePriority( pxTCB );
}

void vTaskPrioritySet( TaskHandle_t xTask, UBaseType_t uxNewPriority )
{
    TCB_t * pxTCB;
    BaseType_t xYieldRequired;

    traceENTER_vTaskPrioritySet( xTask, uxNewPriority );

    configASSERT( uxNewPriority < ( configMAX_PRIORITIES ) );

    if( uxNewPriority >= ( UBaseType_t ) ( configMAX_PRIORITIES ) )
    {
        uxNewPriority = ( UBaseType_t ) ( configMAX_PRIORITIES ) -1U;
    }

    taskENTER_CRITICAL();
    {
        pxTCB = kernelTASK_FROM_HANDLE( xTask );
        configASSERT( pxTCB != NULL );
        traceTASK_PRIORITY_SET( pxTCB, uxNewPriority );

        if( priorityBASE( pxTCB ) != uxNewPriority )
        {
            xYieldRequired = prvNeedsYield( pxTCB, uxNewPriority );
            prvChangePriority( pxTCB, uxNewPriority );

                #if ( configUSE_PREEMPTION != 0 )
            {
                if( ( xYieldRequired != pdFALSE ) && ( xSchedulerRunning != pdFALSE ) )
                {
                    portYIELD_WITHIN_API();
                }
                else if( xYieldRequired != pdFALSE )
                {
                    prvChooseFirst();
                }
            }
                #endif

            ( void ) xYieldRequired;
        }
    }
    taskEXIT_CRITICAL();

    traceRETURN_vTaskPrioritySet();
}

#endif /* INCLUDE_vTaskPrioritySet */

#endif /* ISOCHRON_HYBRID_TASK_PRIORITY_C */
