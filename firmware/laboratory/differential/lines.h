/* SPDX-License-Identifier: Apache-2.0 */

/* Interrupt lines: with FreeRTOS as it is a routine that gives or notifies, and yields. */
#pragma once

#include "scenario.h"

/* The lines of the present scenario. */
void lines_use( const struct line_script * lines, uint32_t count );

/* Binds the lines that name a task or an object, or releases them: nothing comes in between. */
void lines_bind( bool to_task, uint32_t target );
void lines_release( bool to_task, uint32_t target );

/* Whether a line gives this object. */
bool lines_name( uint32_t object );

/* Whether an edge is an interrupt: the hardware kernel does not know the line. */
bool lines_need_routine( uint32_t line );

/* That interrupt, or a rising edge for the hardware kernel. */
void lines_routine( uint32_t line );
void lines_edge( uint32_t line );
