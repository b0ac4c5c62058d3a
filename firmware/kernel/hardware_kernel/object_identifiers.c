/* SPDX-License-Identifier: Apache-2.0 */

/* Identifiers of the hardware kernel's objects. A queue takes a pair of neighbours, the first of
 * them even; a semaphore or an event group one. These share pairs, so that as many pairs as
 * possible stay whole. The last one of an odd number is not used.
 * Everything takes the same time whatever is in use. */
#include "kernel.h"

/* At most 127: kernelDELETED_OBJECT is in none. */
#define identifiersPAIRS ( configMAX_HW_ACCELERATION_SEMAPHORES / 2 )

static uint8_t ucReturnedPairs[ identifiersPAIRS ];
static Identifiers_t xPairs = { ucReturnedPairs, 0, 0, 0, identifiersPAIRS };

/* The free halves of pairs whose other half is in use: a ring, in the order in which they became free. A
 * half's place is its identifier plus 1; place 0 is the end of the ring. */
static struct
{
    uint8_t ucNext;
    uint8_t ucPrevious;
} xHalves[ ( 2 * identifiersPAIRS ) + 1 ];

static BaseType_t prvIsKept( UBaseType_t uxIdentifier )
{
    const UBaseType_t uxPlace = uxIdentifier + 1U;

    return ( xHalves[ xHalves[ uxPlace ].ucPrevious ].ucNext == uxPlace ) ? pdTRUE : pdFALSE;
}

static void prvKeepHalf( UBaseType_t uxIdentifier )
{
    const UBaseType_t uxPlace = uxIdentifier + 1U, uxLast = xHalves[ 0 ].ucPrevious;

    xHalves[ uxPlace ].ucPrevious = ( uint8_t ) uxLast;
    xHalves[ uxPlace ].ucNext = 0;
    xHalves[ uxLast ].ucNext = ( uint8_t ) uxPlace;
    xHalves[ 0 ].ucPrevious = ( uint8_t ) uxPlace;
}

static void prvDropHalf( UBaseType_t uxIdentifier )
{
    const UBaseType_t uxPlace = uxIdentifier + 1U, uxNext = xHalves[ uxPlace ].ucNext,
                      uxPrevious = xHalves[ uxPlace ].ucPrevious;

    xHalves[ uxPrevious ].ucNext = ( uint8_t ) uxNext;
    xHalves[ uxNext ].ucPrevious = ( uint8_t ) uxPrevious;
    xHalves[ uxPlace ].ucPrevious = 0;
}

/* The first identifier of a pair; kernelNO_IDENTIFIER when there is none. */
static UBaseType_t prvTakePair( void )
{
    UBaseType_t uxPair = uxKernelTakeIdentifier( &xPairs );

    return ( uxPair == kernelNO_IDENTIFIER ) ? kernelNO_IDENTIFIER : ( uxPair * 2U );
}

static UBaseType_t prvTakeSingle( void )
{
    UBaseType_t uxIdentifier;

    if( xHalves[ 0 ].ucNext != 0U )
    {
        uxIdentifier = ( UBaseType_t ) xHalves[ 0 ].ucNext - 1U;
        prvDropHalf( uxIdentifier );
    }
    else
    {
        uxIdentifier = prvTakePair();

        if( uxIdentifier != kernelNO_IDENTIFIER )
        {
            /* The other half is the only one: as prvKeepHalf(), in fewer cycles. */
            xHalves[ uxIdentifier + 2U ].ucNext = 0;
            xHalves[ 0 ].ucNext = ( uint8_t ) ( uxIdentifier + 2U );
            xHalves[ 0 ].ucPrevious = ( uint8_t ) ( uxIdentifier + 2U );
        }
    }

    return uxIdentifier;
}

static void prvReturnPair( UBaseType_t uxIdentifier )
{
    vKernelReturnIdentifier( &xPairs, uxIdentifier / 2U );
}

static void prvReturnSingle( UBaseType_t uxIdentifier )
{
    UBaseType_t uxOther = uxIdentifier ^ 1U;

    if( prvIsKept( uxOther ) != pdFALSE )
    {
        prvDropHalf( uxOther );
        prvReturnPair( uxIdentifier );
    }
    else
    {
        prvKeepHalf( uxIdentifier );
    }
}

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

void vKernelReturnObject( UBaseType_t uxIdentifier, BaseType_t xIsQueue )
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
