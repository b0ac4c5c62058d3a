/* SPDX-License-Identifier: Apache-2.0 */

/* With several cores: which of them a task may run on, and whether it may be preempted there. */
#ifndef ISOCHRON_HARDWARE_KERNEL_TASK_CORES_C
#define ISOCHRON_HARDWARE_KERNEL_TASK_CORES_C

#include "kernel.h"

#if ( configNUMBER_OF_CORES > 1 ) && ( configUSE_CORE_AFFINITY == 1 )

/* A section, so that the hardware and the control block have the same of two who set it. */
void vTaskCoreAffinitySet( const TaskHandle_t xTask, UBaseType_t uxCoreAffinityMask )
{
    traceENTER_vTaskCoreAffinitySet( xTask, uxCoreAffinityMask );

    taskENTER_CRITICAL();
    {
        TCB_t * const pxTCB = kernelTASK_FROM_HANDLE( xTask );

        configASSERT( pxTCB != NULL );

        pxTCB->uxCoreAffinityMask = uxCoreAffinityMask;
        ( void ) ulIsochronCall( kernelTASK_COMMAND( pxTCB, TASK_AFFINITY ), uxCoreAffinityMask );
    }
    taskEXIT_CRITICAL();

    traceRETURN_vTaskCoreAffinitySet();
}

UBaseType_t vTaskCoreAffinityGet( ConstTaskHandle_t xTask )
{
    UBaseType_t uxCoreAffinityMask;

    traceENTER_vTaskCoreAffinityGet( xTask );

    configASSERT( kernelTASK_FROM_HANDLE( xTask ) != NULL );
    uxCoreAffinityMask = ( ( const TCB_t * ) kernelTASK_FROM_HANDLE( xTask ) )->uxCoreAffinityMask;

    traceRETURN_vTaskCoreAffinityGet( uxCoreAffinityMask );

    return uxCoreAffinityMask;
}

#endif /* configUSE_CORE_AFFINITY */

#if ( configNUMBER_OF_CORES > 1 ) && ( configUSE_TASK_PREEMPTION_DISABLE == 1 )

static void prvSetPreemption( TaskHandle_t xTask, BaseType_t xMayBePreempted )
{
    TCB_t * const pxTCB = kernelTASK_FROM_HANDLE( xTask );

    configASSERT( pxTCB != NULL );

    ( void ) ulIsochronCall( kernelTASK_COMMAND( pxTCB, TASK_PREEMPTION ), ( uint32_t ) xMayBePreempted );
}

void vTaskPreemptionDisable( const TaskHandle_t xTask )
{
    traceENTER_vTaskPreemptionDisable( xTask );
    prvSetPreemption( xTask, pdFALSE );
    traceRETURN_vTaskPreemptionDisable();
}

void vTaskPreemptionEnable( const TaskHandle_t xTask )
{
    traceENTER_vTaskPreemptionEnable( xTask );
    prvSetPreemption( xTask, pdTRUE );
    traceRETURN_vTaskPreemptionEnable();
}

#endif /* configUSE_TASK_PREEMPTION_DISABLE */

#endif /* ISOCHRON_HARDWARE_KERNEL_TASK_CORES_C */
