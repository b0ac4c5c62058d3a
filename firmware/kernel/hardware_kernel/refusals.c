/* SPDX-License-Identifier: Apache-2.0 */

/* Commands that the hardware kernel refuses. */
#include "kernel.h"
/*-----------------------------------------------------------*/

BaseType_t xIsochronGetError( IsochronError_t * pxError )
{
    uint32_t ulError = isochronREGISTER( ISOCHRON_ERROR_OFFSET );

    isochronSET_REGISTER( ISOCHRON_ERROR_OFFSET, 0U );

    if( pxError != NULL )
    {
        pxError->eError = ( eIsochronError_t ) ( ( ulError & ISOCHRON_ERROR_CODE_MASK ) >> ISOCHRON_ERROR_CODE_SHIFT );
        pxError->uxOperation = ( ulError & ISOCHRON_ERROR_OPERATION_MASK ) >> ISOCHRON_ERROR_OPERATION_SHIFT;
        pxError->uxIdentifier = ( ulError & ISOCHRON_ERROR_ID_MASK ) >> ISOCHRON_ERROR_ID_SHIFT;
        pxError->xFromISR = ( ( ulError & ISOCHRON_ERROR_ISR_MASK ) != 0U ) ? pdTRUE : pdFALSE;
        pxError->uxCount = ( ulError & ISOCHRON_ERROR_COUNT_MASK ) >> ISOCHRON_ERROR_COUNT_SHIFT;
    }

    return ( ulError != 0U ) ? pdTRUE : pdFALSE;
}
/*-----------------------------------------------------------*/

uint32_t ulIsochronRefused( uint32_t ulCode )
{
    vIsochronCommandRefused( ( eIsochronError_t ) ulCode );

    return ISOCHRON_RESULT_FAIL;
}
/*-----------------------------------------------------------*/

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

            case eIsochronErrorSoftware:
                return "the object is in software, since the hardware's were used up, and this call needs one of the hardware: "
                       "create it before others, or build the hardware with more objects.";

            default:
                return "no such operation: the kernel files and the hardware are not of one version.";
        }
    }

#endif /* configPRINT_STRING */
/*-----------------------------------------------------------*/

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
/*-----------------------------------------------------------*/
