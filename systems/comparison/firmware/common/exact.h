/* SPDX-License-Identifier: Apache-2.0 */

/* Exact cycles of single operations: bench.h's instruments around one call. */
#ifndef EXACT_H
#define EXACT_H

#include "bench.h"
#include "comparison.h"

/* Samples of one point. */
#define EXACT_SAMPLES 8U

#endif /* EXACT_H */
