/* SPDX-License-Identifier: Apache-2.0 */

/* When tasks have releases, in the benchmarks whose figures do not depend on how long the tick of the
 * software time base is. */
#pragma once

#include "waiting.h"

/* From one release to the next: ticks shorter than the paper's are simulated sooner. */
#define RELEASE_NS 1000000
#if ( ALCHEMY_SOFTWARE_TIME_BASE == 1 ) && ( RELEASE_NS % ALCHEMY_TICK_NS != 0 )
    #error "ALCHEMY_TICK_NS: RELEASE_NS must be a whole number of ticks."
#endif

/* From the decision that so many tasks have a release to the release. */
#define LEAD_NS( count ) ( ( 2 + ( count ) / 16 ) * ( RTIME ) RELEASE_NS )
