/* SPDX-License-Identifier: Apache-2.0 */

/* What the tasks and the program below them tell each other: RAM that both reach. */
#pragma once

#include <stdint.h>

#include "shared.h"

#define PERIODS_ADDRESS ( SHARED_ADDRESS + 0x20000U )
#define PERIODS         ( ( volatile struct periods * ) PERIODS_ADDRESS )

#define MOST_RELEASES 10U
#define CYCLES_PER_MS 100000U

struct periods
{
    /* The program's, before it rings the doorbell. */
    uint32_t tasks;     /* there are so many */
    uint32_t period_ms; /* of each, 0: they only wait */
    uint32_t looks;     /* whether they note how late they go on */

    /* The tasks', as of the answer to the doorbell. */
    uint32_t answers;
    uint32_t date;        /* of the first release: all have the same */
    uint32_t shortest_ms; /* no period can be shorter */

    /* ... and of the releases since. */
    uint32_t releases;
    uint32_t first[ MOST_RELEASES ], last[ MOST_RELEASES ]; /* from the date to the task going on, cycles */
};
