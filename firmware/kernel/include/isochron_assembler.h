/* SPDX-License-Identifier: Apache-2.0 */

/* For assembler: all options as C has them, those that FreeRTOS's headers derive from others included. The
 * headers are read as C's, and the assembler skips their text. FreeRTOS's own portASM.S gets the options of
 * FreeRTOSConfig.h only: it has defaults of its own, some of which are others than FreeRTOS.h's. */
#pragma once

/* clang-format off */
#undef __ASSEMBLER__
    .if 0
#include "isochron_choice.h"
#if ( isochronHARDWARE_KERNEL == 1 )
    #include "isochron_options.h"
#endif
    .endif
#define __ASSEMBLER__    1
    /* clang-format on */
