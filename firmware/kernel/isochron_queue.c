/* SPDX-License-Identifier: Apache-2.0 */

/* queue.c: the hardware kernel's or FreeRTOS's, as isochron_choice.h says. */
#include "isochron_choice.h"

#if ( isochronACCELERATED == 1 )
    #include "accelerated/object_identifiers.c"
    #include "accelerated/queue_creation.c"
    #include "accelerated/queue_information.c"
    #include "accelerated/queue_in_software.c"
    #include "accelerated/queue_transfer.c"
    #include "accelerated/queue_sets.c"
    #include "accelerated/queues.c"
    #include "accelerated/semaphores.c"
    #include "accelerated/mutexes.c"
#else
    #include <queue.c>
#endif
