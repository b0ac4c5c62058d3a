/* SPDX-License-Identifier: Apache-2.0 */

/* The attachment's part of portmacro.h: a yield is the hardware kernel's. */
#ifndef ISOCHRON_PORTMACRO_H
#define ISOCHRON_PORTMACRO_H

/* Asks for a switch at the end of the interrupt service routine. */
extern void vPortYieldFromISR( void );

#undef portEND_SWITCHING_ISR
#define portEND_SWITCHING_ISR( xSwitchRequired ) \
    do                                           \
    {                                            \
        if( ( xSwitchRequired ) != pdFALSE )     \
        {                                        \
            traceISR_EXIT_TO_SCHEDULER();        \
            vPortYieldFromISR();                 \
        }                                        \
        else                                     \
        {                                        \
            traceISR_EXIT();                     \
        }                                        \
    } while( 0 )

/* Registers hold pointers in 32 bits: the program is linked to low addresses. */
extern void vPortCheckAddress( const void * pvTCB );
#define portSETUP_TCB( pxTCB )    vPortCheckAddress( pxTCB )

/* Each access to the hardware kernel is a point of its own. */
#undef portMEMORY_BARRIER
#undef portSOFTWARE_BARRIER
#define portMEMORY_BARRIER()    __asm volatile ( "" ::: "memory" )

#endif /* ISOCHRON_PORTMACRO_H */
