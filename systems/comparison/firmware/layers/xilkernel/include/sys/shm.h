/* SPDX-License-Identifier: Apache-2.0 */

/* Shared memory. On failure -1 or NULL, with errno. */
#pragma once

#include <sys/ipc.h>

struct shmid_ds
{
    size_t shm_segsz;
    unsigned shm_nattch; /* attached so often */
};

int shmget( key_t key, size_t size, int flags );
int shmctl( int id, int command, struct shmid_ds * data );
void * shmat( int id, const void * address, int flags );
int shmdt( void * address );

#define shm_dt shmdt
