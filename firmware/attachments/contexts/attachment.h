/* SPDX-License-Identifier: Apache-2.0 */

/* The attachment `contexts`: the hardware kernel is on a bus, and each of its tasks has registers of the
 * core's of its own, its context. A call is that of `bus`; a switch saves nothing.
 * docs/explanation/contexts.md describes it. */
#pragma once

#include "../bus/attachment.h"
#include "../bus/context_frame.h"
#include "isochron_options.h"
#include "isochron_contexts_constants.h"

#ifndef configISOCHRON_BANKS_BASE_ADDRESS
    #error \
        "configISOCHRON_BANKS_BASE_ADDRESS must be defined in FreeRTOSConfig.h: the address of the tasks' contexts on the bus, as a plain number that the assembler understands too (no cast)."
#endif

#ifndef configISOCHRON_CALLS_BASE_ADDRESS
    #error \
        "configISOCHRON_CALLS_BASE_ADDRESS must be defined in FreeRTOSConfig.h: the address of the window of calls on the bus, as a plain number that the assembler understands too (no cast)."
#endif

/* Commands go to the window of calls, which works on them while the caller goes on. What is loaded
 * from the hardware kernel's own window waits for that. */
#undef isochronCOMMAND
#define isochronCOMMAND( xOffset, uxIdentifier )                      \
    ( ( uintptr_t ) configISOCHRON_CALLS_BASE_ADDRESS + ( xOffset ) + \
      ( ( uintptr_t ) ( uxIdentifier ) * sizeof( uint32_t ) ) )

/* The core loads and stores a word at any address. */
#define isochronWORDS_ANYWHERE

/* A send that waits may find its queue the member of a set. */
#if ( isochronSWITCH_IN_SOFTWARE == 0 )
uint32_t ulIsochronFinishSend( uint32_t ulResult );
    #define isochronFINISH_SEND( ulResult, uxCommand, ulArgument ) ulIsochronFinishSend( ulResult )
#endif

/* calls.S has these functions; those of the kernel files do what it leaves to them. */
#if ( isochronSWITCH_IN_SOFTWARE == 0 ) && !defined( isochronCALL_MACROS )
BaseType_t xIsochronSendInC( QueueHandle_t xQueue, const void * const pvItemToQueue, TickType_t xTicksToWait,
                             const BaseType_t xCopyPosition );
BaseType_t xIsochronTakeInC( QueueHandle_t xQueue, TickType_t xTicksToWait );
BaseType_t xIsochronNotifyInC( TaskHandle_t xTaskToNotify, UBaseType_t uxIndexToNotify, uint32_t ulValue,
                               eNotifyAction eAction, uint32_t * pulPreviousNotificationValue );
uint32_t ulIsochronNotifyTakeInC( UBaseType_t uxIndexToWaitOn, BaseType_t xClearCountOnExit,
                                  TickType_t xTicksToWait );
void vIsochronSuspendInC( TaskHandle_t xTaskToSuspend );
void vIsochronResumeInC( TaskHandle_t xTaskToResume );

/* The end of receiving a message of one word whose RESULT was not FAIL or OK: as ulIsochronFinish(),
 * and then the word goes to the item. */
BaseType_t xIsochronFinishWord( void * pvItem, uint32_t ulResult );

    /* A send begins again in C when its queue turns out to be the member of a queue set. It goes there by way
     * of the pointer: only the creation of an object refers to the function, so a program without objects is
     * linked without. */
    #if ( configISOCHRON_MESSAGES == 1 ) && ( configUSE_QUEUE_SETS == 1 )
extern BaseType_t ( *pxIsochronSendToMember )( QueueHandle_t xQueue, const void * const pvItemToQueue,
                                               TickType_t xTicksToWait, const BaseType_t xCopyPosition );

        #define isochronOBJECT_IS_CREATED() ( pxIsochronSendToMember = xIsochronSendInC )
    #endif

    #define isochronFINISH_WORD     xIsochronFinishWord
    #define xQueueGenericSend       xIsochronSendInC
    #define xQueueSemaphoreTake     xIsochronTakeInC
    #define xTaskGenericNotify      xIsochronNotifyInC
    #define ulTaskGenericNotifyTake ulIsochronNotifyTakeInC
    #define vTaskSuspend            vIsochronSuspendInC
    #define vTaskResume             vIsochronResumeInC
#endif

/* Registers by number. */
#define bankRA 1U
#define bankSP 2U
#define bankGP 3U
#define bankTP 4U
#define bankA0 10U

/* A register of a task's context, or its program counter. */
static inline volatile uint32_t * pulIsochronBank( UBaseType_t uxTask, uintptr_t uxOffset )
{
    return ( volatile uint32_t * ) ( ( uintptr_t ) configISOCHRON_BANKS_BASE_ADDRESS +
                                     ( ( uintptr_t ) uxTask * ISOCHRON_CONTEXTS_TASK_STRIDE ) + uxOffset );
}

static inline void * pvIsochronThreadPointer( void )
{
    void * pvThreadPointer;

    __asm volatile( "mv %0, tp" : "=r"( pvThreadPointer ) );

    return pvThreadPointer;
}

static inline void vIsochronSetThreadPointer( UBaseType_t uxTask, const void * pvThreadPointer )
{
    pulIsochronBank( uxTask, ISOCHRON_CONTEXTS_TASK_REGISTER_OFFSET )[ bankTP ] =
        ( uint32_t ) ( uintptr_t ) pvThreadPointer;
}

/* Fills the context of a new task from the frame that pxPortInitialiseStack() has left on its stack,
 * which is free then. */
static inline void vIsochronFillBank( UBaseType_t uxTask, const volatile StackType_t * pxTopOfStack,
                                      const void * pvThreadPointer )
{
    uintptr_t uxFrame = ( uintptr_t ) pxTopOfStack - frameINTERRUPTED_TAG;
    const StackType_t * pxFrame = ( const StackType_t * ) uxFrame;
    volatile uint32_t * pulRegisters = pulIsochronBank( uxTask, ISOCHRON_CONTEXTS_TASK_REGISTER_OFFSET );
    uint32_t ulGlobalPointer;

    __asm volatile( "mv %0, gp" : "=r"( ulGlobalPointer ) );

    pulRegisters[ bankRA ] = pxFrame[ frameRA / sizeof( StackType_t ) ];
    pulRegisters[ bankSP ] = uxFrame + frameINTERRUPTED_SIZE;
    pulRegisters[ bankGP ] = ulGlobalPointer;
    vIsochronSetThreadPointer( uxTask, pvThreadPointer );
    pulRegisters[ bankA0 ] = pxFrame[ frameA0 / sizeof( StackType_t ) ];
    *pulIsochronBank( uxTask, ISOCHRON_CONTEXTS_TASK_PC_OFFSET ) =
        pxFrame[ frameMEPC / sizeof( StackType_t ) ];
}
