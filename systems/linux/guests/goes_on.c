/* SPDX-License-Identifier: Apache-2.0 */

#include "goes_on.h"

#define RELEASES 20U

/* What the periodic task has done at a moment between two times: whoever looks may be interrupted. */
struct sight
{
    uint32_t before;
    uint32_t releases;
    uint32_t after;
};

static struct sight look( volatile const struct shared * shared, volatile const uint32_t * time )
{
    struct sight sight;

    sight.before = time[ 0 ];
    sight.releases = shared->counts.releases;
    sight.after = time[ 0 ];
    return sight;
}

int goes_on( volatile const struct shared * shared, volatile const uint32_t * time )
{
    struct sight first = look( shared, time ), last;
    uint32_t cycles;

    do
    {
        last = look( shared, time );
        cycles = ( last.releases - first.releases ) * PERIOD;
    } while( ( cycles < RELEASES * PERIOD ) && ( last.before - first.after < 2U * RELEASES * PERIOD ) );

    return ( cycles >= RELEASES * PERIOD ) && ( cycles < last.after - first.before + PERIOD ) &&
           ( cycles + PERIOD + LATE_ALLOWED > last.before - first.after ) && ( shared->counts.late == 0 ) &&
           ( shared->counts.faults == 0 );
}
