/* SPDX-License-Identifier: Apache-2.0 */

/* The other side of a pipe, which is a program's /dev/rtp<minor> with Xenomai: for a task that stands in its
 * place, or carries what is written to it. */
#pragma once

#include "alchemy/pipe.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the next message, or bytes that were streamed; waits and fails as rt_pipe_read(). -ENODEV: there is
 * no such pipe. */
ssize_t alchemy_device_read( int minor, void * buf, size_t size, RTIME timeout );

/* Writes a message; never waits. -ENODEV: there is no such pipe; -ENOMEM: no room. */
ssize_t alchemy_device_write( int minor, const void * buf, size_t size );

#ifdef __cplusplus
}
#endif
