/* SPDX-License-Identifier: Apache-2.0 */

/* The C library's numbers; each thread has an errno of its own. */
#include_next <errno.h>

#ifndef XILKERNEL_LAYER_ERRNO_H
#define XILKERNEL_LAYER_ERRNO_H

#undef errno
#define errno ( *xilkernel_errno() )

int * xilkernel_errno( void );

#endif /* XILKERNEL_LAYER_ERRNO_H */
