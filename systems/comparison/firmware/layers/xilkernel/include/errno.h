/* SPDX-License-Identifier: Apache-2.0 */

/* The C library's numbers; each thread has an errno of its own. */
#pragma once

#include_next <errno.h>

#undef errno
#define errno ( *xilkernel_errno() )

int * xilkernel_errno( void );
