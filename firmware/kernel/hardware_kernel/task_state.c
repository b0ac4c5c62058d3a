/* SPDX-License-Identifier: Apache-2.0 */

/* What the hardware knows about tasks: states and priorities. */
#ifndef ISOCHRON_HARDWARE_KERNEL_TASK_STATE_C
#define ISOCHRON_HARDWARE_KERNEL_TASK_STATE_C

#include "kernel.h"
#include "task_start.c"

/* The value of TASK_STATE: both priorities at one moment. A deleted task, which the hardware does not know
 * any more, is no error here: its state is that, and its priorities are those that it had. */
static uint32_t prvAskState( TCB_t const * pxTCB )
{
    #if ( configNUMBER_OF_CORES > 1 )
    {
        return ulKernelAsk( kernelTASK_COMMAND( pxTCB, TASK_TASK_STATE ), 0 ); /* it may be LATER */
    }
    #else
    /* The command never switches, so RESULT is not AGAIN. */
    return ( ulIsochronAnswer( kernelTASK_COMMAND( pxTCB, TASK_TASK_STATE ), 0 ) == ISOCHRON_RESULT_OK ) ?
               isochronREGISTER( ISOCHRON_VALUE_OFFSET ) :
               kernelDELETED_STATE( pxTCB->ulLastState );
    #endif
}

static void prvGetInformation( TCB_t const * pxTCB, TaskInformation_t * pxInformation )
{
    const uint32_t ulValue = prvAskState( pxTCB );

    pxInformation->eState = kernelTASK_STATE( ulValue );
    pxInformation->uxPriority = kernelPRIORITY( ulValue );
    pxInformation->uxBasePriority = kernelBASE_PRIORITY( ulValue );
}

#if ( configUSE_TRACE_FACILITY == 1 )

/* A state that somebody believes a task to be in, but where FreeRTOS knows better. */
static eTaskState prvCheckState( TCB_t const * pxTCB, eTaskState eState )
{
    const uint32_t ulValue = prvAskState( pxTCB );

    if( kernelTASK_STATE( ulValue ) == eRunning )
    {
        eState = eRunning;
    }
    else if( ( kernelTASK_STATE( ulValue ) == eReady ) && ( ( ulValue & kernelIN_EVENT_LIST ) != 0U ) )
    {
        eState = eReady; /* it waits for the end of the scheduler's suspension */
    }

        #if ( INCLUDE_vTaskSuspend == 1 )
    else if( ( eState == eSuspended ) &&
             ( ( ulValue & ( kernelIN_EVENT_LIST | kernelAWAITS_NOTIFICATION ) ) != 0U ) )
    {
        eState = eBlocked;
    }
        #endif

    return eState;
}

#endif /* configUSE_TRACE_FACILITY */

#if ( INCLUDE_uxTaskPriorityGet == 1 )

/* Of a task that was deleted, and whose control block is still there. Not inline, so that others need no
 * stack. */
static __attribute__( ( noinline ) ) uint32_t prvLastStateOf( TCB_t const * pxTCB, uint32_t ulResult )
{
    ( void ) ulIsochronRefused( ulResult );

    return pxTCB->ulLastState;
}

/* The value of TASK_STATE of a task. */
static uint32_t prvGetState( const TaskHandle_t xTask )
{
    TCB_t const * pxTCB = kernelTASK_FROM_HANDLE( xTask );

    configASSERT( pxTCB != NULL );

    #if ( configNUMBER_OF_CORES > 1 )
    {
        return prvAskState( pxTCB );
    }
    #else
    const uint32_t ulResult =
        ulIsochronAnswer( kernelTASK_COMMAND( pxTCB, TASK_TASK_STATE ), 0 ); /* not AGAIN */

    return __builtin_expect( ulResult != ISOCHRON_RESULT_OK, 0 ) ? prvLastStateOf( pxTCB, ulResult ) :
                                                                   isochronREGISTER( ISOCHRON_VALUE_OFFSET );
    #endif
}

/* The same for interrupt service routines. */
static uint32_t prvGetStateFromISR( const TaskHandle_t xTask )
{
    TCB_t const * pxTCB;
    uint32_t ulCode, ulValue;

    portASSERT_IF_INTERRUPT_PRIORITY_INVALID();
    pxTCB = kernelTASK_FROM_HANDLE( xTask );
    configASSERT( pxTCB != NULL );
    ulCode = kernelISR_CODE( ulKernelAskFromISR( kernelTASK_COMMAND( pxTCB, ISR_TASK_STATE ), 0, &ulValue ) );

    return __builtin_expect( ulCode != ISOCHRON_RESULT_OK, 0 ) ? prvLastStateOf( pxTCB, ulCode ) : ulValue;
}

UBaseType_t uxTaskPriorityGet( const TaskHandle_t xTask )
{
    UBaseType_t uxReturn;

    traceENTER_uxTaskPriorityGet( xTask );
    uxReturn = kernelPRIORITY( prvGetState( xTask ) );
    traceRETURN_uxTaskPriorityGet( uxReturn );

    return uxReturn;
}

UBaseType_t uxTaskPriorityGetFromISR( const TaskHandle_t xTask )
{
    UBaseType_t uxReturn;

    traceENTER_uxTaskPriorityGetFromISR( xTask );
    uxReturn = kernelPRIORITY( prvGetStateFromISR( xTask ) );
    traceRETURN_uxTaskPriorityGetFromISR( uxReturn );

    return uxReturn;
}

    #if ( configUSE_MUTEXES == 1 )

UBaseType_t uxTaskBasePriorityGet( const TaskHandle_t xTask )
{
    UBaseType_t uxReturn;

    traceENTER_uxTaskBasePriorityGet( xTask );
    uxReturn = kernelBASE_PRIORITY( prvGetState( xTask ) );
    traceRETURN_uxTaskBasePriorityGet( uxReturn );

    return uxReturn;
}

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

TaskHandle_t xTaskGetCurrentTaskHandle( void )
{
    TaskHandle_t xReturn;

    traceENTER_xTaskGetCurrentTaskHandle();
    xReturn = kernelCURRENT_TASK();
    traceRETURN_xTaskGetCurrentTaskHandle( xReturn );

    return xReturn;
}

#endif /* ISOCHRON_HARDWARE_KERNEL_TASK_STATE_C */
