/* SPDX-License-Identifier: Apache-2.0 */

/* What message queues and shared memory have in common. */
#pragma once

#include <sys/types.h> /* key_t */

#define IPC_PRIVATE ( ( key_t ) 0 )

#define IPC_CREAT  01000
#define IPC_EXCL   02000
#define IPC_NOWAIT 04000

#define IPC_RMID 0
#define IPC_SET  1
#define IPC_STAT 2
