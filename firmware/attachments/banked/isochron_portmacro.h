/* SPDX-License-Identifier: Apache-2.0 */

/* The attachment's part of portmacro.h: that of `bus`, and a new task's context is filled. */
#ifndef ISOCHRON_BANKED_PORTMACRO_H
#define ISOCHRON_BANKED_PORTMACRO_H

#include "../bus/isochron_portmacro.h"

/* 1: the calls of calls.S are those of the kernel files, for they are checked or traced, or a switch
 * is software's. */
#if ( isochronSWITCH_IN_SOFTWARE == 1 ) || ( configASSERT_DEFINED == 1 ) ||                      \
    defined( portASSERT_IF_IN_ISR ) ||                                                           \
    defined( traceENTER_xQueueGenericSend ) || defined( traceRETURN_xQueueGenericSend ) ||       \
    defined( traceENTER_xQueueSemaphoreTake ) || defined( traceRETURN_xQueueSemaphoreTake ) ||   \
    defined( traceENTER_xTaskGenericNotify ) || defined( traceRETURN_xTaskGenericNotify ) ||     \
    defined( traceENTER_ulTaskGenericNotifyTake ) ||                                             \
    defined( traceRETURN_ulTaskGenericNotifyTake ) ||                                            \
    defined( traceQUEUE_SEND ) || defined( traceQUEUE_SEND_FAILED ) ||                           \
    defined( traceQUEUE_RECEIVE ) || defined( traceQUEUE_RECEIVE_FAILED ) ||                     \
    defined( traceTASK_NOTIFY ) || defined( traceTASK_NOTIFY_TAKE ) ||                           \
    defined( traceENTER_vTaskSuspend ) || defined( traceRETURN_vTaskSuspend ) ||                 \
    defined( traceENTER_vTaskResume ) || defined( traceRETURN_vTaskResume ) ||                   \
    defined( traceTASK_SUSPEND ) || defined( traceTASK_RESUME )
    #define isochronCALLS_IN_C    1
#else
    #define isochronCALLS_IN_C    0
#endif

/* The kernel files call it when everything else about a new task is done. */
#define portSETUP_TCB( pxTCB )    vIsochronFillBank( isochronIDENTIFIER( ( pxTCB )->uxCommand ), ( pxTCB )->pxTopOfStack )

#endif /* ISOCHRON_BANKED_PORTMACRO_H */
