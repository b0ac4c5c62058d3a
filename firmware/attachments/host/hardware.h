/* SPDX-License-Identifier: Apache-2.0 */

/* The hardware kernel's RTL, compiled by Verilator into the program. Its clock runs only inside
 * these functions. Offsets are those of isochron_constants.h. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A store or a load: clocks until it is granted, and some cycles more. How many varies, as with a
 * program's instructions; the same each run. */
void hardware_store( uint32_t offset, uint32_t value );
uint32_t hardware_load( uint32_t offset );

/* Makes exactly one tick happen, and clocks so many cycles more. */
void hardware_begin_tick( uint32_t cycles );

/* Clocks until all that a tick set off is over. */
void hardware_settle( void );

/* A rising edge of an interrupt line, and what it sets off. */
void hardware_line( uint32_t line );

/* The interrupt output. */
bool hardware_switch_requested( void );

/* A word for each task, for a debugger, which can read memory but not always call (isochron_gdb.py): the
 * answer to TASK_STATE, or of the hybrid the state in the reply to GET. */
extern const uint32_t * const hardware_task_states;

#ifdef __cplusplus
}
#endif
