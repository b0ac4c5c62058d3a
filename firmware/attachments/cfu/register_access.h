/* SPDX-License-Identifier: Apache-2.0 */

/* The attachment `cfu`: how the hardware kernel is reached, for C and for assembler. By instructions
 * of the R type in the custom-0 space (docs/explanation/cfu.md); a command and its result are one of them. */
#ifndef ISOCHRON_REGISTER_ACCESS_H
#define ISOCHRON_REGISTER_ACCESS_H

#include "isochron_constants.h"

/* Function codes, bits 14 to 12. */
#define isochronCFU_CALL          0
#define isochronCFU_CALL_FROM_ISR 1
#define isochronCFU_STORE         2
#define isochronCFU_LOAD          3
#define isochronCFU_READ          4

/* READ: the register's number, bits 31 to 25, and the first offset that has none. */
#define isochronCFU_NUMBER( xOffset ) ( ( ( xOffset ) - ISOCHRON_RESULT_OFFSET ) / 4 )
#define isochronCFU_END               ( ISOCHRON_RESULT_OFFSET + ( 128 * 4 ) )

#ifdef __ASSEMBLER__
/* clang-format off */

/* What stands for the address of a command. */
#define COMMAND( offset )    ( offset )

/* Registers can be loaded as they are. */
    .macro POINT_TO_REGISTERS
    .endm

    .macro LOAD_REGISTER to, offset
    .insn r CUSTOM_0, isochronCFU_READ, isochronCFU_NUMBER( \offset ), \to, x0, x0
    .endm

/* Issues the command that a register says. */
    .macro ISSUE command, argument
    .insn r CUSTOM_0, isochronCFU_STORE, 0, x0, \argument, \command
    .endm

/* clang-format on */
#else /* __ASSEMBLER__ */

#include "FreeRTOS.h"

/* What stands for the address of a command, for ulIsochronCall(). The identifier is an object, a task
 * or a flag. */
#define isochronCOMMAND( xOffset, uxIdentifier ) \
    ( ( uintptr_t ) ( xOffset ) + ( ( uintptr_t ) ( uxIdentifier ) * sizeof( uint32_t ) ) )

/* Loads and stores a register of the hardware kernel. */
#define isochronREGISTER( xOffset )              ulIsochronLoad( xOffset )
#define isochronSET_REGISTER( xOffset, ulValue ) vIsochronStore( ( xOffset ), ( ulValue ) )

static portFORCE_INLINE uint32_t ulIsochronLoad( uintptr_t uxOffset )
{
    uint32_t ulValue;

    if( __builtin_constant_p( uxOffset ) && ( uxOffset >= ISOCHRON_RESULT_OFFSET ) &&
        ( uxOffset < isochronCFU_END ) )
    {
        __asm volatile( ".insn r CUSTOM_0, %1, %2, %0, x0, x0"
                        : "=r"( ulValue )
                        : "i"( isochronCFU_READ ), "i"( isochronCFU_NUMBER( uxOffset ) ) );
    }
    else
    {
        __asm volatile( ".insn r CUSTOM_0, %1, 0, %0, x0, %2"
                        : "=r"( ulValue )
                        : "i"( isochronCFU_LOAD ), "r"( uxOffset ) );
    }

    return ulValue;
}

static portFORCE_INLINE void vIsochronStore( uintptr_t uxOffset, uint32_t ulValue )
{
    __asm volatile( ".insn r CUSTOM_0, %0, 0, x0, %1, %2"
                    :
                    : "i"( isochronCFU_STORE ), "r"( ulValue ), "r"( uxOffset ) );
}

/* Issues a command. A kernel call orders memory: what the caller wrote before it is there for the
 * task that it wakes. */
static portFORCE_INLINE void vIsochronIssue( uintptr_t uxCommand, uint32_t ulArgument )
{
    __asm volatile( ".insn r CUSTOM_0, %0, 0, x0, %1, %2"
                    :
                    : "i"( isochronCFU_STORE ), "r"( ulArgument ), "r"( uxCommand )
                    : "memory" );
}

/* Issues a command of a task, and returns RESULT. */
static portFORCE_INLINE uint32_t ulIsochronAnswer( uintptr_t uxCommand, uint32_t ulArgument )
{
    uint32_t ulResult;

    __asm volatile( ".insn r CUSTOM_0, %1, 0, %0, %2, %3"
                    : "=r"( ulResult )
                    : "i"( isochronCFU_CALL ), "r"( ulArgument ), "r"( uxCommand )
                    : "memory" );

    return ulResult;
}

/* Issues a command of an interrupt service routine, and returns ISR_RESULT. */
static portFORCE_INLINE uint32_t ulIsochronAnswerFromISR( uintptr_t uxCommand, uint32_t ulArgument )
{
    uint32_t ulResult;

    __asm volatile( ".insn r CUSTOM_0, %1, 0, %0, %2, %3"
                    : "=r"( ulResult )
                    : "i"( isochronCFU_CALL_FROM_ISR ), "r"( ulArgument ), "r"( uxCommand )
                    : "memory" );

    return ulResult;
}

#endif /* __ASSEMBLER__ */

#endif /* ISOCHRON_REGISTER_ACCESS_H */
