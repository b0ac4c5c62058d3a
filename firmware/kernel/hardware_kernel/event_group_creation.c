/* SPDX-License-Identifier: Apache-2.0 */

/* Creating and deleting event groups; their numbers for trace tools. */
#include "kernel.h"

#if ( configUSE_EVENT_GROUPS == 1 )

/* An identifier for a group; kernelNO_IDENTIFIER when there is none. */
static UBaseType_t prvTakeGroup( void )
{
    if( ( isochronREGISTER( ISOCHRON_WIDTHS_OFFSET ) & ISOCHRON_WIDTHS_EVENT_GROUPS_MASK ) == 0U )
    {
        vIsochronConfigurationError(
            "The hardware kernel was built without event groups: build it with EventGroups 1, or create none." );
    }

    return uxKernelTakeObject( pdFALSE );
}

/* Makes a group in the memory given, NULL: none. pdFALSE when there is none left. */
static BaseType_t prvCreateGroup( EventGroup_t * pxEventGroup )
{
    UBaseType_t uxIdentifier = kernelNO_IDENTIFIER;

    vKernelInitialise();

    if( pxEventGroup != NULL )
    {
        uxIdentifier = prvTakeGroup();

        if( uxIdentifier == kernelNO_IDENTIFIER )
        {
            vIsochronObjectsUsedUp();
        }
    }

    if( uxIdentifier == kernelNO_IDENTIFIER )
    {
        traceEVENT_GROUP_CREATE_FAILED();

        return pdFALSE;
    }

    *pxEventGroup = ( EventGroup_t ) {
        .uxCommand = isochronCOMMAND( ISOCHRON_TASK_GIVE_OFFSET, uxIdentifier ),
        .uxCommandFromISR = isochronCOMMAND( ISOCHRON_ISR_GIVE_OFFSET, uxIdentifier ),
    };
    ( void ) ulIsochronCall( kernelOBJECT_COMMAND( pxEventGroup, TASK_GROUP_CREATE ), 0 );
    traceEVENT_GROUP_CREATE( pxEventGroup );

    return pdTRUE;
}

/* A handle of the deleted group names none from now on. */
static void prvForgetGroup( EventGroup_t * pxEventGroup )
{
    const intptr_t xMore = kernelFORGET_OBJECT( pxEventGroup );

    pxEventGroup->uxCommand += ( uintptr_t ) xMore;
    pxEventGroup->uxCommandFromISR += ( uintptr_t ) xMore;
}

/* Wakes all who wait for a group, and ends it; not its memory. Returns pdFAIL if that is refused. */
static BaseType_t prvEndGroup( EventGroup_t * pxEventGroup )
{
    const UBaseType_t uxIdentifier = isochronIDENTIFIER( pxEventGroup->uxCommand );

    /* First the lines: an edge that finds no group would count as an error. */
    vKernelReleaseLines( pxEventGroup->ulLines );

    if( ulIsochronCall( kernelOBJECT_COMMAND( pxEventGroup, TASK_GROUP_DELETE ), 0 ) == ISOCHRON_RESULT_FAIL )
    {
        return pdFAIL;
    }

    prvForgetGroup( pxEventGroup );
    vKernelReturnObject( uxIdentifier, pdFALSE );

    return pdPASS;
}

    #if ( configSUPPORT_STATIC_ALLOCATION == 1 )

EventGroupHandle_t xEventGroupCreateStatic( StaticEventGroup_t * pxEventGroupBuffer )
{
    EventGroup_t * pxEventGroup = ( EventGroup_t * ) pxEventGroupBuffer;

    traceENTER_xEventGroupCreateStatic( pxEventGroupBuffer );

    configASSERT( pxEventGroupBuffer );

    if( prvCreateGroup( pxEventGroup ) == pdFALSE )
    {
        pxEventGroup = NULL;
    }

            #if ( configSUPPORT_DYNAMIC_ALLOCATION == 1 )
    else
    {
        pxEventGroup->ucStaticallyAllocated = pdTRUE;
    }
            #endif

    traceRETURN_xEventGroupCreateStatic( pxEventGroup );

    return pxEventGroup;
}

