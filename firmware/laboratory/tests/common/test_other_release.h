/* SPDX-License-Identifier: Apache-2.0 */

/* Kernel files of a release whose registers are not the hardware's: TEST_OTHER says which of them
 * they expect otherwise. FreeRTOSConfig.h includes this as configTRACE_HEADER. */
#pragma once

#include "isochron_constants.h"

#define TEST_IDENTIFICATION 1
#define TEST_VERSION        2
#define TEST_TICK_WIDTH     3

#if ( TEST_OTHER == TEST_IDENTIFICATION )
    #undef ISOCHRON_IDENTIFICATION_MAGIC_RESET
    #define ISOCHRON_IDENTIFICATION_MAGIC_RESET 0U
#elif ( TEST_OTHER == TEST_VERSION )
    #undef ISOCHRON_VERSION_MAJOR_RESET
    #define ISOCHRON_VERSION_MAJOR_RESET 1002U
#elif ( TEST_OTHER == TEST_TICK_WIDTH )
    #undef ISOCHRON_WIDTHS_TIMER_MASK
    #define ISOCHRON_WIDTHS_TIMER_MASK 0U
#endif
