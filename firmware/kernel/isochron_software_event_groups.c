/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's event_groups.c once more, for event groups that the hardware kernel has no room for; nothing
 * with configUSE_HW_ACCELERATION 0. */
#include "isochron_choice.h"

#if ( isochronHARDWARE_KERNEL == 1 )
    #include "hardware_kernel/software_event_groups.c"
#endif
