/* SPDX-License-Identifier: Apache-2.0 */

/* Kernel files of a release whose registers are not the hardware's, or, with TEST_NO_HARDWARE, that
 * look for hardware of another kind: FreeRTOSConfig.h includes this as configTRACE_HEADER. */
#ifndef TEST_OTHER_RELEASE_H
#define TEST_OTHER_RELEASE_H

#include "isochron_registers.h"

#ifdef TEST_NO_HARDWARE
    #undef ISOCHRON__REGISTERS__IDENTIFICATION__MAGIC_reset
    #define ISOCHRON__REGISTERS__IDENTIFICATION__MAGIC_reset    0U
#else
    #undef ISOCHRON__REGISTERS__VERSION__MAJOR_reset
    #define ISOCHRON__REGISTERS__VERSION__MAJOR_reset           1002U
#endif

#endif /* TEST_OTHER_RELEASE_H */
