/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's portmacro.h, and what configUSE_HW_ACCELERATION changes in it. This folder comes
 * before FreeRTOS's port on the include path; isochron_portmacro.h is the attachment's. */
#pragma once

#include_next <portmacro.h>
#include "isochron_choice.h"

/* Defined if one of these wants code at every switch. FreeRTOS.h will define those that the application has
 * not, as empty. */
#if defined( traceTASK_SWITCHED_IN ) || defined( traceTASK_SWITCHED_OUT ) || defined( portTASK_SWITCH_HOOK )
    #define isochronSWITCH_MACROS
#endif

/* Defined if a call that switches with interrupts masked looks whether a service routine makes it. */
#ifdef portASSERT_IF_IN_ISR
    #define isochronASSERTS_TASK
#endif

#if ( isochronHARDWARE_KERNEL == 1 )
    #include "isochron_portmacro.h"

    #ifdef __cplusplus
extern "C" {
    #endif

/* Asks for a switch at the end of the interrupt service routine. */
void vPortYieldFromISR( void );

    #ifdef __cplusplus
}
    #endif

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
