/* SPDX-License-Identifier: Apache-2.0 */

/* Exact cycles of single operations: bench.h's instruments around one call. */
#pragma once

#include "bench.h"
#include "comparison.h"

/* Samples of one point. */
#define EXACT_SAMPLES 8U
