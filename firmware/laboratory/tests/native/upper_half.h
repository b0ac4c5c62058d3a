/* SPDX-License-Identifier: Apache-2.0 */

/* For monitor_calls.c: the upper halves of times are read from a register that has a value.
 * FreeRTOSConfig.h includes this as configTRACE_HEADER. */
#pragma once

#include "isochron_constants.h"

#undef ISOCHRON_CYCLES_HIGH_OFFSET
#define ISOCHRON_CYCLES_HIGH_OFFSET ISOCHRON_IDENTIFICATION_OFFSET
#undef ISOCHRON_MONITOR_HIGH_OFFSET
#define ISOCHRON_MONITOR_HIGH_OFFSET ISOCHRON_IDENTIFICATION_OFFSET
