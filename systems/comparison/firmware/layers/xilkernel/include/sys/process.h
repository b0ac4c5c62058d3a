/* SPDX-License-Identifier: Apache-2.0 */

/* Processes: each thread is one. */
#pragma once

#include <sys/types.h> /* pid_t */

/* Lets the next thread of the same priority run; returns 0. */
int yield( void );

pid_t get_currentPID( void );
