/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's portmacro.h, and what configUSE_HW_ACCELERATION changes in it. This folder comes
 * before FreeRTOS's port on the include path; isochron_portmacro.h is the attachment's. */
#ifndef ISOCHRON_PORTMACRO_WRAPPER_H
#define ISOCHRON_PORTMACRO_WRAPPER_H

#include_next <portmacro.h>
#include "isochron_choice.h"

#if ( isochronHARDWARE_KERNEL == 1 )
    #include "isochron_portmacro.h"

/* *INDENT-OFF* */
    #ifdef __cplusplus
        extern "C" {
    #endif
/* *INDENT-ON* */

/* Asks for a switch at the end of the interrupt service routine. */
    void vPortYieldFromISR( void );

/* *INDENT-OFF* */
    #ifdef __cplusplus
        }
    #endif
/* *INDENT-ON* */

    #undef portEND_SWITCHING_ISR
    #define portEND_SWITCHING_ISR( xSwitchRequired ) \
    do                                               \
    {                                                \
        if( ( xSwitchRequired ) != pdFALSE )         \
        {                                            \
            traceISR_EXIT_TO_SCHEDULER();            \
            vPortYieldFromISR();                     \
        }                                            \
        else                                         \
        {                                            \
            traceISR_EXIT();                         \
        }                                            \
    } while( 0 )
#endif

#endif /* ISOCHRON_PORTMACRO_WRAPPER_H */
