/* SPDX-License-Identifier: Apache-2.0 */

/* Kernel calls, on top of the attachment's: for tasks and for interrupt service routines, with and
 * without a value. Part of kernel.h. */
#pragma once

/* Parts of ISR_RESULT. */
#define kernelISR_CODE( ulResult )  ( ( ulResult ) & ISOCHRON_ISR_RESULT_CODE_MASK )
#define kernelISR_WOKEN( ulResult ) ( ( ( ulResult ) & ISOCHRON_ISR_RESULT_WOKEN_MASK ) != 0U )

/* What ulIsochronSwitch() and ulIsochronRefused() return is FAIL or OK. The compiler, told so, ends a
 * function by a jump. */
static portFORCE_INLINE uint32_t ulKernelFailOrOK( uint32_t ulResult )
{
    if( ulResult > ISOCHRON_RESULT_OK )
    {
        __builtin_unreachable();
    }

    return ulResult;
}

#define ulKernelSwitch()          ulKernelFailOrOK( ulIsochronSwitch() )
#define ulKernelRefused( ulCode ) ulKernelFailOrOK( ulIsochronRefused( ulCode ) )

/* A word for the next command of the running task, which the hardware keeps. With several cores it may be
 * LATER. */
static portFORCE_INLINE void vKernelSetOperand( UBaseType_t uxNumber, uint32_t ulWord )
{
    #if ( configNUMBER_OF_CORES > 1 )
    {
        ( void ) ulIsochronCall( isochronCOMMAND( ISOCHRON_TASK_OPERAND_OFFSET, uxNumber ), ulWord );
    }
    #else
    {
        vIsochronIssue( isochronCOMMAND( ISOCHRON_TASK_OPERAND_OFFSET, uxNumber ), ulWord );
    }
    #endif
}

/* A kernel call of a task that leaves a value: returns that. */
static portFORCE_INLINE uint32_t ulKernelAsk( uintptr_t uxCommand, uint32_t ulArgument )
{
    ( void ) ulIsochronCall( uxCommand, ulArgument );

    return isochronREGISTER( ISOCHRON_VALUE_OFFSET );
}

/* As ulIsochronCall(), for a call whose cost matters most when it wakes a higher task: AGAIN is looked at
 * first. */
static portFORCE_INLINE uint32_t ulKernelCallToWake( uintptr_t uxCommand, uint32_t ulArgument )
{
    #if ( configNUMBER_OF_CORES > 1 )
    {
        return ulIsochronCall( uxCommand, ulArgument ); /* it may be LATER */
    }
    #else
    uint32_t ulResult = ulIsochronAnswer( uxCommand, ulArgument );

    if( __builtin_expect( ( int32_t ) ulResult < 0, 0 ) )
    {
        return ulKernelSwitch();
    }

    if( __builtin_expect( ulResult > ISOCHRON_RESULT_OK, 0 ) )
    {
        return ulKernelRefused( ulResult );
    }

    portMEMORY_BARRIER();

    return ulResult;
    #endif /* configNUMBER_OF_CORES */
}

/* Asks for a switch at the end of an interrupt service routine, which does not know of it. */
#define kernelSWITCH_BEHIND_ISR( xWoken )                                         \
    do                                                                            \
    {                                                                             \
        if( ( xWoken ) != pdFALSE )                                               \
        {                                                                         \
            vIsochronIssue( isochronCOMMAND( ISOCHRON_ISR_YIELD_OFFSET, 0 ), 0 ); \
        }                                                                         \
    } while( 0 )

/* The result of a call of an interrupt service routine: pdTRUE or pdFALSE. Sets *pxHigherPriorityTaskWoken
 * (unless NULL) when a task above the running one was woken. */
static portFORCE_INLINE BaseType_t xKernelFinishFromISR( uint32_t ulResult,
                                                         BaseType_t * const pxHigherPriorityTaskWoken )
{
    uint32_t ulCode = kernelISR_CODE( ulResult );

    if( kernelISR_WOKEN( ulResult ) && ( pxHigherPriorityTaskWoken != NULL ) )
    {
        *pxHigherPriorityTaskWoken = pdTRUE;
    }

    if( __builtin_expect( ulCode > ISOCHRON_RESULT_OK, 0 ) )
    {
        ulCode = ulKernelRefused( ulCode );
    }

    return ( BaseType_t ) ulKernelFailOrOK( ulCode );
}

/* A kernel call of an interrupt service routine that leaves a value. FreeRTOS only reads there, so a task
 * may call such a function, too: no routine may come between the command and its value. */
static portFORCE_INLINE uint32_t ulKernelAskFromISR( uintptr_t uxCommand, uint32_t ulArgument,
                                                     uint32_t * pulValue )
{
    UBaseType_t uxEnabled = uxIsochronMask();
    uint32_t ulResult = ulIsochronCallFromISR( uxCommand, ulArgument );

    *pulValue = isochronREGISTER( ISOCHRON_ISR_VALUE_OFFSET );
    vIsochronUnmask( uxEnabled );

    return ulResult;
}

/* The same, of which only the value is wanted: a refused call's is 0. */
static portFORCE_INLINE uint32_t ulKernelValueFromISR( uintptr_t uxCommand, uint32_t ulArgument )
{
    uint32_t ulValue;

    ( void ) xKernelFinishFromISR( ulKernelAskFromISR( uxCommand, ulArgument, &ulValue ), NULL );

    return ulValue;
}
