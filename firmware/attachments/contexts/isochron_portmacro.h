/* SPDX-License-Identifier: Apache-2.0 */

/* The attachment's part of portmacro.h: that of `bus`, and a new task's context is filled. */
#pragma once

#include "../bus/isochron_portmacro.h"

/* A switch changes no register of another task, so tp neither. */
#define isochronREGISTERS_OF_TASKS

/* Defined if the calls of calls.S are those of the kernel files, for they are checked or traced. FreeRTOS.h
 * will define what the application has not. */
#if ( configASSERT_DEFINED == 1 ) || defined( isochronASSERTS_TASK ) ||                                 \
    defined( traceENTER_xQueueGenericSend ) || defined( traceRETURN_xQueueGenericSend ) ||              \
    defined( traceENTER_xQueueSemaphoreTake ) || defined( traceRETURN_xQueueSemaphoreTake ) ||          \
    defined( traceENTER_xTaskGenericNotify ) || defined( traceRETURN_xTaskGenericNotify ) ||            \
    defined( traceENTER_ulTaskGenericNotifyTake ) || defined( traceRETURN_ulTaskGenericNotifyTake ) ||  \
    defined( traceQUEUE_SEND ) || defined( traceQUEUE_SEND_FAILED ) || defined( traceQUEUE_RECEIVE ) || \
    defined( traceQUEUE_RECEIVE_FAILED ) || defined( traceTASK_NOTIFY ) ||                              \
    defined( traceTASK_NOTIFY_TAKE ) || defined( traceENTER_vTaskSuspend ) ||                           \
    defined( traceRETURN_vTaskSuspend ) || defined( traceENTER_vTaskResume ) ||                         \
    defined( traceRETURN_vTaskResume ) || defined( traceTASK_SUSPEND ) || defined( traceTASK_RESUME )
    #define isochronCALL_MACROS
#endif

/* The kernel files call it when everything else about a new task is done. picolibc's storage is where tp
 * points. */
#if defined( configUSE_PICOLIBC_TLS ) && ( configUSE_PICOLIBC_TLS == 1 )
    #define portSETUP_TCB( pxTCB )                                                          \
    vIsochronFillBank( isochronIDENTIFIER( ( pxTCB )->uxCommand ), ( pxTCB )->pxTopOfStack, \
                       ( pxTCB )->xTLSBlock )
#else
    #define portSETUP_TCB( pxTCB )                                                          \
    vIsochronFillBank( isochronIDENTIFIER( ( pxTCB )->uxCommand ), ( pxTCB )->pxTopOfStack, \
                       pvIsochronThreadPointer() )
#endif

/* The application's own storage may be tp: what it sets is that of traps. */
#define isochronTLS_IS_SET( pxTCB ) \
    vIsochronSetThreadPointer( isochronIDENTIFIER( ( pxTCB )->uxCommand ), pvIsochronThreadPointer() )
