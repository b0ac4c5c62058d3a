/* SPDX-License-Identifier: Apache-2.0 */

/* Priority inheritance for mutexes in software: FreeRTOS's queue.c calls these with interrupts
 * masked, and the hardware kernel, which knows all priorities, does the rest. */
#include "kernel.h"

#if ( kernelSOFTWARE_OBJECTS && ( configUSE_MUTEXES == 1 ) )

    /* A command on the holder of a mutex. */
    #define inheritanceCALL( xHolder, OPERATION, ulArgument ) \
    xKernelFinishFromISR( ulIsochronCallFromISR( kernelTASK_COMMAND( ( xHolder ), OPERATION ), ( ulArgument ) ), NULL )
/*-----------------------------------------------------------*/

    TaskHandle_t pvTaskIncrementMutexHeldCount( void )
    {
        TCB_t * pxTCB;

        traceENTER_pvTaskIncrementMutexHeldCount();

        /* As long as there is no task nobody holds it. */
        ( void ) xKernelFinishFromISR( ulIsochronCallFromISR( isochronCOMMAND( ISOCHRON_ISR_MUTEX_TAKEN_OFFSET, 0 ), 0 ), NULL );
        pxTCB = kernelCURRENT_TASK();

        traceRETURN_pvTaskIncrementMutexHeldCount( pxTCB );

        return pxTCB;
    }
    /*-----------------------------------------------------------*/

    BaseType_t xTaskPriorityInherit( TaskHandle_t const pxMutexHolder )
    {
        BaseType_t xReturn = pdFALSE;

        traceENTER_xTaskPriorityInherit( pxMutexHolder );

        /* One that was taken by an interrupt service routine has no holder. */
        if( pxMutexHolder != NULL )
        {
            xReturn = inheritanceCALL( pxMutexHolder, ISR_LEND, 0 );
        }

        traceRETURN_xTaskPriorityInherit( xReturn );

        return xReturn;
    }
    /*-----------------------------------------------------------*/

    BaseType_t xTaskPriorityDisinherit( TaskHandle_t const pxMutexHolder )
    {
        BaseType_t xReturn = pdFALSE;

        traceENTER_xTaskPriorityDisinherit( pxMutexHolder );

        if( pxMutexHolder != NULL )
        {
            /* Refused when it is another task's: FreeRTOS asserts. */
            xReturn = inheritanceCALL( pxMutexHolder, ISR_DISINHERIT, 0 );
        }

        traceRETURN_xTaskPriorityDisinherit( xReturn );

        return xReturn;
    }
    /*-----------------------------------------------------------*/

    void vTaskPriorityDisinheritAfterTimeout( TaskHandle_t const pxMutexHolder,
                                              UBaseType_t uxHighestPriorityWaitingTask )
    {
        traceENTER_vTaskPriorityDisinheritAfterTimeout( pxMutexHolder, uxHighestPriorityWaitingTask );

        if( pxMutexHolder != NULL )
        {
            ( void ) inheritanceCALL( pxMutexHolder, ISR_DISINHERIT_TIMEOUT, uxHighestPriorityWaitingTask );
        }

        traceRETURN_vTaskPriorityDisinheritAfterTimeout();
    }

#endif /* ( kernelSOFTWARE_OBJECTS && ( configUSE_MUTEXES == 1 ) ) */
/*-----------------------------------------------------------*/
