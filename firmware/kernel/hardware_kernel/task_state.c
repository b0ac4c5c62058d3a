/* SPDX-License-Identifier: Apache-2.0 */

/* What the hardware knows about tasks: states and priorities. */
#ifndef ISOCHRON_HARDWARE_KERNEL_TASK_STATE_C
#define ISOCHRON_HARDWARE_KERNEL_TASK_STATE_C

#include "kernel.h"
#include "task_start.c"
/*-----------------------------------------------------------*/

/* Asks about a task. A deleted one, which the hardware does not know any more, is no error here. */
static void prvGetInformation( TCB_t const * pxTCB,
                               TaskInformation_t * pxInformation )
{
    uint32_t ulValue;

    /* The command never switches, so RESULT is not AGAIN. */
    vIsochronIssue( kernelTASK_COMMAND( pxTCB, TASK_TASK_STATE ), 0 );

    if( isochronREGISTER( ISOCHRON_RESULT_OFFSET ) == ISOCHRON_RESULT_OK )
    {
        ulValue = isochronREGISTER( ISOCHRON_VALUE_OFFSET );
    }
    else
    {
        ulValue = ( uint32_t ) eDeleted;
    }

    pxInformation->eState = kernelTASK_STATE( ulValue );
    pxInformation->uxPriority = kernelPRIORITY( ulValue );
    pxInformation->uxBasePriority = kernelBASE_PRIORITY( ulValue );
}
/*-----------------------------------------------------------*/

#if ( INCLUDE_uxTaskPriorityGet == 1 )

    /* The value of TASK_STATE: both priorities at one moment. The task must exist. */
    static uint32_t prvGetState( const TaskHandle_t xTask )
    {
        TCB_t const * pxTCB = kernelTASK_FROM_HANDLE( xTask );

        configASSERT( pxTCB != NULL );

        return ulKernelAsk( kernelTASK_COMMAND( pxTCB, TASK_TASK_STATE ), 0 );
    }
    /*-----------------------------------------------------------*/

    /* The same for interrupt service routines. */
    static uint32_t prvGetStateFromISR( const TaskHandle_t xTask )
    {
        TCB_t const * pxTCB;

        portASSERT_IF_INTERRUPT_PRIORITY_INVALID();
        pxTCB = kernelTASK_FROM_HANDLE( xTask );
        configASSERT( pxTCB != NULL );

        return ulKernelAskFromISR( kernelTASK_COMMAND( pxTCB, ISR_TASK_STATE ), 0 );
    }
    /*-----------------------------------------------------------*/

    UBaseType_t uxTaskPriorityGet( const TaskHandle_t xTask )
    {
        UBaseType_t uxReturn;

        traceENTER_uxTaskPriorityGet( xTask );
        uxReturn = kernelPRIORITY( prvGetState( xTask ) );
        traceRETURN_uxTaskPriorityGet( uxReturn );

        return uxReturn;
    }
    /*-----------------------------------------------------------*/

    UBaseType_t uxTaskPriorityGetFromISR( const TaskHandle_t xTask )
    {
        UBaseType_t uxReturn;

        traceENTER_uxTaskPriorityGetFromISR( xTask );
        uxReturn = kernelPRIORITY( prvGetStateFromISR( xTask ) );
        traceRETURN_uxTaskPriorityGetFromISR( uxReturn );

        return uxReturn;
    }
    /*-----------------------------------------------------------*/

    #if ( configUSE_MUTEXES == 1 )

        UBaseType_t uxTaskBasePriorityGet( const TaskHandle_t xTask )
        {
            UBaseType_t uxReturn;

            traceENTER_uxTaskBasePriorityGet( xTask );
            uxReturn = kernelBASE_PRIORITY( prvGetState( xTask ) );
            traceRETURN_uxTaskBasePriorityGet( uxReturn );

            return uxReturn;
        }
        /*-----------------------------------------------------------*/

        UBaseType_t uxTaskBasePriorityGetFromISR( const TaskHandle_t xTask )
        {
            UBaseType_t uxReturn;

            traceENTER_uxTaskBasePriorityGetFromISR( xTask );
            uxReturn = kernelBASE_PRIORITY( prvGetStateFromISR( xTask ) );
            traceRETURN_uxTaskBasePriorityGetFromISR( uxReturn );

            return uxReturn;
        }

    #endif /* configUSE_MUTEXES */

#endif /* INCLUDE_uxTaskPriorityGet */
/*-----------------------------------------------------------*/

TaskHandle_t xTaskGetCurrentTaskHandle( void )
{
    TaskHandle_t xReturn;

    traceENTER_xTaskGetCurrentTaskHandle();
    xReturn = ( xSchedulerRunning != pdFALSE ) ? kernelCURRENT_TASK() : pxFirstTask;
    traceRETURN_xTaskGetCurrentTaskHandle( xReturn );

    return xReturn;
}
/*-----------------------------------------------------------*/

#endif /* ISOCHRON_HARDWARE_KERNEL_TASK_STATE_C */
