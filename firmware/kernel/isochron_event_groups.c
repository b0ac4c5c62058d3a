/* SPDX-License-Identifier: Apache-2.0 */

/* event_groups.c: the hardware kernel's or FreeRTOS's, as configUSE_HW_ACCELERATION says. */
#include "isochron_choice.h"

#if ( isochronHARDWARE_KERNEL == 1 )
    #include "hardware_kernel/event_group_creation.c"
    #include "hardware_kernel/event_groups.c"
#else
    #include <event_groups.c>
#endif
