/* SPDX-License-Identifier: Apache-2.0 */

/* For a file of FreeRTOS that is compiled with objects' locks: its critical sections and suspensions of the
 * scheduler take the lock of the object at hand. Who includes this says how, as gicLOCK(). Nobody has to
 * yield: the GIC interrupts for a higher task when the lock is given back, and who waits leaves then. */
#pragma once

#include "events.h"
#include "ready_groups.h"

#ifndef gicUNLOCK
    #define gicUNLOCK() xGicUnlock()
#endif

#undef taskENTER_CRITICAL
#undef taskEXIT_CRITICAL
#undef taskENTER_CRITICAL_FROM_ISR
#undef taskEXIT_CRITICAL_FROM_ISR
#undef portYIELD_WITHIN_API
#undef taskYIELD_WITHIN_API
#define taskENTER_CRITICAL()            gicLOCK()
#define taskEXIT_CRITICAL()             ( ( void ) gicUNLOCK() )
#define taskENTER_CRITICAL_FROM_ISR()   ( gicLOCK(), 0U )
#define taskEXIT_CRITICAL_FROM_ISR( x ) ( ( void ) ( x ), ( void ) gicUNLOCK() )
#define vTaskSuspendAll()               gicLOCK()
#define xTaskResumeAll()                gicUNLOCK()
#define portYIELD_WITHIN_API()
#define taskYIELD_WITHIN_API()
#define vTaskYieldWithinAPI()
#define vTaskMissedYield()
#define uxTaskGetNumberOfTasks() gicTASKS
