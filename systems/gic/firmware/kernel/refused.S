/* SPDX-License-Identifier: Apache-2.0 */

/* What this kernel does not have. The linker says so by these sections' names: who uses one of the
 * functions gets the text as a warning, and the function is not found. */
#include "FreeRTOSConfig.h"

    .macro  refused name
    .section .gnu.warning.\name
    .ascii  "\name: the kernel on the GIC does not have it; take FreeRTOS itself (configUSE_GIC_SCHEDULER 0)"
    .endm

    .macro  object name
    .section .gnu.warning.\name
    .ascii  "\name: the kernel on the GIC has it if configGIC_OBJECTS is 1"
    .endm

    .macro  option name, also
    .section .gnu.warning.\name
    .ascii  "\name: the kernel on the GIC has it if configGIC_OBJECTS and configUSE_\also are 1"
    .endm

#if configGIC_OBJECTS == 0

    .irp    name, xQueueGenericCreate, xQueueGenericCreateStatic, xQueueGenericSend, xQueueReceive
    object  \name
    .endr
    .irp    name, xQueueSemaphoreTake, xQueueCreateCountingSemaphore, xQueueCreateCountingSemaphoreStatic
    object  \name
    .endr
    .irp    name, xQueueGenericSendFromISR, xQueueGiveFromISR, xQueueReceiveFromISR, xQueuePeek
    object  \name
    .endr
    .irp    name, xQueueCreateMutex, xQueueCreateMutexStatic, xQueueGiveMutexRecursive, xQueueTakeMutexRecursive
    object  \name
    .endr
    .irp    name, xTaskGenericNotify, xTaskGenericNotifyWait, ulTaskGenericNotifyTake, xTaskGenericNotifyFromISR
    object  \name
    .endr
    .irp    name, vTaskGenericNotifyGiveFromISR, xTaskGenericNotifyStateClear, ulTaskGenericNotifyValueClear
    object  \name
    .endr
    .irp    name, xEventGroupCreate, xEventGroupCreateStatic, xEventGroupWaitBits, xEventGroupSetBits
    object  \name
    .endr
    .irp    name, vTaskSuspendAll, xTaskResumeAll
    object  \name
    .endr
#endif
#if ( configGIC_OBJECTS == 0 ) || ( configUSE_QUEUE_SETS == 0 )

    option  xQueueCreateSet, QUEUE_SETS
#endif
#if ( configGIC_OBJECTS == 0 ) || ( configUSE_STREAM_BUFFERS == 0 )

    .irp    name, xStreamBufferGenericCreate, xStreamBufferGenericCreateStatic, xStreamBufferSend
    option  \name, STREAM_BUFFERS
    .endr
#endif
#if ( configGIC_OBJECTS == 0 ) || ( configUSE_TIMERS == 0 )

    .irp    name, xTimerCreate, xTimerCreateStatic, xTimerGenericCommandFromTask, xTimerPendFunctionCallFromISR
    option  \name, TIMERS
    .endr
#endif
#if configGIC_FPU == 0

    .section .gnu.warning.vPortTaskUsesFPU
    .ascii  "vPortTaskUsesFPU: the kernel on the GIC has it if configGIC_FPU is 16 or 32"
#endif
    .irp    name, xTaskAbortDelay, vTaskEndScheduler, uxTaskGetNumberOfTasks, uxTaskGetSystemState
    refused \name
    .endr
