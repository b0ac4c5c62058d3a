/* SPDX-License-Identifier: Apache-2.0 */

/* Creation of tasks, for the kernel's own use. */
#pragma once

#include "gic.h"

#define gicANY_CORE 0xFFU

#if gicMULTICORE
    #define gicCORE_OF( pxTask ) ( ( pxTask )->pxCore )

/* The number of the one core of a mask (affinity.c). */
uint32_t ulGicOnlyCore( UBaseType_t uxMask );
#else
    #define gicCORE_OF( pxTask ) ( &xGicCores[ 0 ].xCore )
#endif

/* The scheduler has been started. */
extern volatile BaseType_t xGicStarted;

/* A number of a deleted task, and so its interrupt, may be used again. */
void vGicFreeNumber( uint8_t ucNumber );

/* Gives a control block an interrupt and what belongs to that; returns whether one was free. */
BaseType_t xGicTakeInterrupt( TCB_t * pxTask, UBaseType_t uxPriority, uint32_t ulCore );

/* vTaskResume, for any task. */
void vGicResume( TCB_t * pxTask );

/* Has a core's section be there with which a task suspends the scheduler (suspension.c). */
void vGicPrepareSuspension( uint32_t ulCore );
