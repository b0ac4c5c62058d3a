/* SPDX-License-Identifier: Apache-2.0 */

/* Interrupt lines that give a semaphore, notify a task or set bits with no interrupt service routine. */
#include "kernel.h"

/* As many as the register map has room for. */
#define linesMAXIMUM 32U

/* The set of lines (ulLines) of the task, semaphore or event group that each line is bound to, or NULL. */
static uint32_t * pulLineOwners[ linesMAXIMUM ];

#define linesREGISTER( uxLine ) ( ISOCHRON_LINE_OFFSET + ( ( uintptr_t ) ( uxLine ) * sizeof( uint32_t ) ) )
#define linesBITS( uxLine ) ( ISOCHRON_LINE_BITS_OFFSET + ( ( uintptr_t ) ( uxLine ) * sizeof( uint32_t ) ) )

/* Why no line can be bound to an object: it was deleted. eIsochronNoError: one can. */
#define linesREFUSE( pxObject ) ( kernelHAS_OBJECT( pxObject ) ? eIsochronNoError : eIsochronErrorObject )

/* Whether nothing stands against binding a line; else says what. */
static BaseType_t prvMayBind( eIsochronError_t eError )
{
    if( eError != eIsochronNoError )
    {
        vIsochronCommandRefused( eError );
    }

    return ( eError == eIsochronNoError ) ? pdTRUE : pdFALSE;
}

/* Binds a line, as the register LINE says, and notes to whom. */
static BaseType_t prvBind( UBaseType_t uxLine, uint32_t ulBinding, uint32_t * pulOwner )
{
    if( uxLine >= isochronREGISTER( ISOCHRON_LINES_OFFSET ) )
    {
        return pdFAIL;
    }

    taskENTER_CRITICAL();
    {
        isochronSET_REGISTER( linesREGISTER( uxLine ), ulBinding );

        if( pulLineOwners[ uxLine ] != NULL )
        {
            *pulLineOwners[ uxLine ] &= ~( 1UL << uxLine );
        }

        pulLineOwners[ uxLine ] = pulOwner;

        if( pulOwner != NULL )
        {
            *pulOwner |= 1UL << uxLine;
        }
    }
    taskEXIT_CRITICAL();

    return pdPASS;
}

BaseType_t xIsochronLineToTask( UBaseType_t uxLine, TaskHandle_t xTask )
{
    TCB_t * pxTCB = kernelTASK_FROM_HANDLE( xTask );

    configASSERT( pxTCB != NULL );

    if( prvMayBind( kernelHAS_TASK( pxTCB ) ? eIsochronNoError : eIsochronErrorTask ) == pdFALSE )
    {
        return pdFAIL;
    }

    return prvBind( uxLine,
                    ISOCHRON_LINE_ENABLE_MASK | ISOCHRON_LINE_TO_TASK_MASK |
                        ( uint32_t ) isochronIDENTIFIER( pxTCB->uxCommand ),
                    &( pxTCB->ulLines ) );
}

BaseType_t xIsochronLineToSemaphore( UBaseType_t uxLine, SemaphoreHandle_t xSemaphore )
{
    configASSERT( xSemaphore != NULL );

    if( prvMayBind( linesREFUSE( xSemaphore ) ) == pdFALSE )
    {
        return pdFAIL;
    }

    return prvBind( uxLine,
                    ISOCHRON_LINE_ENABLE_MASK | ( uint32_t ) isochronIDENTIFIER( xSemaphore->uxCommand ),
                    &( xSemaphore->ulLines ) );
}

#if ( configUSE_EVENT_GROUPS == 1 ) && ( configNUMBER_OF_CORES == 1 )

BaseType_t xIsochronLineToEventGroup( UBaseType_t uxLine, EventGroupHandle_t xEventGroup,
                                      const EventBits_t uxBits )
{
    configASSERT( xEventGroup != NULL );
    configASSERT( ( uxBits & eventEVENT_BITS_CONTROL_BYTES ) == 0U );

    if( prvMayBind( linesREFUSE( xEventGroup ) ) == pdFALSE )
    {
        return pdFAIL;
    }

    /* An edge must not find the bits of one binding and the group of another. */
    if( xIsochronLineRelease( uxLine ) == pdFAIL )
    {
        return pdFAIL;
    }

    isochronSET_REGISTER( linesBITS( uxLine ), uxBits );

    return prvBind( uxLine,
                    ISOCHRON_LINE_ENABLE_MASK | ISOCHRON_LINE_TO_GROUP_MASK |
                        ( uint32_t ) isochronIDENTIFIER( xEventGroup->uxCommand ),
                    &( xEventGroup->ulLines ) );
}

#endif /* configUSE_EVENT_GROUPS */

BaseType_t xIsochronLineRelease( UBaseType_t uxLine )
{
    return prvBind( uxLine, 0, NULL );
}

void vKernelReleaseLines( uint32_t ulLines )
{
    for( UBaseType_t uxLine = 0; ulLines != 0U; uxLine++ )
    {
        if( ( ulLines & 1U ) != 0U )
        {
            ( void ) xIsochronLineRelease( uxLine );
        }

        ulLines >>= 1;
    }
}
