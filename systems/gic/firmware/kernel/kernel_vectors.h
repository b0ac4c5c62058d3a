/* SPDX-License-Identifier: Apache-2.0 */

/* The handlers of the kernel on the GIC: it needs no supervisor calls. */
#include "FreeRTOSConfig.h"

#define KERNEL_SUPERVISOR_CALL board_unexpected_call
#define KERNEL_INTERRUPT       vGicInterrupt
#if configGIC_FPU
    #define KERNEL_UNDEFINED vGicUndefined
#else
    #define KERNEL_UNDEFINED board_undefined
#endif
