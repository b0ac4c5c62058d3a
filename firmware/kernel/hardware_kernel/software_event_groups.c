/* SPDX-License-Identifier: Apache-2.0 */

/* Event groups in software: FreeRTOS's event_groups.c, unmodified, under other names. */
#include "software_names.h"

/* As in FreeRTOS's own files: no redefinition of the API by MPU wrappers here. */
#define MPU_WRAPPERS_INCLUDED_FROM_API_FILE

#include "FreeRTOSConfig.h"
#include "software_traces.h"
#include "FreeRTOS.h"
#include "task.h"
#include "timers.h"
#include "event_groups.h"
#include "software_objects.h"
#include "event_lists.h"

#if kernelSOFTWARE_OBJECTS

/* Of those on a list some may wait no more. xEventGroupSetBits() begins here, with the scheduler
 * suspended. */
    #undef listGET_HEAD_ENTRY
    #define listGET_HEAD_ENTRY( pxList )    pxEventListFirst( ( List_t * ) ( pxList ) )

    #define xTaskResumeAll                  xEventListResumeAll

    #include <event_groups.c>

#endif /* kernelSOFTWARE_OBJECTS */
/*-----------------------------------------------------------*/
