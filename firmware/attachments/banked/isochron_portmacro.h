/* SPDX-License-Identifier: Apache-2.0 */

/* The attachment's part of portmacro.h: that of `bus`, and a new task's bank is filled. */
#ifndef ISOCHRON_BANKED_PORTMACRO_H
#define ISOCHRON_BANKED_PORTMACRO_H

#include "../bus/isochron_portmacro.h"

/* The kernel files call it when everything else about a new task is done. */
#define portSETUP_TCB( pxTCB )    vIsochronFillBank( isochronIDENTIFIER( ( pxTCB )->uxCommand ), ( pxTCB )->pxTopOfStack )

#endif /* ISOCHRON_BANKED_PORTMACRO_H */
