/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's queue.c once more, for queues, semaphores and mutexes that the hardware kernel has no room for; nothing
 * with configUSE_HW_ACCELERATION 0. */
#include "isochron_choice.h"

#if ( isochronHARDWARE_KERNEL == 1 )
    #include "hardware_kernel/software_queue.c"
#endif
