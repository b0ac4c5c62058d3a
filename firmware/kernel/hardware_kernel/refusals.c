/* SPDX-License-Identifier: Apache-2.0 */

/* Commands that the hardware kernel refuses. */
#ifndef ISOCHRON_HARDWARE_KERNEL_REFUSALS_C
#define ISOCHRON_HARDWARE_KERNEL_REFUSALS_C

#include "kernel.h"
#include "../common/task_table.c"

/* The operation of a command, as ERROR says it. */
#define refusalsOPERATION( NAME ) \
    ( ( ( ISOCHRON_##NAME##_OFFSET ) / ( 0x100U * sizeof( uint32_t ) ) ) & 0x3FU )

static void prvReadError( uint32_t ulError, IsochronError_t * pxError )
{
    pxError->eError =
        ( eIsochronError_t ) ( ( ulError & ISOCHRON_ERROR_CODE_MASK ) >> ISOCHRON_ERROR_CODE_SHIFT );
    pxError->uxOperation = ( ulError & ISOCHRON_ERROR_OPERATION_MASK ) >> ISOCHRON_ERROR_OPERATION_SHIFT;
    pxError->uxIdentifier = ( ulError & ISOCHRON_ERROR_ID_MASK ) >> ISOCHRON_ERROR_ID_SHIFT;
    pxError->xFromISR = ( ( ulError & ISOCHRON_ERROR_ISR_MASK ) != 0U ) ? pdTRUE : pdFALSE;
    pxError->uxCount = ( ulError & ISOCHRON_ERROR_COUNT_MASK ) >> ISOCHRON_ERROR_COUNT_SHIFT;
}

BaseType_t xIsochronGetError( IsochronError_t * pxError )
{
    uint32_t ulError = isochronREGISTER( ISOCHRON_ERROR_OFFSET );

    isochronSET_REGISTER( ISOCHRON_ERROR_OFFSET, 0U );

    if( pxError != NULL )
    {
        prvReadError( ulError, pxError );
    }

    return ( ulError != 0U ) ? pdTRUE : pdFALSE;
}

/* Whether a task that the hardware does not know was deleted, and its control block was still there when the
 * call began: for ever if it is the application's, else until the idle task frees it. A number that was a
 * task's is one that the idle task has not freed yet, or that the call had looked up before the deletion. */
static BaseType_t prvIsDeletedTask( UBaseType_t uxIdentifier )
{
    return ( ( uxIdentifier == kernelDELETED_TASK ) || ( uxIdentifier < xTaskIdentifiers.uxNeverUsed ) ) ?
               pdTRUE :
               pdFALSE;
}

/* In FreeRTOS calls on such a task are no mistake, and have no effect on other tasks. But suspending it, or
 * deleting it once more, damages lists. */
static BaseType_t prvIsNoMistake( uint32_t ulCode )
{
    IsochronError_t xError;

    prvReadError( isochronREGISTER( ISOCHRON_ERROR_OFFSET ), &xError );

    return ( ( ulCode == ISOCHRON_RESULT_ERROR_TASK ) && ( xError.eError == eIsochronErrorTask ) &&
             ( xError.uxOperation != refusalsOPERATION( TASK_SUSPEND ) ) &&
             ( xError.uxOperation != refusalsOPERATION( TASK_TASK_DELETE ) ) &&
             ( prvIsDeletedTask( xError.uxIdentifier ) != pdFALSE ) ) ?
               pdTRUE :
               pdFALSE;
}

uint32_t ulIsochronRefused( uint32_t ulCode )
{
    #if ( configUSE_QUEUE_SETS == 1 )
    if( ulCode == ISOCHRON_RESULT_MEMBER )
    {
        return ulCode; /* no mistake: xKernelFinishSend() goes on */
    }
    #endif

    if( prvIsNoMistake( ulCode ) == pdFALSE )
    {
        vIsochronCommandRefused( ( eIsochronError_t ) ulCode );
    }

    return ISOCHRON_RESULT_FAIL;
}

#ifdef configPRINT_STRING

/* Why a command is refused, and what helps. */
static const char * prvCauseAndCure( eIsochronError_t eError )
{
    switch( eError )
    {
        case eIsochronErrorObject:
            return "no such semaphore, mutex, queue or event group: it was deleted, or never created.";

        case eIsochronErrorTask:
            return "no such task: it was deleted, or never created.";

        case eIsochronErrorArgument:
            return "an argument is out of range, or an object of this kind has no such call.";

        case eIsochronErrorBusy:
            return "a task waits for the object, it is in use already, or the scheduler is suspended: wake who waits, or resume the scheduler, before.";

        case eIsochronErrorOwner:
            return "the mutex is held by another task: only the one that took it may give it.";

        case eIsochronErrorCount:
            return "a semaphore's maximum or a queue's length is above 65535: the hardware counts no further, so create one that is "
                   "smaller.";

        #if ( configNUMBER_OF_CORES > 1 )
        case eIsochronErrorOperation:
            return "no such operation with several cores: a queue's items are 1 to 16 bytes, as many as MessageWords have room for, and there is no xTaskCatchUpTicks() yet.";
        #endif

        default:
            return "no such operation: the kernel files and the hardware are not of one version.";
    }
}

#endif /* configPRINT_STRING */

__attribute__( ( weak ) ) void vIsochronObjectsUsedUp( void )
{
    #ifdef configPRINT_STRING
    configPRINT_STRING(
        "The hardware kernel has no object left, of which a queue takes two, anything else one: create fewer, or build the "
        "hardware with a larger NObjects, up to 254, which costs block RAM only, and set "
        "configMAX_HW_ACCELERATION_SEMAPHORES to the same.\n" );
    #endif
}

__attribute__( ( weak ) ) void vIsochronCommandRefused( eIsochronError_t eError )
{
    #ifdef configPRINT_STRING
    {
        configPRINT_STRING( "The hardware kernel refused a command: " );
        configPRINT_STRING( prvCauseAndCure( eError ) );
        configPRINT_STRING( "\n" );
    }
    #endif

    configASSERT( eError == eIsochronNoError );
    ( void ) eError;
}

#endif /* ISOCHRON_HARDWARE_KERNEL_REFUSALS_C */
