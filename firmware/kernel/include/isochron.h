/* SPDX-License-Identifier: Apache-2.0 */

/* What the hardware kernel offers beyond the FreeRTOS API. Only with configUSE_HW_ACCELERATION 1.
 * Include FreeRTOS.h first. */
#pragma once

#ifndef INC_FREERTOS_H
    #error "include FreeRTOS.h must appear in source files before include isochron.h"
#endif

#if !defined( configUSE_HW_ACCELERATION ) || ( configUSE_HW_ACCELERATION != 1 )
    #error \
        "isochron.h needs the hardware kernel: set configUSE_HW_ACCELERATION to 1 in FreeRTOSConfig.h, or do not include it."
#endif

#include "task.h"
#include "semphr.h"
#include "event_groups.h"
#include "isochron_constants.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Why a call was refused. All values but the last are the hardware's (hardware/registers/isochron.rdl). */
typedef enum
{
    eIsochronNoError = 0,
    eIsochronErrorOperation = ISOCHRON_RESULT_ERROR_OPERATION, /* No such operation. */
    eIsochronErrorObject = ISOCHRON_RESULT_ERROR_OBJECT, /* No such semaphore: deleted, or never created. */
    eIsochronErrorTask = ISOCHRON_RESULT_ERROR_TASK, /* No such task: deleted, or never created. */
    eIsochronErrorArgument = ISOCHRON_RESULT_ERROR_ARGUMENT, /* A number is out of range. */
    eIsochronErrorBusy =
        ISOCHRON_RESULT_ERROR_BUSY, /* Already in use, a task waits for it, or the scheduler is suspended. */
    eIsochronErrorOwner = ISOCHRON_RESULT_ERROR_OWNER, /* The mutex is held by another task. */
    eIsochronErrorCount = 16 /* A semaphore's maximum or a queue's length is above 65,535. */
} eIsochronError_t;

/* The last command that was refused. */
typedef struct
{
    eIsochronError_t eError;
    UBaseType_t uxOperation; /* Its number, as in docs/reference/registers.md. */
    UBaseType_t uxIdentifier; /* The task or the object that it named. */
    BaseType_t xFromISR; /* pdTRUE when an interrupt service routine or a line issued it. */
    UBaseType_t uxCount; /* Commands refused since the error was last cleared, at most 255. */
} IsochronError_t;

/* What the hardware kernel was built with. */
typedef struct
{
    UBaseType_t uxTasks; /* Tasks, the idle task included. */
    UBaseType_t uxPriorities;
    UBaseType_t uxSemaphores;
    UBaseType_t uxLines; /* Interrupt lines. */
    UBaseType_t uxNotifications; /* Of each task. */
    UBaseType_t uxTickBits; /* Width of the tick. */
    UBaseType_t uxCountBits; /* Width of a semaphore's count. */
    BaseType_t xEventGroups; /* Whether there are event groups. */
    BaseType_t xTicklessIdle; /* Whether it finds how long nothing is due. */
    BaseType_t xMonitor; /* Whether there is the monitor: isochron_monitor.h. */
} IsochronCapabilities_t;

/* Makes a rising edge of an interrupt line notify a task, as vTaskNotifyGiveFromISR() would, with
 * no interrupt service routine: the core is interrupted only if the task is waiting and above the
 * running one. Replaces an earlier binding of the line. The line's interrupt to the core, if it
 * has one, should be off.
 *
 * Returns pdFAIL when there is no such line or no such task. */
BaseType_t xIsochronLineToTask( UBaseType_t uxLine, TaskHandle_t xTask );

/* The same for a semaphore, as xSemaphoreGiveFromISR() would. An edge that comes when the count is
 * at its maximum is lost.
 *
 * Returns pdFAIL when there is no such line or no such semaphore. */
BaseType_t xIsochronLineToSemaphore( UBaseType_t uxLine, SemaphoreHandle_t xSemaphore );

/* With several cores event groups are FreeRTOS's own, in memory, where no line sets bits: a program that
 * calls one of these two functions does not compile. */
#if ( configNUMBER_OF_CORES > 1 )
    #define isochronGROUPS_IN_HARDWARE                                                                  \
    __attribute__( ( error( "With several cores the hardware kernel has no event groups, FreeRTOS has " \
                            "them in memory: give a semaphore or notify a task by the line, or call "   \
                            "xEventGroupSetBitsFromISR()." ) ) )
#else
    #define isochronGROUPS_IN_HARDWARE
#endif

/* The same for bits of an event group, as xIsochronEventGroupSetBitsFromISR(). An edge that comes while
 * tasks that wait are still being looked at waits for that.
 *
 * Returns pdFAIL when there is no such line or no such group. */
BaseType_t xIsochronLineToEventGroup( UBaseType_t uxLine, EventGroupHandle_t xEventGroup,
                                      const EventBits_t uxBits ) isochronGROUPS_IN_HARDWARE;

/* Ends a binding. Deleting the task, the semaphore or the event group does, too.
 *
 * Returns pdFAIL when there is no such line. */
BaseType_t xIsochronLineRelease( UBaseType_t uxLine );

/* Sets bits of an event group from an interrupt service routine, at once, where
 * xEventGroupSetBitsFromISR() leaves that to the timer task. The hardware looks at the tasks that
 * wait while software goes on; if it wakes one above the interrupted task it requests the switch
 * itself, so there is nothing to hand to portYIELD_FROM_ISR().
 *
 * While bits are being set, by a task or an earlier call, it waits until those who wait were looked at.
 *
 * Returns pdPASS. */
BaseType_t xIsochronEventGroupSetBitsFromISR( EventGroupHandle_t xEventGroup,
                                              const EventBits_t uxBitsToSet ) isochronGROUPS_IN_HARDWARE;

/* Says what the hardware kernel was built with. */
void vIsochronGetCapabilities( IsochronCapabilities_t * pxCapabilities );

/* Says which command was refused last, and clears that. NULL clears only.
 *
 * Returns pdFALSE, and writes zeros, when none was refused since. */
BaseType_t xIsochronGetError( IsochronError_t * pxError );

/* The hardware's number of a task; NULL means the calling task. */
UBaseType_t uxIsochronTaskIdentifier( TaskHandle_t xTask );

/* The hardware's number of a semaphore. */
UBaseType_t uxIsochronSemaphoreIdentifier( SemaphoreHandle_t xSemaphore );

/* Called, once, when the configuration does not fit the hardware. The message names the option,
 * its value, the hardware's and the cure. Must not return. The default calls
 * configPRINT_STRING( pcMessage ), if FreeRTOSConfig.h defines it, and stops. */
void vIsochronConfigurationError( const char * pcMessage );

/* Called when the hardware kernel refuses a command of the API: a handle of something deleted, or
 * a bug. The API function returns pdFAIL, zero, or as documented, if this returns. The default
 * says why, and what helps, by configPRINT_STRING( pcText ), if FreeRTOSConfig.h defines it, and fails an
 * assertion. */
void vIsochronCommandRefused( eIsochronError_t eError );

/* Called when the hardware kernel has no object left for a semaphore, mutex, queue or event group. The
 * creation then returns NULL, and calls FreeRTOS's vApplicationMallocFailedHook() before if the memory is the
 * heap's. The default says what helps by configPRINT_STRING( pcText ), if FreeRTOSConfig.h defines it. */
void vIsochronObjectsUsedUp( void );

/* Called with an error code in place of a result: reports it and returns FAIL. For the kernel's
 * own use. */
uint32_t ulIsochronRefused( uint32_t ulCode );

#ifdef __cplusplus
}
#endif
