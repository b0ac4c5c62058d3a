/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's port layer for the hardware kernel in a native program. What context_switch.S does
 * for `bus` is done here, step by step. */
#include <string.h>

#include "isochron_options.h"
#include "FreeRTOS.h"
#include "task.h"
#include "attachment.h"
#include "hardware.h"
#include "hardware_tick.h"
#include "host_contexts.h"
#include "isochron.h"
#include "isochron_constants.h"

#define portRESULT_IS_AGAIN( ulResult ) ( ( ( ulResult ) >> 31 ) != 0U )

uint32_t ulHostLoad( uint32_t ulOffset )
{
    uint32_t ulValue;

    machine_point();
    ulValue = hardware_load( ulOffset );
    machine_point();

    return ulValue;
}

void vHostStore( uint32_t ulOffset, uint32_t ulValue )
{
    machine_point();
    hardware_store( ulOffset, ulValue );
    machine_point();
}

/* Lets others come there. pdFALSE when they have moved the task. */
static BaseType_t prvPass( IsochronOpen_t * pxOpen, uintptr_t uxPlace )
{
    pxOpen->uxPlace = uxPlace;
    machine_point();

    return ( pxOpen->uxPlace == uxPlace ) ? pdTRUE : pdFALSE;
}

static BaseType_t prvCopy( void * pvTo, const void * pvFrom, size_t uxSize, uint8_t ** ppucRing,
                           uint8_t * pucNext, uintptr_t uxCommand, uint32_t ulArgument,
                           IsochronOpen_t * pxOpen )
{
    const size_t uxHalf = uxSize / 2U;

    if( ( prvPass( pxOpen, isochronOPEN_BEGIN ) == pdFALSE ) || ( pxOpen->ppxRecord == NULL ) )
    {
        return pdFALSE;
    }

    ( void ) memcpy( pvTo, pvFrom, uxHalf );

    if( prvPass( pxOpen, isochronOPEN_BEGIN ) == pdFALSE )
    {
        return pdFALSE;
    }

    ( void ) memcpy( ( uint8_t * ) pvTo + uxHalf, ( const uint8_t * ) pvFrom + uxHalf, uxSize - uxHalf );

    if( ( ppucRing == NULL ) || ( prvPass( pxOpen, isochronOPEN_BEGIN ) == pdFALSE ) )
    {
        return ( ppucRing == NULL ) ? pdTRUE : pdFALSE;
    }

    *ppucRing = pucNext;

    if( prvPass( pxOpen, isochronOPEN_COMMIT ) == pdFALSE )
    {
        return pdFALSE;
    }

    hardware_store( ( uint32_t ) ( uxCommand - ( uintptr_t ) configHW_ACCELERATION_BASE_ADDRESS ),
                    ulArgument );

    if( prvPass( pxOpen, isochronOPEN_CLEAR ) == pdFALSE )
    {
        return pdFALSE;
    }

    *( pxOpen->ppxRecord ) = NULL;
    ( void ) prvPass( pxOpen, isochronOPEN_CLEARED );
    pxOpen->ppxRecord = NULL;

    return pdTRUE;
}

uint32_t ulIsochronCopy( void * pvTo, const void * pvFrom, size_t uxSize, uint8_t ** ppucRing,
                         uint8_t * pucNext, uintptr_t uxCommand, uint32_t ulArgument,
                         IsochronOpen_t * pxOpen )
{
    const BaseType_t xCopied =
        prvCopy( pvTo, pvFrom, uxSize, ppucRing, pucNext, uxCommand, ulArgument, pxOpen );
    uint32_t ulResult;

    pxOpen->uxPlace = 0U;
    machine_point();

    if( ( xCopied == pdFALSE ) || ( ppucRing == NULL ) )
    {
        return ( xCopied == pdFALSE ) ? isochronLOST : ISOCHRON_RESULT_OK;
    }

    ulResult = isochronREGISTER( ISOCHRON_RESULT_OFFSET );

    return ( ulResult > ISOCHRON_RESULT_OK ) ? ulIsochronFinish( ulResult ) : ulResult;
}

