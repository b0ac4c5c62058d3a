/* SPDX-License-Identifier: Apache-2.0 */

/* Trace macros, and thread-local storage of a kind, for switching.c: FreeRTOSConfig.h includes
 * this where an application would include its trace recorder (configTRACE_HEADER). */
#pragma once

/* The task switched in and out last, and how often. */
extern const char * volatile test_trace_in, * volatile test_trace_out;
extern volatile unsigned test_trace_switches;

#define traceTASK_SWITCHED_OUT() ( test_trace_out = pxCurrentTCB->pcTaskName )
#define traceTASK_SWITCHED_IN() \
    ( test_trace_in = pxCurrentTCB->pcTaskName, test_trace_switches = test_trace_switches + 1 )

/* Each task's block is one number. */
#define configTLS_BLOCK_TYPE                 int
#define configINIT_TLS_BLOCK( block, stack ) ( ( block ) = 0 )
#define configSET_TLS_BLOCK( block )         ( test_thread_block = &( block ) )
#define configDEINIT_TLS_BLOCK( block )      ( ( block ) = -1 )

/* That of the running task. */
extern int * volatile test_thread_block;
