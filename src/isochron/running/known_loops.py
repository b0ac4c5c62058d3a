# SPDX-License-Identifier: Apache-2.0
"""The loops in the kernel files' machine code, and what each is over.

``tests/test_loops.py`` finds them all; ``docs/reference/kernel-api.md`` says by them why a cost is
no constant.
"""

ENDS = "the end of the program"
TEXT = "the length of a text"
STACK = "the unused part of a stack, as FreeRTOS's high-water mark"
LINES = "the interrupt lines of what is deleted"
SLEEP = "until the hardware has found the nearest deadline: tickless idle only"
LIST = "lists all tasks, as FreeRTOS's does; interrupts are enabled"
ITEM = "the size of an item; interrupts are enabled while a task copies"
OURS = {
    "copy_block": ITEM,
    "copy_bytes": ITEM,
    "copy_shifted": ITEM,
    "copy_words": ITEM,
    "eTaskConfirmSleepModeStatus": SLEEP,
    "freertos_risc_v_application_exception_handler": ENDS,
    "prvAppend": TEXT + ", when the program stops",
    "prvAppendNumber": "the digits of a number, when the program stops",
    "prvCreateTask": "the length of the task's name",
    "prvIdleTask": "the idle task, which frees one deleted task after the other",
    "prvMakeWay": "who copies at the queue: one to it and one from it, and who comes meanwhile",
    "prvMakeWayFromISR": "who copies at the queue: one to it and one from it",
    "prvTaskReturned": ENDS,
    "prvReclaimDeletedTask": LINES,
    "prvTransferElse": "again after a wait, or when others have come before its end",
    "prvTransferToMember": "again after each wait for room",
    "ucIsochronOpenBegin": "the bytes before a word's place, at most three",
    "ulIsochronFinish": "once more for each switch back to a task that has to wait on",
    "uxIsochronTraceRead": "words of the hardware's trace, as many as the caller asks for",
    "uxTaskGetStackHighWaterMark": STACK,
    "uxTaskGetStackHighWaterMark2": STACK,
    "uxTaskGetSystemState": LIST,
    "vIsochronConfigurationError": ENDS,
    "vKernelFinishAbandoned": "again if another task has taken the copy over",
    "vKernelCallHooks": "what hooks were not called for: at most 15 ticks, and 16 of the monitor",
    "vKernelReleaseLines": LINES,
    "vPortEndScheduler": ENDS,
    "vTaskDelete": LINES,
    "vTaskGetInfo": STACK,
    "vTaskGetRunTimeStatistics": LIST,
    "vTaskInternalSetTimeOutState": "again if the tick wraps while it is read",
    "vTaskListTasks": LIST,
    "vTaskResetState": "deletes all tasks and objects, before the scheduler starts",
    "vTaskSetTimeOutState": "again if the tick wraps while it is read",
    "vTaskStepTick": SLEEP,
    "xTaskCheckForTimeOut": "again if the tick wraps while it is read",
    "xTaskGetHandle": "looks for a name among all tasks, as FreeRTOS's does",
}
"""Functions of ours that have a loop, and what it is over."""

OTHERS = {
    "_init_tls": "the program's thread-local variables, at a creation: picolibc's own",
    "_set_tls": "constant",
    "memcpy": "the size of an item or of a structure",
    "memset": "a stack or a structure, at its creation",
    "snprintf": TEXT,
    "strlen": TEXT,
    "strncmp": TEXT,
    "pvPortMalloc": "the heap, at a creation: FreeRTOS's own",
    "vPortFree": "the heap, at a deletion: FreeRTOS's own",
    "xTimerCreateTimerTask": "once, at the start",
    "xTimerPendFunctionCallFromISR": "a message to the timer task",
}
"""What our functions call of others, and what its time depends on. Hooks, the board's and the
tests' functions are the application's."""
