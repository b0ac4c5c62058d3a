/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks that wait once for bits of an event group, mark that, and end: for the programs that test
 * event groups. They are called by the mark that they leave, 0 to 9 and a to z. */
#pragma once

#include "check.h"
#include "event_groups.h"

/* How to wait. */
#define WAIT_ANY   0U
#define WAIT_ALL   1U
#define WAIT_CLEAR 2U

/* What they wait for. */
extern EventGroupHandle_t group;

/* Creates a waiter. If it is above the caller it waits when this returns. */
TaskHandle_t wait_as( char name, UBaseType_t priority, EventBits_t bits, unsigned how, TickType_t ticks );

/* What a waiter was told, and its handle. */
EventBits_t result_of( char name );
TaskHandle_t handle_of( char name );
