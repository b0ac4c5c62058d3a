# SPDX-License-Identifier: Apache-2.0
"""Calls that FreeRTOS does with a few loads and stores: what hardware does not make faster."""

from isochron.suite import EVERY, MUTEXES, NO_TICK, WITH_SYSTEMS, Heart, Metric, Suite, Test

QUICK_CALLS = Suite(
    "quick-calls",
    "Calls that neither wake nor block anybody",
    None,
    (
        Test(
            "quick-calls",
            "Quick calls",
            "One task calls, and a service routine that an interrupt line begins.",
            "firmware/laboratory/benchmarks/quick_calls.c",
            (
                Metric("suspend-all", "vTaskSuspendAll"),
                Metric("resume-all", "xTaskResumeAll, with nothing pended meanwhile"),
                Metric("take-again", "xSemaphoreTakeRecursive of a mutex that the task has"),
                Metric("give-inner", "xSemaphoreGiveRecursive that leaves it taken"),
                Metric("messages-waiting", "uxQueueMessagesWaiting"),
                Metric("priority-get", "uxTaskPriorityGet of the calling task"),
                Metric("tick-count", "xTaskGetTickCount"),
                Metric("send-from-isr", "xQueueSendFromISR of 4 bytes, nobody waits"),
                Metric("receive-from-isr", "xQueueReceiveFromISR of 4 bytes, nobody waits"),
            ),
            defines={**NO_TICK, **MUTEXES, "configUSE_RECURSIVE_MUTEXES": "1"},
            kernels=(*WITH_SYSTEMS, "isochron-contexts"),
        ),
    ),
    heart=Heart(EVERY),
)
