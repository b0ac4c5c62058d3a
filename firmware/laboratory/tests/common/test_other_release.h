/* SPDX-License-Identifier: Apache-2.0 */

/* Kernel files of a release whose registers are not the hardware's: TEST_OTHER says which of them
 * they expect otherwise. FreeRTOSConfig.h includes this as configTRACE_HEADER. */
#ifndef TEST_OTHER_RELEASE_H
#define TEST_OTHER_RELEASE_H

#include "isochron_registers.h"

#define TEST_IDENTIFICATION    1
#define TEST_VERSION           2
#define TEST_TICK_WIDTH        3

#if ( TEST_OTHER == TEST_IDENTIFICATION )
    #undef ISOCHRON__REGISTERS__IDENTIFICATION__MAGIC_reset
    #define ISOCHRON__REGISTERS__IDENTIFICATION__MAGIC_reset    0U
#elif ( TEST_OTHER == TEST_VERSION )
    #undef ISOCHRON__REGISTERS__VERSION__MAJOR_reset
    #define ISOCHRON__REGISTERS__VERSION__MAJOR_reset           1002U
#elif ( TEST_OTHER == TEST_TICK_WIDTH )
    #undef ISOCHRON__REGISTERS__WIDTHS__TIMER_bm
    #define ISOCHRON__REGISTERS__WIDTHS__TIMER_bm               0U
#endif

#endif /* TEST_OTHER_RELEASE_H */
