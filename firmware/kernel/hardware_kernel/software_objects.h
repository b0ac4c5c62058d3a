/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Objects in software: what the hardware kernel has no room for. They are FreeRTOS's own queue.c
 * and event_groups.c under other names (software_names.h), on the event lists of event_lists.h.
 * A handle is the same structure as of an object of the hardware, but the object that it names is
 * kernelSOFTWARE_OBJECT. Every command on that one answers SOFTWARE, and then, and only then, the
 * function of the API calls the one declared here: an object of the hardware pays nothing.
 */
#ifndef ISOCHRON_SOFTWARE_OBJECTS_H
#define ISOCHRON_SOFTWARE_OBJECTS_H

#include "FreeRTOS.h"

/* 1: an object that the hardware has no room for is made in software; 0: its creation fails. They
 * take their memory from the heap. */
#ifndef configISOCHRON_SOFTWARE_OBJECTS
    #define configISOCHRON_SOFTWARE_OBJECTS    1
#endif

#define kernelSOFTWARE_OBJECTS \
    ( ( configISOCHRON_SOFTWARE_OBJECTS != 0 ) && ( configSUPPORT_DYNAMIC_ALLOCATION == 1 ) )

/* The object that the handles of all objects in software name. */
#define kernelSOFTWARE_OBJECT    ( ( UBaseType_t ) 0xFFU )

/* Whether an object may be made in software: by configuration, and by what the hardware was built
 * with. */
BaseType_t xKernelMayMakeInSoftware( void );

/* Calls traceQUEUE_SET_SEND for a set in software, of which only queue.c learns that it was told. */
void vKernelTraceSetSend( void * pvHandle );

/* Tells a queue set in the hardware of a member in software, with interrupts masked. Returns whether a
 * task above the running one was woken. */
BaseType_t xKernelTellSet( void * pvSet,
                           void * pvMember );

/* Counts one more, or, with -1, one less. */
void vKernelCountInSoftware( BaseType_t xMore );

/* Whether an object is in software: asked where the hardware's answer is not at hand. */
#define kernelIS_IN_SOFTWARE( pxObject )    ( kernelSOFTWARE_OBJECTS && ( ( pxObject )->pxSoftware != NULL ) )

/* FreeRTOS's structures. The kernel files only hand them on. */
struct SoftwareQueueDefinition;
struct SoftwareEventGroupDefinition;
typedef struct SoftwareQueueDefinition SoftwareQueue_t;
typedef struct SoftwareEventGroupDefinition SoftwareEventGroup_t;
/*-----------------------------------------------------------*/

/* Makes a queue, a semaphore or a mutex; pvHandle is what the application calls it; its items, if it
 * has any, are at pucStorage. NULL when the heap has no room for FreeRTOS's structure. */
SoftwareQueue_t * pxSoftwareQueueMake( UBaseType_t uxLength,
                                       UBaseType_t uxInitialCount,
                                       UBaseType_t uxItemSize,
                                       uint8_t * pucStorage,
                                       const uint8_t ucQueueType,
                                       void * pvHandle );

/* Frees it. Returns pdFAIL, and changes nothing, when a task waits for it. */
BaseType_t xSoftwareQueueUnmake( SoftwareQueue_t * pxQueue );

/* What the application calls it. */
void * pvSoftwareQueueHandle( const SoftwareQueue_t * pxQueue );

/* The task that holds a mutex, or NULL. */
TaskHandle_t xSoftwareQueueHolder( const SoftwareQueue_t * pxQueue );

/* Makes it the member of a queue set, by the handle of that and FreeRTOS's structure, NULL if the set is
 * in the hardware; and of none. As FreeRTOS's xQueueAddToSet() and xQueueRemoveFromSet(). */
BaseType_t xSoftwareQueueJoin( SoftwareQueue_t * pxMember,
                               void * pvSet,
                               SoftwareQueue_t * pxSet );
BaseType_t xSoftwareQueueLeave( SoftwareQueue_t * pxMember,
                                const void * pvSet );

/* As the functions of FreeRTOS that have these names without "Software". */
BaseType_t xSoftwareQueueGenericSend( SoftwareQueue_t * pxQueue,
                                      const void * const pvItemToQueue,
                                      TickType_t xTicksToWait,
                                      const BaseType_t xCopyPosition );
BaseType_t xSoftwareQueueGenericSendFromISR( SoftwareQueue_t * pxQueue,
                                             const void * const pvItemToQueue,
                                             BaseType_t * const pxHigherPriorityTaskWoken,
                                             const BaseType_t xCopyPosition );
BaseType_t xSoftwareQueueGiveFromISR( SoftwareQueue_t * pxQueue,
                                      BaseType_t * const pxHigherPriorityTaskWoken );
BaseType_t xSoftwareQueueReceive( SoftwareQueue_t * pxQueue,
                                  void * const pvBuffer,
                                  TickType_t xTicksToWait );
BaseType_t xSoftwareQueueReceiveFromISR( SoftwareQueue_t * pxQueue,
                                         void * const pvBuffer,
                                         BaseType_t * const pxHigherPriorityTaskWoken );
BaseType_t xSoftwareQueuePeek( SoftwareQueue_t * pxQueue,
                               void * const pvBuffer,
                               TickType_t xTicksToWait );
BaseType_t xSoftwareQueuePeekFromISR( SoftwareQueue_t * pxQueue,
                                      void * const pvBuffer );
BaseType_t xSoftwareQueueSemaphoreTake( SoftwareQueue_t * pxQueue,
                                        TickType_t xTicksToWait );
UBaseType_t uxSoftwareQueueMessagesWaiting( SoftwareQueue_t * const pxQueue );
UBaseType_t uxSoftwareQueueMessagesWaitingFromISR( SoftwareQueue_t * const pxQueue );
BaseType_t xSoftwareQueueGenericReset( SoftwareQueue_t * pxQueue,
                                       BaseType_t xNewQueue );
void vSoftwareQueueWaitForMessageRestricted( SoftwareQueue_t * pxQueue,
                                             TickType_t xTicksToWait,
                                             const BaseType_t xWaitIndefinitely );

SoftwareEventGroup_t * xSoftwareEventGroupCreate( void );
void vSoftwareEventGroupDelete( SoftwareEventGroup_t * pxEventGroup );
TickType_t xSoftwareEventGroupWaitBits( SoftwareEventGroup_t * pxEventGroup,
                                        const TickType_t uxBitsToWaitFor,
                                        const BaseType_t xClearOnExit,
                                        const BaseType_t xWaitForAllBits,
                                        TickType_t xTicksToWait );
TickType_t xSoftwareEventGroupSync( SoftwareEventGroup_t * pxEventGroup,
                                    const TickType_t uxBitsToSet,
                                    const TickType_t uxBitsToWaitFor,
                                    TickType_t xTicksToWait );
TickType_t xSoftwareEventGroupSetBits( SoftwareEventGroup_t * pxEventGroup,
                                       const TickType_t uxBitsToSet );
TickType_t xSoftwareEventGroupClearBits( SoftwareEventGroup_t * pxEventGroup,
                                         const TickType_t uxBitsToClear );
TickType_t xSoftwareEventGroupGetBitsFromISR( SoftwareEventGroup_t * pxEventGroup );

#endif /* ISOCHRON_SOFTWARE_OBJECTS_H */
