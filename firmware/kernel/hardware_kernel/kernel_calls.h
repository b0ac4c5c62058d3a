/* SPDX-License-Identifier: Apache-2.0 */

/* Kernel calls, on top of the attachment's: for tasks and for interrupt service routines, with and
 * without a value, and for objects that may be in software. Part of kernel.h. */
#ifndef ISOCHRON_KERNEL_CALLS_H
#define ISOCHRON_KERNEL_CALLS_H

/* Parts of ISR_RESULT. */
#define kernelISR_CODE( ulResult )              ( ( ulResult ) & ISOCHRON_ISR_RESULT_CODE_MASK )
#define kernelISR_WOKEN( ulResult )             ( ( ( ulResult ) & ISOCHRON_ISR_RESULT_WOKEN_MASK ) != 0U )

/* Whether a result says that the object is in software: seldom. */
#define kernelIN_SOFTWARE( ulResult )    \
    __builtin_expect( ( ( ulResult ) == ISOCHRON_RESULT_SOFTWARE ) && kernelSOFTWARE_OBJECTS, 0 )
/*-----------------------------------------------------------*/

/* What ulIsochronSwitch() and ulIsochronRefused() return is FAIL or OK. The compiler, told so, does not
 * look for SOFTWARE, and ends a function by a jump. */
static portFORCE_INLINE uint32_t ulKernelFailOrOK( uint32_t ulResult )
{
    if( ulResult > ISOCHRON_RESULT_OK )
    {
        __builtin_unreachable();
    }

    return ulResult;
}

#define ulKernelSwitch()             ulKernelFailOrOK( ulIsochronSwitch() )
#define ulKernelRefused( ulCode )    ulKernelFailOrOK( ulIsochronRefused( ulCode ) )
/*-----------------------------------------------------------*/

/* A kernel call of a task that leaves a value: returns that. */
static portFORCE_INLINE uint32_t ulKernelAsk( uintptr_t uxCommand,
                                              uint32_t ulArgument )
{
    ( void ) ulIsochronCall( uxCommand, ulArgument );

    return isochronREGISTER( ISOCHRON_VALUE_OFFSET );
}
/*-----------------------------------------------------------*/

/* A kernel call of a task on an object, which may be in software: only then it returns SOFTWARE.
 * Otherwise as ulIsochronCall(), and not slower. */
static portFORCE_INLINE uint32_t ulKernelCallObject( uintptr_t uxCommand,
                                                     uint32_t ulArgument )
{
    uint32_t ulResult = ulIsochronAnswer( uxCommand, ulArgument );

    if( __builtin_expect( ulResult > ISOCHRON_RESULT_OK, 0 ) )
    {
        if( __builtin_expect( ( int32_t ) ulResult >= 0, 0 ) )
        {
            return kernelIN_SOFTWARE( ulResult ) ? ISOCHRON_RESULT_SOFTWARE : ulKernelRefused( ulResult );
        }

        return ulKernelSwitch();
    }

    portMEMORY_BARRIER();

    return ulResult;
}
/*-----------------------------------------------------------*/

/* Copies a handle for the time after a call, now, where a load is waited for anyhow. The compiler would
 * keep it where the result belongs, and move that after each call. */
#define kernelCOPY( xCopy, xHandle )         \
    do                                       \
    {                                        \
        ( xCopy ) = ( xHandle );             \
        __asm volatile ( "" : "+r" ( xCopy ) ); \
    } while( 0 )
/*-----------------------------------------------------------*/

/* The same for a call whose cost matters most when it wakes a higher task: AGAIN is looked at first. */
static portFORCE_INLINE uint32_t ulKernelCallObjectToWake( uintptr_t uxCommand,
                                                           uint32_t ulArgument )
{
    uint32_t ulResult = ulIsochronAnswer( uxCommand, ulArgument );

    if( __builtin_expect( ( int32_t ) ulResult < 0, 0 ) )
    {
        return ulKernelSwitch();
    }

    if( __builtin_expect( ulResult > ISOCHRON_RESULT_OK, 0 ) )
    {
        return kernelIN_SOFTWARE( ulResult ) ? ISOCHRON_RESULT_SOFTWARE : ulKernelRefused( ulResult );
    }

    portMEMORY_BARRIER();

    return ulResult;
}
/*-----------------------------------------------------------*/

