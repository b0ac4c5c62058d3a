/* SPDX-License-Identifier: Apache-2.0 */

/* What condition variables need of mutexes. */
#pragma once

#include "alchemy/mutex.h"
#include "internal.h"

struct alchemy_mutex;

/* The mutex that the calling task has, NULL with an error if there is none. */
struct alchemy_mutex * mutex_of_self( RT_MUTEX * mutex, int * error );

/* Gives a mutex back however often its owner acquired it; returns how often. The caller acquires it as
 * often again, and stays one of its users meanwhile. */
unsigned mutex_give_up( struct alchemy_mutex * mutex );
void mutex_take_back( struct alchemy_mutex * mutex, unsigned depth );
