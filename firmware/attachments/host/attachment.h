/* SPDX-License-Identifier: Apache-2.0 */

/* The attachment `host`: the hardware kernel's RTL inside a native program (hardware.h). A call is
 * one store and one load, as with `bus`, but both are function calls, and an interrupt may come
 * before and after each (machine.h). */
#pragma once

#include "FreeRTOS.h"
#include "isochron_constants.h"
#include "isochron_options.h"

/* The address of a command, for ulIsochronCall(). The identifier is an object, a task or a flag. */
#define isochronCOMMAND( xOffset, uxIdentifier )                       \
    ( ( uintptr_t ) configHW_ACCELERATION_BASE_ADDRESS + ( xOffset ) + \
      ( ( uintptr_t ) ( uxIdentifier ) * sizeof( uint32_t ) ) )

/* The number of an object or a task, from the address of any of its commands. */
#define isochronIDENTIFIER( uxCommand ) ( ( UBaseType_t ) ( ( ( uxCommand ) / sizeof( uint32_t ) ) & 0xFFU ) )

/* Loads and stores a register of the hardware kernel. */
#define isochronREGISTER( xOffset )              ulHostLoad( ( uint32_t ) ( xOffset ) )
#define isochronSET_REGISTER( xOffset, ulValue ) vHostStore( ( uint32_t ) ( xOffset ), ( ulValue ) )

/* An access with a point before and after it. */
uint32_t ulHostLoad( uint32_t ulOffset );
void vHostStore( uint32_t ulOffset, uint32_t ulValue );

/* The record that names a task, which copies, or NULL; and where it is in ulIsochronCopy(), or 0. */
typedef struct
{
    struct tskTaskControlBlock ** ppxRecord;
    uintptr_t uxPlace;
} IsochronOpen_t;

/* If a record names the running task: copies uxSize bytes, makes *ppucRing pucNext, issues a command,
 * clears the record, and ends the call as ulIsochronFinish() does; with ppucRing NULL it just copies.
 * isochronLOST if no record does, or when others have moved the task to isochronOPEN_LOST. Interrupts come
 * between these, and in the middle of the copy. */
uint32_t ulIsochronCopy( void * pvTo, const void * pvFrom, size_t uxSize, uint8_t ** ppucRing,
                         uint8_t * pucNext, uintptr_t uxCommand, uint32_t ulArgument,
                         IsochronOpen_t * pxOpen );

/* The same as the end of a call: returns what xKernelTransferLost() does in place of isochronLOST. */
BaseType_t xIsochronTransfer( void * pvTo, const void * pvFrom, size_t uxSize, uint8_t ** ppucRing,
                              uint8_t * pucNext, uintptr_t uxCommand, uint32_t ulArgument,
                              IsochronOpen_t * pxOpen );

/* Begins the call of the running task again that its control block describes: the kernel files' part. */
BaseType_t xKernelTransferLost( void );

    /* Places there. */
    #define isochronOPEN_BEGIN             ( ( uintptr_t ) 1 )
    #define isochronOPEN_COMMIT            ( ( uintptr_t ) 2 )
    #define isochronOPEN_CLEAR             ( ( uintptr_t ) 3 )
    #define isochronOPEN_CLEARED           ( ( uintptr_t ) 4 )
    #define isochronOPEN_LOST              ( ( uintptr_t ) 5 )
    #define isochronPLACE( pxTCB )         ( ( pxTCB )->xOpen.uxPlace )
    #define isochronMOVE( pxTCB, uxMoved ) ( ( pxTCB )->xOpen.uxPlace = ( uxMoved ) )

/* Calls the hooks that the hardware kernel asks for when it requests that or a switch, with interrupts
 * masked: vApplicationTickHook() for each tick that it was not called for, and
 * vApplicationIsochronMonitorHook(). The kernel files' part. */
void vKernelCallHooks( void );

/* Masks interrupts, and says whether they were enabled; what it said makes them so again. */
UBaseType_t uxIsochronMask( void );
void vIsochronUnmask( UBaseType_t uxEnabled );

/* After a hook: asks for the switch that it made due, if any. */
void vKernelYieldIfPending( void );

/* Ends a call whose RESULT was not FAIL or OK: switches until it is, if it was AGAIN, or hands an
 * error code to vIsochronCommandRefused(). Returns RESULT. For tasks only. */
uint32_t ulIsochronFinish( uint32_t ulResult );
#define isochronFINISH( ulResult, uxCommand, ulArgument ) ulIsochronFinish( ulResult )

/* Switches to another task, if the hardware kernel requests it, and returns the RESULT of the
 * caller's last command when the caller runs again. For tasks only. */
uint32_t ulIsochronSwitch( void );

/* Issues a command. */
static inline void vIsochronIssue( uintptr_t uxCommand, uint32_t ulArgument )
{
    vHostStore( ( uint32_t ) ( uxCommand - ( uintptr_t ) configHW_ACCELERATION_BASE_ADDRESS ), ulArgument );
}

/* Issues a command of a task, and returns RESULT. */
static inline uint32_t ulIsochronAnswer( uintptr_t uxCommand, uint32_t ulArgument )
{
    vIsochronIssue( uxCommand, ulArgument );

    return isochronREGISTER( ISOCHRON_RESULT_OFFSET );
}

/* A kernel call of a task. Returns RESULT: ISOCHRON_RESULT_FAIL or ISOCHRON_RESULT_OK. */
static inline uint32_t ulIsochronCall( uintptr_t uxCommand, uint32_t ulArgument )
{
    uint32_t ulResult = ulIsochronAnswer( uxCommand, ulArgument );

    return ( ulResult > ISOCHRON_RESULT_OK ) ? ulIsochronFinish( ulResult ) : ulResult;
}

/* A kernel call of an interrupt service routine, which never switches. Returns ISR_RESULT. */
static inline uint32_t ulIsochronCallFromISR( uintptr_t uxCommand, uint32_t ulArgument )
{
    vIsochronIssue( uxCommand, ulArgument );

    return isochronREGISTER( ISOCHRON_ISR_RESULT_OFFSET );
}
