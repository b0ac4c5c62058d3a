/* SPDX-License-Identifier: Apache-2.0 */

/* The header of the kernel that the files of this folder are compiled for. */
#include "isochron_choice.h"

#if ( isochronHYBRID == 1 )
    #include <kernel/kernel.h>
#else
    #include "../hardware_kernel/kernel.h"
#endif
