/* SPDX-License-Identifier: Apache-2.0 */

/* What Zephyr's rtos-benchmark wants to know of an RTOS, for FreeRTOS on this board. Its own headers
 * take this for each RTOS from their tree; here it stands before each of its files. */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "FreeRTOS.h"

typedef unsigned long long bench_time_t; /* clock cycles */

#define BENCH_LAST_PRIORITY ( configMAX_PRIORITIES - 1 )
#define BENCH_IDLE_TIME     5
#define ARG_UNUSED( x )     ( ( void ) ( x ) )
#define PRINTF              printf
#ifndef __weak
    #define __weak __attribute__( ( weak ) )
#endif

/* FreeRTOS starts a task when it creates it. */
#define RTOS_HAS_THREAD_CREATE_START 0
#define RTOS_HAS_THREAD_SPAWN        1
#define RTOS_HAS_SUSPEND_RESUME      1
#define RTOS_HAS_MESSAGE_QUEUE       1
#define RTOS_HAS_MAIN_ENTRY_POINT    1