/* First of all in each call of an interrupt service routine: the interrupted task may be in the
 * middle of a transfer. */
static portFORCE_INLINE void vKernelEnterFromISR( void )
{
    if( __builtin_expect( ( isochronREGISTER( ISOCHRON_STATUS_OFFSET ) & ISOCHRON_STATUS_HELD_MASK ) != 0U, 0 ) )
    {
        vIsochronFinishTransfer();
    }
}
/*-----------------------------------------------------------*/

/* Asks for a switch at the end of an interrupt service routine, which does not know of it. */
#define kernelSWITCH_BEHIND_ISR( xWoken )                                              \
    do                                                                                 \
    {                                                                                  \
        if( ( xWoken ) != pdFALSE )                                                    \
        {                                                                              \
            vIsochronIssue( isochronCOMMAND( ISOCHRON_ISR_YIELD_OFFSET, 0 ), 0 );      \
        }                                                                              \
    } while( 0 )
/*-----------------------------------------------------------*/

/* A kernel call of an interrupt service routine. Returns ISR_RESULT. */
static portFORCE_INLINE uint32_t ulKernelCallFromISR( uintptr_t uxCommand,
                                                      uint32_t ulArgument )
{
    vKernelEnterFromISR();

    return ulIsochronCallFromISR( uxCommand, ulArgument );
}
/*-----------------------------------------------------------*/

/* The result of a call of an interrupt service routine: pdTRUE or pdFALSE; SOFTWARE, if it is about
 * an object in software. Sets *pxHigherPriorityTaskWoken (unless NULL) when a task above the running
 * one was woken. */
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
        return ( BaseType_t ) ( kernelIN_SOFTWARE( ulCode ) ? ISOCHRON_RESULT_SOFTWARE : ulKernelRefused( ulCode ) );
    }

    return ( BaseType_t ) ulKernelFailOrOK( ulCode );
}
/*-----------------------------------------------------------*/

/* A kernel call of an interrupt service routine that leaves a value. FreeRTOS only reads there, so a task
 * may call such a function, too: no routine may come between the command and its value. */
static portFORCE_INLINE uint32_t ulKernelAskFromISR( uintptr_t uxCommand,
                                                     uint32_t ulArgument,
                                                     uint32_t * pulValue )
{
    UBaseType_t uxEnabled = uxIsochronMask();
    uint32_t ulResult = ulKernelCallFromISR( uxCommand, ulArgument );

    *pulValue = isochronREGISTER( ISOCHRON_ISR_VALUE_OFFSET );
    vIsochronUnmask( uxEnabled );

    return ulResult;
}
/*-----------------------------------------------------------*/

static portFORCE_INLINE BaseType_t xKernelAskFromISR( uintptr_t uxCommand,
                                                      uint32_t ulArgument,
                                                      uint32_t * pulValue )
{
    return xKernelFinishFromISR( ulKernelAskFromISR( uxCommand, ulArgument, pulValue ), NULL );
}
/*-----------------------------------------------------------*/

/* The same of an object: xInSoftware is evaluated, and taken, when that is in software. The second one
 * leaves the value in ulValue. */
#define kernelASK_OBJECT( uxCommand, ulArgument, xInSoftware ) \
    ( kernelIN_SOFTWARE( ulKernelCallObject( ( uxCommand ), ( ulArgument ) ) ) ? ( xInSoftware ) : isochronREGISTER( ISOCHRON_VALUE_OFFSET ) )
#define kernelASK_OBJECT_FROM_ISR( uxCommand, ulArgument, ulValue, xInSoftware ) \
    ( kernelIN_SOFTWARE( xKernelAskFromISR( ( uxCommand ), ( ulArgument ), &( ulValue ) ) ) ? ( xInSoftware ) : ( ulValue ) )

#endif /* ISOCHRON_KERNEL_CALLS_H */