BaseType_t xEventGroupGetStaticBuffer( EventGroupHandle_t xEventGroup,
                                       StaticEventGroup_t ** ppxEventGroupBuffer )
{
    BaseType_t xReturn = pdFALSE;

    traceENTER_xEventGroupGetStaticBuffer( xEventGroup, ppxEventGroupBuffer );

    configASSERT( xEventGroup );
    configASSERT( ppxEventGroupBuffer );

            #if ( configSUPPORT_DYNAMIC_ALLOCATION == 1 )
    if( xEventGroup->ucStaticallyAllocated == ( uint8_t ) pdTRUE )
            #endif
    {
        *ppxEventGroupBuffer = ( StaticEventGroup_t * ) xEventGroup;
        xReturn = pdTRUE;
    }

    traceRETURN_xEventGroupGetStaticBuffer( xReturn );

    return xReturn;
}

    #endif /* configSUPPORT_STATIC_ALLOCATION */

    #if ( configSUPPORT_DYNAMIC_ALLOCATION == 1 )

EventGroupHandle_t xEventGroupCreate( void )
{
    EventGroup_t * pxEventGroup;

    traceENTER_xEventGroupCreate();
    pxEventGroup = ( EventGroup_t * ) pvPortMalloc( sizeof( EventGroup_t ) );

    if( ( prvCreateGroup( pxEventGroup ) == pdFALSE ) && ( pxEventGroup != NULL ) )
    {
        vPortFree( pxEventGroup );
        pxEventGroup = NULL;
        kernelHEAP_IS_USED_UP();
    }

    traceRETURN_xEventGroupCreate( pxEventGroup );

    return pxEventGroup;
}

    #endif /* configSUPPORT_DYNAMIC_ALLOCATION */

void vEventGroupDelete( EventGroupHandle_t xEventGroup )
{
    traceENTER_vEventGroupDelete( xEventGroup );

    configASSERT( xEventGroup );
    traceEVENT_GROUP_DELETE( xEventGroup );

    if( prvEndGroup( xEventGroup ) != pdFAIL )
    {
            #if ( ( configSUPPORT_DYNAMIC_ALLOCATION == 1 ) && ( configSUPPORT_STATIC_ALLOCATION == 0 ) )
        {
            vPortFree( xEventGroup );
        }
            #elif ( configSUPPORT_DYNAMIC_ALLOCATION == 1 )
        {
            if( xEventGroup->ucStaticallyAllocated == ( uint8_t ) pdFALSE )
            {
                vPortFree( xEventGroup );
            }
        }
            #endif
    }

    traceRETURN_vEventGroupDelete();
}

    #if ( configUSE_TRACE_FACILITY == 1 )

UBaseType_t uxEventGroupGetNumber( void * xEventGroup )
{
    UBaseType_t uxReturn;

    traceENTER_uxEventGroupGetNumber( xEventGroup );
    uxReturn = ( xEventGroup != NULL ) ? ( ( EventGroupHandle_t ) xEventGroup )->uxEventGroupNumber : 0U;
    traceRETURN_uxEventGroupGetNumber( uxReturn );

    return uxReturn;
}

void vEventGroupSetNumber( void * xEventGroup, UBaseType_t uxEventGroupNumber )
{
    traceENTER_vEventGroupSetNumber( xEventGroup, uxEventGroupNumber );
    ( ( EventGroupHandle_t ) xEventGroup )->uxEventGroupNumber = uxEventGroupNumber;
    traceRETURN_vEventGroupSetNumber();
}

    #endif /* configUSE_TRACE_FACILITY */

#endif /* configUSE_EVENT_GROUPS */
