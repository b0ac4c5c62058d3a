/* SPDX-License-Identifier: Apache-2.0 */

/* Resources with an immediate ceiling: of one core's tasks and routines, each with one store to the GIC.
 * A resource's ceiling is the highest priority of those who take it. Who has taken it runs at its
 * ceiling until it gives it, so nobody who might want it begins meanwhile, and nobody ever waits for it.
 *
 * In between, what waits or means the calling task (NULL) fails configASSERT, as in a routine.
 * docs/explanation/gic.md says when to take a resource, and what else is refused. */
#pragma once

#include "FreeRTOS.h"

typedef struct GicResource * GicResourceHandle_t;

/* Makes a resource for the tasks and routines of a core; NULL if there is no memory or interrupt for
 * it. It takes the interrupt of one of the 72 tasks and routines, for ever. */
GicResourceHandle_t xGicResourceCreate( UBaseType_t uxCeiling, uint32_t ulCore );

/* For tasks, with interrupts on. Several are given in the opposite order. */
void vGicResourceTake( GicResourceHandle_t xResource );
void vGicResourceGive( GicResourceHandle_t xResource );

/* For service routines. */
void vGicResourceTakeFromISR( GicResourceHandle_t xResource );
void vGicResourceGiveFromISR( GicResourceHandle_t xResource );
