/* SPDX-License-Identifier: Apache-2.0 */

/* Pools of memory blocks. On failure these functions return -1 or NULL, with errno. */
#pragma once

#include <stddef.h>

typedef int membuf_t;

/* Any pool that has a large enough block. */
#define MEMBUF_ANY ( -1 )

/* Makes a pool of the `blocks` * `size` bytes at `memory`. */
int bufcreate( membuf_t * pool, void * memory, int blocks, size_t size );
int bufdestroy( membuf_t pool );
void * bufmalloc( membuf_t pool, size_t size );
void buffree( membuf_t pool, void * block );
