/* SPDX-License-Identifier: Apache-2.0 */

/*
 * For assembler: all options as C has them, those that FreeRTOS's headers derive from others included. The
 * headers are read as C's, and the assembler skips their text.
 */
#ifndef ISOCHRON_ASSEMBLER_H
#define ISOCHRON_ASSEMBLER_H

#undef __ASSEMBLER__
    .if 0
#include "isochron_options.h"
    .endif
#define __ASSEMBLER__    1

#endif /* ISOCHRON_ASSEMBLER_H */
