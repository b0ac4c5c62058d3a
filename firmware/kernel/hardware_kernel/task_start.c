/* SPDX-License-Identifier: Apache-2.0 */

/* Handing a new task to the hardware, where tasks live. */
#ifndef ISOCHRON_HARDWARE_KERNEL_TASK_START_C
#define ISOCHRON_HARDWARE_KERNEL_TASK_START_C

#include "kernel.h"
#include "../common/task_table.c"

/* The argument of TASK_CREATE: the priority, and the cores that the task is kept from. */
#if ( configNUMBER_OF_CORES > 1 ) && ( configUSE_CORE_AFFINITY == 1 )
    #define startKEPT_FROM_SHIFT 8U
    #define startALL_CORES       ( ( ( UBaseType_t ) 1U << configNUMBER_OF_CORES ) - 1U )
    #define startARGUMENT( pxTCB, uxPriority ) \
    ( ( uxPriority ) | ( ( ~( pxTCB )->uxCoreAffinityMask & startALL_CORES ) << startKEPT_FROM_SHIFT ) )
#else
    #define startARGUMENT( pxTCB, uxPriority ) ( uxPriority )
#endif

/* Hands a task to the hardware. If it is above the caller it runs before this returns, so
 * everything else about it must be done. Until the scheduler starts, the hardware's running task is the
 * one to run first. */
static void prvStartTask( TCB_t * pxTCB, UBaseType_t uxPriority )
{
    uint32_t ulResult;

    configASSERT( uxPriority < ( configMAX_PRIORITIES ) );

    if( uxPriority >= ( UBaseType_t ) ( configMAX_PRIORITIES ) )
    {
        uxPriority = ( UBaseType_t ) ( configMAX_PRIORITIES ) -1U;
    }

    ( void ) ulIsochronCall( kernelTASK_COMMAND( pxTCB, TASK_TASK_POINTER ),
                             ( uint32_t ) ( uintptr_t ) pxTCB );

    /* Not within the section, as in FreeRTOS: nobody else knows the task yet. */
    portSETUP_TCB( pxTCB );

    /* One step: nobody finds a task that is counted or listed, and does not exist. */
    taskENTER_CRITICAL();
    {
        prvListTask( pxTCB );
        traceTASK_CREATE( pxTCB );
        vIsochronIssue( kernelTASK_COMMAND( pxTCB, TASK_TASK_CREATE ), startARGUMENT( pxTCB, uxPriority ) );
    }
    taskEXIT_CRITICAL();

    ulResult = isochronREGISTER( ISOCHRON_RESULT_OFFSET );

    if( ulResult > ISOCHRON_RESULT_OK )
    {
        ( void ) isochronFINISH( ulResult, kernelTASK_COMMAND( pxTCB, TASK_TASK_CREATE ),
                                 startARGUMENT( pxTCB, uxPriority ) );
    }
}

#endif /* ISOCHRON_HARDWARE_KERNEL_TASK_START_C */
