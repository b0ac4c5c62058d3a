/* SPDX-License-Identifier: Apache-2.0 */

/* How an interrupt line notifies a task: by an interrupt service routine, or, with BENCH_NO_ISR
 * and the hardware kernel, by the line itself. */
#pragma once

#include "FreeRTOS.h"
#include "task.h"

#define BENCH_LINE 0

/* Lets rising edges of BENCH_LINE notify a task. */
void line_notifies( TaskHandle_t task );

/* Lowers the line, unless an interrupt service routine has done so already. */
void line_handled( void );
