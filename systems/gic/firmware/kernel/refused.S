/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What this kernel does not have. The linker says so by these sections' names: who uses one of the
 * functions gets the text as a warning, and the function is not found.
 */
    .macro  refused name
    .section .gnu.warning.\name
    .ascii  "\name: the kernel on the GIC has tasks only; for this, take FreeRTOS itself (configUSE_GIC_SCHEDULER 0)"
    .endm

    .irp    name, xQueueGenericCreate, xQueueGenericCreateStatic, xQueueGenericSend, xQueueReceive
    refused \name
    .endr
    .irp    name, xQueueSemaphoreTake, xQueueCreateCountingSemaphore, xQueueCreateCountingSemaphoreStatic
    refused \name
    .endr
    .irp    name, xQueueCreateMutex, xQueueCreateMutexStatic, xQueueGenericSendFromISR, xQueueGiveFromISR
    refused \name
    .endr
    .irp    name, xQueueReceiveFromISR, xQueuePeek, xQueueCreateSet, xQueueGiveMutexRecursive
    refused \name
    .endr
    .irp    name, xEventGroupCreate, xEventGroupCreateStatic, xEventGroupWaitBits, xEventGroupSetBits
    refused \name
    .endr
    .irp    name, xStreamBufferGenericCreate, xStreamBufferGenericCreateStatic, xStreamBufferSend
    refused \name
    .endr
    .irp    name, xTimerCreate, xTimerCreateStatic, xTimerGenericCommandFromTask
    refused \name
    .endr
    .irp    name, xTaskGenericNotify, xTaskGenericNotifyWait, ulTaskGenericNotifyTake, xTaskGenericNotifyFromISR
    refused \name
    .endr
    .irp    name, vTaskGenericNotifyGiveFromISR, vTaskSuspendAll, xTaskResumeAll
    refused \name
    .endr
    .irp    name, xTaskAbortDelay, vTaskEndScheduler, uxTaskGetNumberOfTasks, uxTaskGetSystemState
    refused \name
    .endr
