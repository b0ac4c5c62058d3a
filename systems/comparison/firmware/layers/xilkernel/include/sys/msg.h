/* SPDX-License-Identifier: Apache-2.0 */

/* Message queues; a message is any bytes, without a type. On failure -1, with errno. */
#pragma once

#include <sys/ipc.h>

struct msqid_ds
{
    unsigned msg_qnum; /* messages that are there */
};

int msgget( key_t key, int flags );
int msgctl( int id, int command, struct msqid_ds * data );
int msgsnd( int id, const void * message, size_t size, int flags );

/* Returns the bytes of the message; `type` is ignored. */
ssize_t msgrcv( int id, void * message, size_t size, long type, int flags );
