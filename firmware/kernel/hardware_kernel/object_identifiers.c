/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Identifiers of the hardware kernel's objects. A queue takes a pair of neighbours, the first of
 * them even; a semaphore or an event group one. These share pairs, so that as many pairs as
 * possible stay whole. The last one of an odd number is not used.
 * Everything takes the same time whatever is in use.
 */
#include "kernel.h"

/* How many of the hardware's objects are used. Fewer are of use in tests: with 0 all are in software. */
#ifndef configISOCHRON_HARDWARE_OBJECTS
    #define configISOCHRON_HARDWARE_OBJECTS    configMAX_HW_ACCELERATION_SEMAPHORES
#endif

#define identifiersPAIRS                       ( configISOCHRON_HARDWARE_OBJECTS / 2 )

static uint8_t ucReturnedPairs[ identifiersPAIRS ];
static Identifiers_t xPairs = { ucReturnedPairs, 0, 0, identifiersPAIRS };

/* The free halves of pairs whose other half is in use, and where each of them is in this array,
 * plus 1; 0: it is not there. */
static uint8_t ucHalves[ identifiersPAIRS ];
static UBaseType_t uxHalves = 0;
static uint8_t ucPlaceOfHalf[ configMAX_HW_ACCELERATION_SEMAPHORES ];
/*-----------------------------------------------------------*/

static void prvKeepHalf( UBaseType_t uxIdentifier )
{
    ucHalves[ uxHalves++ ] = ( uint8_t ) uxIdentifier;
    ucPlaceOfHalf[ uxIdentifier ] = ( uint8_t ) uxHalves;
}
/*-----------------------------------------------------------*/

/* Takes a half out of the array; the last one fills the gap. */
static void prvDropHalf( UBaseType_t uxIdentifier )
{
    UBaseType_t uxPlace = ucPlaceOfHalf[ uxIdentifier ];
    uint8_t ucLast = ucHalves[ --uxHalves ];

    ucHalves[ uxPlace - 1U ] = ucLast;
    ucPlaceOfHalf[ ucLast ] = ( uint8_t ) uxPlace;
    ucPlaceOfHalf[ uxIdentifier ] = 0;
}
/*-----------------------------------------------------------*/

/* The first identifier of a pair; kernelNO_IDENTIFIER when there is none. */
static UBaseType_t prvTakePair( void )
{
    UBaseType_t uxPair = uxKernelTakeIdentifier( &xPairs );

    return ( uxPair == kernelNO_IDENTIFIER ) ? kernelNO_IDENTIFIER : ( uxPair * 2U );
}
/*-----------------------------------------------------------*/

static UBaseType_t prvTakeSingle( void )
{
    UBaseType_t uxIdentifier;

    if( uxHalves != 0U )
    {
        uxIdentifier = ucHalves[ uxHalves - 1U ];
        prvDropHalf( uxIdentifier );
    }
    else
    {
        uxIdentifier = prvTakePair();

        if( uxIdentifier != kernelNO_IDENTIFIER )
        {
            prvKeepHalf( uxIdentifier + 1U );
        }
    }

    return uxIdentifier;
}
/*-----------------------------------------------------------*/

static void prvReturnPair( UBaseType_t uxIdentifier )
{
    vKernelReturnIdentifier( &xPairs, uxIdentifier / 2U );
}
/*-----------------------------------------------------------*/

static void prvReturnSingle( UBaseType_t uxIdentifier )
{
    UBaseType_t uxOther = uxIdentifier ^ 1U;

    if( ucPlaceOfHalf[ uxOther ] != 0U )
    {
        prvDropHalf( uxOther );
        prvReturnPair( uxIdentifier );
    }
    else
    {
        prvKeepHalf( uxIdentifier );
    }
}
/*-----------------------------------------------------------*/

UBaseType_t uxKernelTakeObject( BaseType_t xIsQueue )
{
    UBaseType_t uxIdentifier;

    taskENTER_CRITICAL();
    {
        uxIdentifier = ( xIsQueue != pdFALSE ) ? prvTakePair() : prvTakeSingle();
    }
    taskEXIT_CRITICAL();

    return uxIdentifier;
}
/*-----------------------------------------------------------*/

void vKernelReturnObject( UBaseType_t uxIdentifier,
                          BaseType_t xIsQueue )
{
    taskENTER_CRITICAL();
    {
        if( xIsQueue != pdFALSE )
        {
            prvReturnPair( uxIdentifier );
        }
        else
        {
            prvReturnSingle( uxIdentifier );
        }
    }
    taskEXIT_CRITICAL();
}
/*-----------------------------------------------------------*/