BaseType_t xIsochronTransfer( void * pvTo, const void * pvFrom, size_t uxSize, uint8_t ** ppucRing,
                              uint8_t * pucNext, uintptr_t uxCommand, uint32_t ulArgument,
                              IsochronOpen_t * pxOpen )
{
    const uint32_t ulResult =
        ulIsochronCopy( pvTo, pvFrom, uxSize, ppucRing, pucNext, uxCommand, ulArgument, pxOpen );

    return ( ulResult == isochronLOST ) ? xKernelTransferLost() : ( BaseType_t ) ulResult;
}

void vPortCheckAddress( const void * pvTCB )
{
    configASSERT( ( uintptr_t ) pvTCB == ( uint32_t ) ( uintptr_t ) pvTCB );
}

/* The hardware kernel switches; returns when the caller runs again. Interrupts are masked. */
static void prvDispatch( void )
{
    const void * pvNext;

    #if ( isochronSWITCH_IN_SOFTWARE == 1 )
    {
        vTaskSwitchContext();
        pvNext = ( const void * ) ( uintptr_t ) hardware_load( ISOCHRON_CURRENT_OFFSET );
    }
    #else
    {
        pvNext = ( const void * ) ( uintptr_t ) hardware_load( ISOCHRON_DISPATCH_OFFSET );
    }
    #endif

    machine_switch( pxHostContext( pvNext ) );
}

uint32_t ulIsochronFinish( uint32_t ulResult )
{
    return portRESULT_IS_AGAIN( ulResult ) ? ulIsochronSwitch() : ulIsochronRefused( ulResult );
}

uint32_t ulIsochronSwitch( void )
{
    size_t xNesting = xCriticalNesting;
    bool xMasked = machine_is_masked();
    uint32_t ulResult;

    /* A task that runs for the first time has no nesting; one that ran before restores its own, and
     * its mask. */
    machine_mask();
    xCriticalNesting = 0;
    prvDispatch();
    xCriticalNesting = xNesting;

    if( !xMasked )
    {
        machine_unmask();
    }

    ulResult = isochronREGISTER( ISOCHRON_RESULT_OFFSET );

    return ( ulResult > ISOCHRON_RESULT_OK ) ? ulIsochronFinish( ulResult ) : ulResult;
}

UBaseType_t uxIsochronMask( void )
{
    const bool bEnabled = !machine_is_masked();

    machine_mask();

    return bEnabled ? 1U : 0U;
}

void vIsochronUnmask( UBaseType_t uxEnabled )
{
    if( uxEnabled != 0U )
    {
        machine_unmask();
    }
}

void vPortYield( void )
{
    vIsochronIssue( isochronCOMMAND( ISOCHRON_TASK_YIELD_OFFSET, 0 ), 0 );
    ( void ) ulIsochronSwitch();
}

BaseType_t xPortStartScheduler( void )
{
    const void * pvFirst = ( const void * ) ( uintptr_t ) isochronREGISTER( ISOCHRON_CURRENT_OFFSET );

    xCriticalNesting = 0;
    machine_switch( pxHostContext( pvFirst ) );

    /* Not reached: only tasks run from here on. */
    return pdFAIL;
}

bool machine_port_switch_requested( void )
{
    return hardware_switch_requested();
}

bool machine_port_interrupt( void )
{
    /* The one that requests switches is served whenever an interrupt is left. */
    return false;
}

void machine_port_leave_interrupt( void )
{
    #if ( isochronHOOKS == 1 )
    {
        machine_silence( true );
        vKernelCallHooks();
        machine_silence( false );
    }
    #endif

    if( hardware_switch_requested() )
    {
        prvDispatch();
    }
}
