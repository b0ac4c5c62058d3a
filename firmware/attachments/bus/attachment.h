/* SPDX-License-Identifier: Apache-2.0 */

/* The attachment `bus`: the hardware kernel is a peripheral, a call is one store and one load.
 * Works with any core whose loads do not overtake its stores to the same device. */
#pragma once

#include "FreeRTOS.h"
#include "isochron_options.h"
#include "register_access.h"

/* The number of an object or a task, from the address of any of its commands. */
#define isochronIDENTIFIER( uxCommand ) ( ( UBaseType_t ) ( ( ( uxCommand ) / sizeof( uint32_t ) ) & 0xFFU ) )

/* Ends a call whose RESULT was not FAIL or OK: switches until it is, if it was AGAIN, or hands an
 * error code to vIsochronCommandRefused(). Returns RESULT. For tasks only. */
#if ( configNUMBER_OF_CORES == 1 )
uint32_t ulIsochronFinish( uint32_t ulResult );
    #define isochronFINISH( ulResult, uxCommand, ulArgument ) ulIsochronFinish( ulResult )
#else

/* With several cores it needs the command, too: after LATER it switches, and issues that again. */
uint32_t ulIsochronFinish( uint32_t ulResult, uintptr_t uxCommand, uint32_t ulArgument );
    #define isochronFINISH( ulResult, uxCommand, ulArgument ) \
    ulIsochronFinish( ( ulResult ), ( uxCommand ), ( ulArgument ) )

/* Starts the tasks of a core that is not the first one, on that core, with interrupts masked: when the first
 * one has asked it to by portYIELD_CORE(). Does not return. */
void vIsochronStartCore( void ) __attribute__( ( noreturn ) );

/* vTaskExitCritical(): returns whether the task has switched. */
BaseType_t xIsochronExitSection( void );

/* Makes an idle task the running one of this core: the kernel files' part. */
void vKernelStartCore( void );
#endif

/* Switches to another task, if the hardware kernel requests it, and returns the RESULT of the
 * caller's last command when the caller runs again. For tasks only. */
uint32_t ulIsochronSwitch( void );

/* The record that names a task, which copies; or NULL. */
typedef struct
{
    struct tskTaskControlBlock ** ppxRecord;
} IsochronOpen_t;

/* If a record names the running task: copies uxSize bytes, makes *ppucRing pucNext, issues a command,
 * clears the record, and ends the call as ulIsochronFinish() does; with ppucRing NULL it just copies.
 * isochronLOST if no record does, or when others have moved the task to isochronOPEN_LOST. */
uint32_t ulIsochronCopy( void * pvTo, const void * pvFrom, size_t uxSize, uint8_t ** ppucRing,
                         uint8_t * pucNext, uintptr_t uxCommand, uint32_t ulArgument,
                         IsochronOpen_t * pxOpen );

/* The same as the end of a call, without a stack: returns what xKernelTransferLost() does in place of
 * isochronLOST. */
BaseType_t xIsochronTransfer( void * pvTo, const void * pvFrom, size_t uxSize, uint8_t ** ppucRing,
                              uint8_t * pucNext, uintptr_t uxCommand, uint32_t ulArgument,
                              IsochronOpen_t * pxOpen );

/* Begins the call of the running task again that its control block describes: the kernel files' part. */
BaseType_t xKernelTransferLost( void );

/* Where a task goes on that does not run, or that a routine has interrupted; 0 if it has called the kernel.
 * And makes it go on elsewhere, unless that is 0. */
uintptr_t uxIsochronPlace( const void * pvTCB );
void vIsochronMove( const void * pvTCB, uintptr_t uxPlace );
    #define isochronPLACE( pxTCB )         uxIsochronPlace( pxTCB )
    #define isochronMOVE( pxTCB, uxPlace ) vIsochronMove( ( pxTCB ), ( uxPlace ) )

/* Places in ulIsochronCopy(): its beginning, the command, the last store, and its end when others have come.
 */
extern const uint8_t ucIsochronOpenBegin[], ucIsochronOpenCommit[], ucIsochronOpenCleared[],
    ucIsochronOpenLost[];
    #define isochronOPEN_BEGIN   ( ( uintptr_t ) ucIsochronOpenBegin )
    #define isochronOPEN_COMMIT  ( ( uintptr_t ) ucIsochronOpenCommit )
    #define isochronOPEN_CLEARED ( ( uintptr_t ) ucIsochronOpenCleared )
    #define isochronOPEN_LOST    ( ( uintptr_t ) ucIsochronOpenLost )

/* Calls the hooks that the hardware kernel asks for when it requests that or a switch, with interrupts
 * masked: vApplicationTickHook() for each tick that it was not called for, and
 * vApplicationIsochronMonitorHook(). The kernel files' part. */
void vKernelCallHooks( void );

/* After a hook: asks for the switch that it made due, if any. */
void vKernelYieldIfPending( void );

/* Fails an assertion in an interrupt service routine, if FreeRTOSConfig.h defines portASSERT_IF_IN_ISR(). */
void vIsochronAssertTask( void );

/* Starts the first task, which the hardware kernel names. Does not return. */
void vIsochronStartFirstTask( void );

/* Masks interrupts, and says whether they were enabled; what it said makes them so again. */
static portFORCE_INLINE UBaseType_t uxIsochronMask( void )
{
    UBaseType_t uxStatus;

    __asm volatile( "csrrci %0, mstatus, 8" : "=r"( uxStatus )::"memory" );

    return uxStatus & 8U;
}

static portFORCE_INLINE void vIsochronUnmask( UBaseType_t uxEnabled )
{
    __asm volatile( "csrs mstatus, %0" ::"r"( uxEnabled ) : "memory" );
}

/* The table of trap vectors while the scheduler runs. */
extern const uint32_t ulIsochronVectors[];

/* A kernel call of a task. Returns RESULT: ISOCHRON_RESULT_FAIL or ISOCHRON_RESULT_OK. One
 * comparison sorts out all that is rare, because AGAIN is the highest bit. */
static portFORCE_INLINE uint32_t ulIsochronCall( uintptr_t uxCommand, uint32_t ulArgument )
{
    uint32_t ulResult = ulIsochronAnswer( uxCommand, ulArgument );

    if( __builtin_expect( ulResult > ISOCHRON_RESULT_OK, 0 ) )
    {
        return isochronFINISH( ulResult, uxCommand, ulArgument );
    }

    portMEMORY_BARRIER();

    return ulResult;
}

/* A kernel call of an interrupt service routine, which never switches. Returns ISR_RESULT. */
static portFORCE_INLINE uint32_t ulIsochronCallFromISR( uintptr_t uxCommand, uint32_t ulArgument )
{
    return ulIsochronAnswerFromISR( uxCommand, ulArgument );
}
