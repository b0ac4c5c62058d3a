/* SPDX-License-Identifier: Apache-2.0 */

/* queue.c: the hardware kernel's or FreeRTOS's, as isochron_choice.h says. */
#include "isochron_choice.h"

#if ( isochronHARDWARE_KERNEL == 1 )
    #include "hardware_kernel/object_identifiers.c"
    #include "hardware_kernel/queue_creation.c"
    #include "hardware_kernel/queue_information.c"
    #include "hardware_kernel/queue_transfer.c"
    #include "hardware_kernel/queue_sets.c"
    #include "hardware_kernel/queues.c"
    #include "hardware_kernel/semaphores.c"
    #include "hardware_kernel/mutexes.c"
#else
    #include <queue.c>
#endif
