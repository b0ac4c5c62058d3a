/* SPDX-License-Identifier: Apache-2.0 */

/* How the hardware kernel is reached, for C and for assembler: on the bus. An attachment that shares
 * this one's other files has a file of this name, and includes it before them. */
#ifndef ISOCHRON_REGISTER_ACCESS_H
#define ISOCHRON_REGISTER_ACCESS_H

#include "isochron_constants.h"

/* It is there with several cores, too. */
#define isochronSEVERAL_CORES

#ifdef __ASSEMBLER__
/* clang-format off */

/* The address of a command. */
#define COMMAND( offset )    ( configHW_ACCELERATION_BASE_ADDRESS + ( offset ) )

/* Registers can be loaded as long as t0 is kept. */
    .macro POINT_TO_REGISTERS
    li    t0, configHW_ACCELERATION_BASE_ADDRESS + ISOCHRON_RESULT_OFFSET
    .endm

    .macro LOAD_REGISTER to, offset
    lw    \to, ( ( \offset ) - ISOCHRON_RESULT_OFFSET )( t0 )
    .endm

/* Issues the command whose address is in a register. */
    .macro ISSUE command, argument
    sw    \argument, 0( \command )
    .endm

/* clang-format on */
#else /* __ASSEMBLER__ */

#include "FreeRTOS.h"

#ifndef configHW_ACCELERATION_BASE_ADDRESS
    #error \
        "configHW_ACCELERATION_BASE_ADDRESS must be defined in FreeRTOSConfig.h: the address of the hardware kernel on the bus, as a plain number that the assembler understands too (no cast)."
#endif

/* The address of a command, for ulIsochronCall(). The identifier is an object, a task or a flag. */
#define isochronCOMMAND( xOffset, uxIdentifier )                       \
    ( ( uintptr_t ) configHW_ACCELERATION_BASE_ADDRESS + ( xOffset ) + \
      ( ( uintptr_t ) ( uxIdentifier ) * sizeof( uint32_t ) ) )

/* Loads a register of the hardware kernel. */
#define isochronREGISTER( xOffset ) \
    ( *( ( const volatile uint32_t * ) ( ( uintptr_t ) configHW_ACCELERATION_BASE_ADDRESS + ( xOffset ) ) ) )

/* Stores a register of the hardware kernel. Not the same macro: not every attachment has an
 * address that both can be done with. */
#define isochronSET_REGISTER( xOffset, ulValue )                                                        \
    ( *( ( volatile uint32_t * ) ( ( uintptr_t ) configHW_ACCELERATION_BASE_ADDRESS + ( xOffset ) ) ) = \
          ( ulValue ) )

/* Issues a command. A kernel call orders memory: what the caller wrote before it is there for the
 * task that it wakes. */
static portFORCE_INLINE void vIsochronIssue( uintptr_t uxCommand, uint32_t ulArgument )
{
    portMEMORY_BARRIER();
    *( ( volatile uint32_t * ) uxCommand ) = ulArgument;
    portMEMORY_BARRIER();
}

/* Issues a command of a task, and returns RESULT. */
static portFORCE_INLINE uint32_t ulIsochronAnswer( uintptr_t uxCommand, uint32_t ulArgument )
{
    vIsochronIssue( uxCommand, ulArgument );

    return isochronREGISTER( ISOCHRON_RESULT_OFFSET );
}

/* Issues a command of an interrupt service routine, and returns ISR_RESULT. */
static portFORCE_INLINE uint32_t ulIsochronAnswerFromISR( uintptr_t uxCommand, uint32_t ulArgument )
{
    vIsochronIssue( uxCommand, ulArgument );

    return isochronREGISTER( ISOCHRON_ISR_RESULT_OFFSET );
}

#endif /* __ASSEMBLER__ */

#endif /* ISOCHRON_REGISTER_ACCESS_H */
