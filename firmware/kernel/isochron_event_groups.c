/* SPDX-License-Identifier: Apache-2.0 */

/* event_groups.c: the hardware kernel's or FreeRTOS's, as configUSE_HW_ACCELERATION says. With several cores
 * the hardware kernel has FreeRTOS's, and what that needs (hardware_kernel/event_lists.c). */
#include "isochron_choice.h"

#if ( isochronHARDWARE_KERNEL == 1 ) && ( configNUMBER_OF_CORES > 1 )
    #define MPU_WRAPPERS_INCLUDED_FROM_API_FILE
    #include "FreeRTOS.h"
    #include "list.h"

ListItem_t * pxKernelFirstOfEvents( List_t const * pxEventList );

    /* xEventGroupSetBits() begins with it. */
    #undef listGET_HEAD_ENTRY
    #define listGET_HEAD_ENTRY( pxList ) pxKernelFirstOfEvents( pxList )
    #include <event_groups.c>
#elif ( isochronHARDWARE_KERNEL == 1 )
    #include "hardware_kernel/event_group_creation.c"
    #include "hardware_kernel/event_groups.c"
#else
    #include <event_groups.c>
#endif
