/* SPDX-License-Identifier: Apache-2.0 */

/* Measures what the tasks of tasks.c take from a program, and how late they go on if all wake together. The
 * program is one of Linux, or a guest in Linux's place. For a number of tasks it prints
 *   stolen TASKS PERIOD-MS CYCLES WINDOW   taken from a loop of so many cycles, for each period; 0: not found
 *   woken TASKS FIRST LAST                 from a date to the first task and to the last one, each time
 * A loop is as long as a period, or SHORTEST_MS if that is longer, and begins between two releases. */
#pragma once

#include <stdint.h>

#include "periods.h"

/* Where a program finds what it shares with the tasks: periods.h, the doorbells, the page of the time. */
void periods_begin( volatile struct periods * periods, volatile uint32_t * doorbell,
                    volatile const uint32_t * time );
void periods_measure( uint32_t tasks );

/* The program's: wait for a moment from which on whole milliseconds pass without other work. */
void periods_settle( void );

/* The program's: keep the core busy until there were so many releases. */
void periods_work( volatile struct periods * periods, uint32_t releases );

/* The program's: print a line, a word and numbers. */
void periods_print( const char * what, const uint32_t * values, uint32_t count );
