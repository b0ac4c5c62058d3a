/* SPDX-License-Identifier: Apache-2.0 */

/* Resources that tasks of several cores share, by the protocol MSRP (Gai, Lipari, Di Natale: Minimizing
 * memory utilization of real-time task sets in single and multi-processor systems-on-a-chip, RTSS 2001). Who
 * takes one runs above all tasks of its core until it gives it, and waits, running, for those of other cores
 * that have asked before. So it waits for one section of each other core at most.
 *
 * In between, what waits or means the calling task (NULL) fails configASSERT, as with a resource of one core
 * (resources.h), and so does taking another one of these. docs/explanation/gic.md says when to take which. */
#pragma once

#include "FreeRTOS.h"

typedef struct GicGlobalResource * GicGlobalResourceHandle_t;

/* Makes one, before the scheduler is started; NULL if there is no memory, or no interrupt for it. The first
 * one takes an interrupt of the 72 tasks and routines for each core. */
GicGlobalResourceHandle_t xGicGlobalResourceCreate( void );

/* For tasks, with interrupts on. */
void vGicGlobalResourceTake( GicGlobalResourceHandle_t xResource );
void vGicGlobalResourceGive( GicGlobalResourceHandle_t xResource );
