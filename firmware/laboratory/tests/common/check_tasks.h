/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks that several programs have. */
#pragma once

#include "check.h"
#include "semphr.h"

/* Marks who it is, and suspends itself, again and again. */
void runner( void * who );

/* Suspends itself, again and again. */
void sleeper( void * parameters );

/* Deletes itself. */
void ender( void * parameters );

/* Takes the semaphore, and marks who it is, again and again. */
void waiter( void * who );
extern SemaphoreHandle_t semaphore;
