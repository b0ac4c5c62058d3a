/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOST_CONTEXTS_H
#define HOST_CONTEXTS_H

#include "machine.h"

/* At which the scheduler starts; set it before, as configINITIAL_TICK_COUNT is. */
extern uint32_t ulHostFirstTick;

/* The context of a task, from its control block. */
struct machine_context * pxHostContext( const void * pvTCB );

#endif /* HOST_CONTEXTS_H */
