/* SPDX-License-Identifier: Apache-2.0 */

/* The kernel's start. */
#pragma once

/* The two below; main() ends with it. */
void xilkernel_main( void );

void xilkernel_init( void );
void xilkernel_start( void );

/* Before the start: a thread that runs from then on. 0, or -1. */
int xmk_add_static_thread( void * ( *start )( void * ), int priority );
