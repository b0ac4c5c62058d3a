/* SPDX-License-Identifier: Apache-2.0 */

/* What a scenario did: a checksum of everything observable, in order, and the same as text. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Begins a trace; prints it, too, if wanted. */
void trace_begin( bool print );

/* An entry: what, by whom, and numbers. */
void trace( const char * what, const char * name, uint32_t who, uint32_t first, uint32_t second );

uint64_t trace_checksum( void );
