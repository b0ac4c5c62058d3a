/* SPDX-License-Identifier: Apache-2.0 */

/* What the hardware kernel's files share. Not for applications. */
#pragma once

#include <stdint.h>
#include <string.h>

/* As in FreeRTOS's own files: no redefinition of the API by MPU wrappers here. */
#define MPU_WRAPPERS_INCLUDED_FROM_API_FILE

#include "isochron_options.h"
#include "FreeRTOS.h"
#include "task.h"
#include "queue.h"
#include "event_groups.h"
#include "timers.h"
#include "attachment.h"
#include "isochron.h"
#include "isochron_constants.h"
#include "../common/common.h"

/* The task control block. Lists, priorities, states and notification values are the hardware
 * kernel's; what is left is what only software can know. */
typedef struct tskTaskControlBlock
{
    volatile StackType_t *
        pxTopOfStack;       /**< THIS MUST BE THE FIRST MEMBER: the context switch loads and stores it. */
    uintptr_t
        uxCommand; /**< Address of the command NOTIFY_NONE of this task, from which all others follow. */
    uint32_t ulLines; /**< Interrupt lines bound to the task, one bit each. */
    struct QueueDefinition * pxTransferQueue; /**< What the task sends or receives: see queue_open.c. */
    void * pvTransferItem;
    UBaseType_t uxTransferKind; /**< And what others have done about it (queue_open_records.c). */
    TickType_t xTransferTicks;
    IsochronOpen_t xOpen; /**< The record of a queue that names this task, which copies (queue_open.c). */
    struct tskTaskControlBlock * pxTransferOwner;  /**< Whose transfer it has taken over, or NULL. */
    struct tskTaskControlBlock * pxTransferCopier; /**< Who has taken over its own, or NULL. */
    uint32_t ulLastState; /**< Of a task that was deleted: the VALUE of TASK_STATE before. */

    #include "../common/task_members.h"
} TCB_t;

/* A semaphore, a mutex or a queue. A queue is two objects of the hardware kernel: one for itself,
 * and the next one for the tasks that wait to send. */
typedef struct QueueDefinition
{
    uintptr_t uxSend; /**< What a send is: see kernelSEND_IS_GIVE. */
    uintptr_t uxCommand; /**< Address of the command GIVE of this object, from which all others follow. */
    uintptr_t uxCommandFromISR; /**< The same in the window of interrupt service routines. */
    uintptr_t uxTransfer; /**< Address of its command QUEUE_OVERWRITE: those that begin and end a transfer are
                             near. */
    uint32_t ulLines; /**< Interrupt lines bound to the object, one bit each. */
    UBaseType_t uxLength; /**< Maximum of the count. */
    UBaseType_t uxItemSize; /**< In bytes. */
    uint8_t * pucHead; /**< Where the items are; NULL if this is no queue. */
    uint8_t * pucTail; /**< The end of the items. */
    uint8_t * pucWriteTo; /**< Where the next item goes that is sent to the back. */
    uint8_t * pucReadFrom; /**< Where the last item was that was received. */
    #if ( configISOCHRON_MESSAGES == 1 )
    uintptr_t uxMessage; /**< Address of its command QUEUE_RECEIVE for messages, if its items are such
                            (queue_messages.c); with a mark unless they are one word. Else 0. */
    #endif

    struct tskTaskControlBlock *
        pxWriter; /**< Records (queue_open.c): who copies an item to the queue, ... */
    struct tskTaskControlBlock * pxReader; /**< ... and from it, or over the only one; or NULL. */

    #if ( configUSE_RECURSIVE_MUTEXES == 1 )
    UBaseType_t uxRecursiveCallCount; /**< How often the holder has taken it. */
    struct tskTaskControlBlock * pxCounts; /**< The holder that counts there, or NULL (mutexes.c). */
    #endif

    #if ( configUSE_QUEUE_SETS == 1 )
    struct QueueDefinition * pxSet; /**< The queue set it is a member of, or NULL. */
    #endif

    #if ( configQUEUE_REGISTRY_SIZE > 0 )
    const char * pcQueueName; /**< As vQueueAddToRegistry() set it. */
    #endif

    #if ( configUSE_TRACE_FACILITY == 1 )
    UBaseType_t uxQueueNumber; /**< For trace tools. */
    #endif

    uint8_t ucQueueType; /**< What it is: queueQUEUE_TYPE_MUTEX, ... */

    #if ( ( configSUPPORT_STATIC_ALLOCATION == 1 ) && ( configSUPPORT_DYNAMIC_ALLOCATION == 1 ) )
    uint8_t ucStaticallyAllocated; /**< pdTRUE when the application owns the memory. */
    #endif
} Queue_t;

#if ( configNUMBER_OF_CORES == 1 )

/* An event group. Its bits are the hardware kernel's. */
typedef struct EventGroupDef_t
{
    uintptr_t uxCommand; /**< As in Queue_t. */
    uintptr_t uxCommandFromISR;
    uint32_t ulLines; /**< Interrupt lines bound to the group, one bit each. */

    #if ( configUSE_TRACE_FACILITY == 1 )
    UBaseType_t uxEventGroupNumber; /**< For trace tools. */
    #endif

    #if ( ( configSUPPORT_STATIC_ALLOCATION == 1 ) && ( configSUPPORT_DYNAMIC_ALLOCATION == 1 ) )
    uint8_t ucStaticallyAllocated; /**< pdTRUE when the application owns the memory. */
    #endif
} EventGroup_t;

_Static_assert( sizeof( EventGroup_t ) <= sizeof( StaticEventGroup_t ),
                "EventGroup_t must fit StaticEventGroup_t" );

#endif /* configNUMBER_OF_CORES */

/* The application's buffers are FreeRTOS's, so ours must fit. */
_Static_assert( sizeof( TCB_t ) <= sizeof( StaticTask_t ), "TCB_t must fit StaticTask_t" );
_Static_assert( sizeof( Queue_t ) <= sizeof( StaticQueue_t ), "Queue_t must fit StaticQueue_t" );

/* An attachment may have calls in assembler. */
_Static_assert( offsetof( TCB_t, uxCommand ) == sizeof( uintptr_t ),
                "uxCommand of a task must be its second word" );
_Static_assert( offsetof( Queue_t, uxSend ) == 0, "uxSend must be the first word" );
_Static_assert( offsetof( Queue_t, uxCommand ) == sizeof( uintptr_t ),
                "uxCommand of an object must be its second word" );

/* What a send is, by uxSend. A give, all of it: uxSend is uxCommand; of a semaphore or mutex in no queue set.
 * A message, all of it: uxSend is uxMessage; of a queue in no set. Or something
 * else: uxSend is in between, for the registers stand between the commands of the two, and marked, as no
 * message of one word is. */
#define kernelSEND_ELSE                 ( isochronCOMMAND( ISOCHRON_RESULT_OFFSET, 0 ) | messageOTHERWISE )
#define kernelSEND_IS_GIVE( uxSend )    ( ( uxSend ) < isochronCOMMAND( ISOCHRON_RESULT_OFFSET, 0 ) )
#define kernelSEND_IS_MESSAGE( uxSend ) ( ( uxSend ) >= isochronCOMMAND( ISOCHRON_NOTIFICATION_STRIDE, 0 ) )
_Static_assert( ISOCHRON_RESULT_OFFSET < ISOCHRON_NOTIFICATION_STRIDE,
                "registers must be below the commands of messages" );

/* What a send consists of; here for attachments, which may jump to it. What is neither a give nor a message;
 * any message; and with queue sets, what is left of a message whose RESULT is neither FAIL nor OK. */
BaseType_t xKernelSendElse( QueueHandle_t xQueue, const void * pvItem, TickType_t xTicksToWait,
                            BaseType_t xCopyPosition );
#if ( configISOCHRON_MESSAGES == 1 )
BaseType_t xKernelSendMessage( QueueHandle_t xQueue, const void * pvItem, TickType_t xTicksToWait,
                               BaseType_t xCopyPosition );

    #if ( configUSE_QUEUE_SETS == 1 )
BaseType_t xKernelFinishSend( QueueHandle_t xQueue, const void * pvItem, TickType_t xTicksToWait,
                              BaseType_t xCopyPosition, uint32_t ulResult );
    #endif
#endif

/* A task's identifier in the hardware. That of one that was deleted is none that a task has, so the hardware
 * refuses what its handle is used for: one if the control block is the application's, and stays; another if
 * it was freed. The same for objects. */
#define kernelDELETED_TASK   ( ( UBaseType_t ) 0xFEU )
#define kernelFREED_TASK     ( ( UBaseType_t ) 0xFFU )
#define kernelDELETED_OBJECT ( ( UBaseType_t ) 0xFEU )
_Static_assert( configMAX_HW_ACCELERATION_TASKS <= 0xFE, "kernelDELETED_TASK is no task's" );
_Static_assert(
    configMAX_HW_ACCELERATION_SEMAPHORES <= 0xFE,
    "the hardware kernel has at most 254 objects: set configMAX_HW_ACCELERATION_SEMAPHORES to NObjects" );
#if ( tskSTATIC_AND_DYNAMIC_ALLOCATION_POSSIBLE != 0 )
    #define kernelNO_LONGER( pxTCB ) \
    ( ( ( pxTCB )->ucStaticallyAllocated != 0U ) ? kernelDELETED_TASK : kernelFREED_TASK )
#elif ( configSUPPORT_STATIC_ALLOCATION == 1 )
    #define kernelNO_LONGER( pxTCB ) kernelDELETED_TASK
#else
    #define kernelNO_LONGER( pxTCB ) kernelFREED_TASK
#endif
#define kernelHAS_TASK( pxTCB ) \
    ( kernelIDENTIFIER( pxTCB ) < ( UBaseType_t ) ( configMAX_HW_ACCELERATION_TASKS ) )
#define kernelHAS_OBJECT( pxObject ) ( isochronIDENTIFIER( ( pxObject )->uxCommand ) != kernelDELETED_OBJECT )

/* What the addresses of a deleted object's commands become, from what they were. */
#define kernelFORGET_OBJECT( pxObject )                                                                    \
    ( ( ( intptr_t ) kernelDELETED_OBJECT - ( intptr_t ) isochronIDENTIFIER( ( pxObject )->uxCommand ) ) * \
      ( intptr_t ) sizeof( uint32_t ) )

#define kernelIDENTIFIER( pxTCB ) isochronIDENTIFIER( ( pxTCB )->uxCommand )
#define kernelSET_IDENTIFIER( pxTCB, uxIdentifier ) \
    ( ( pxTCB )->uxCommand = isochronCOMMAND( ISOCHRON_TASK_NOTIFY_NONE_OFFSET, ( uxIdentifier ) ) )

/* What a task that is deleted has, beyond its memory. */
#define kernelRELEASE( pxTCB ) vKernelReleaseLines( ( pxTCB )->ulLines )

/* Deletes a task in the hardware; whether that was started; forgets the task to start. */
#define kernelFINISH( pxTCB ) \
    ( ( void ) ulIsochronCall( kernelTASK_COMMAND( ( pxTCB ), TASK_TASK_DELETE ), 0 ) )
#define kernelWAS_STARTED()                                                                              \
    ( ( ( isochronREGISTER( ISOCHRON_STATUS_OFFSET ) & ISOCHRON_STATUS_STARTED_MASK ) != 0U ) ? pdTRUE : \
                                                                                                pdFALSE )
#define kernelFORGET_FIRST_TASK() /* the hardware knows it by the others */

/* Commands of a task or an object, from the address that its structure holds. A difference of
 * offsets is a constant that fits the store instruction. */
#define kernelTASK_COMMAND( pxTCB, OPERATION ) \
    ( ( pxTCB )->uxCommand +                   \
      ( uintptr_t ) ( ( ISOCHRON_##OPERATION##_OFFSET ) - ( ISOCHRON_TASK_NOTIFY_NONE_OFFSET ) ) )
#define kernelOBJECT_COMMAND( pxQueue, OPERATION ) \
    ( ( pxQueue )->uxCommand +                     \
      ( uintptr_t ) ( ( ISOCHRON_##OPERATION##_OFFSET ) - ( ISOCHRON_TASK_GIVE_OFFSET ) ) )
/* The commands that begin and end a transfer. */
#define kernelTRANSFER_COMMAND( pxQueue, OPERATION ) \
    ( ( pxQueue )->uxTransfer +                      \
      ( uintptr_t ) ( ( ISOCHRON_##OPERATION##_OFFSET ) - ( ISOCHRON_TASK_QUEUE_OVERWRITE_OFFSET ) ) )
#define kernelOBJECT_COMMAND_FROM_ISR( pxQueue, OPERATION ) \
    ( ( pxQueue )->uxCommandFromISR +                       \
      ( uintptr_t ) ( ( ISOCHRON_##OPERATION##_OFFSET ) - ( ISOCHRON_ISR_GIVE_OFFSET ) ) )

#define kernelIS_QUEUE( pxQueue ) ( ( pxQueue )->pucHead != NULL )
#define kernelIS_MUTEX( ucQueueType ) \
    ( ( ( ucQueueType ) == queueQUEUE_TYPE_MUTEX ) || ( ( ucQueueType ) == queueQUEUE_TYPE_RECURSIVE_MUTEX ) )

/* From a queue's uxTransfer to the commands of its messages, which are counted from RECEIVE. */
#define messageFROM_TRANSFER                                                                              \
    ( ( uintptr_t ) ( ( ISOCHRON_TASK_QUEUE_RECEIVE_OFFSET ) - ( ISOCHRON_TASK_QUEUE_OVERWRITE_OFFSET ) + \
                      ( ISOCHRON_NOTIFICATION_STRIDE ) ) )

/* Marks at the address of a queue of messages that are not one word: they are four words, or another number
 * of bytes. */
#define messageFOUR_WORDS 2U
#define messageOTHERWISE  1U

/* Argument of YIELD: only when another task of the caller's priority is ready. */
#define kernelYIELD_TO_EQUAL 1U

/* Argument of GIVE and QUEUE_COMMIT for the member of a queue set: its own waiters stay. */
#define kernelWAKE_NOBODY 0x100U

/* Switches, after a call in the window of service routines that a task has made, as FreeRTOS does when it
 * has woken a higher one. With several cores such a call is in a section, whose end switches. */
#define kernelYIELD_IF_WOKEN( xWoken )                                                                     \
    do                                                                                                     \
    {                                                                                                      \
        if( ( configNUMBER_OF_CORES == 1 ) && ( configUSE_PREEMPTION == 1 ) && ( ( xWoken ) != pdFALSE ) ) \
        {                                                                                                  \
            portYIELD_WITHIN_API();                                                                        \
        }                                                                                                  \
    } while( 0 )

/* Parts of the VALUE of TASK_STATE, and what becomes of it by a deletion. */
#define kernelDELETED_STATE( ulValue ) \
    ( ( ( ulValue ) & ~( 0x7U | kernelIN_EVENT_LIST ) ) | ( uint32_t ) eDeleted )
#define kernelTASK_STATE( ulValue )    ( ( eTaskState ) ( ( ulValue ) & 0x7U ) )
#define kernelIN_EVENT_LIST            0x08U
#define kernelAWAITS_NOTIFICATION      0x10U
#define kernelPRIORITY( ulValue )      ( ( UBaseType_t ) ( ( ( ulValue ) >> 8 ) & 0xFFU ) )
#define kernelBASE_PRIORITY( ulValue ) ( ( UBaseType_t ) ( ( ulValue ) >> 24 ) )

/* Time-out of a task that waits while the scheduler is suspended. The hardware takes no wait of 0
 * ticks, which FreeRTOS ends at the next tick, and the longest one as for ever: timers.c, woken a
 * tick too early, waits again. */
#define kernelRESTRICTED_WAIT( xTicksToWait, xWaitIndefinitely )       \
    ( ( ( xWaitIndefinitely ) != pdFALSE )  ? portMAX_DELAY :          \
      ( ( xTicksToWait ) == portMAX_DELAY ) ? ( portMAX_DELAY - 1U ) : \
      ( ( xTicksToWait ) == 0U )            ? 1U :                     \
                                              ( xTicksToWait ) )

/* The task that runs; before the scheduler does, the one to run first, or NULL. NULL stands for it in the
 * API. */
#define kernelCURRENT_TASK() ( ( TCB_t * ) ( uintptr_t ) isochronREGISTER( ISOCHRON_CURRENT_OFFSET ) )
#define pxCurrentTCB         kernelCURRENT_TASK() /* As FreeRTOS's macros, and trace macros, call it. */
#define kernelTASK_FROM_HANDLE( xHandle ) ( ( ( xHandle ) == NULL ) ? kernelCURRENT_TASK() : ( xHandle ) )

/* Traces how a call on a queue ended. With empty trace macros, nothing is left of it. */
#define kernelTRACE_RESULT( xReturn, traceSUCCESS, traceFAILURE ) \
    do                                                            \
    {                                                             \
        if( ( xReturn ) != pdFALSE )                              \
        {                                                         \
            traceSUCCESS;                                         \
        }                                                         \
        else                                                      \
        {                                                         \
            traceFAILURE;                                         \
        }                                                         \
    } while( 0 )

/* Takes what an object needs of the hardware, a queue or another one; kernelNO_IDENTIFIER when
 * nothing is left. */
UBaseType_t uxKernelTakeObject( BaseType_t xIsQueue );

/* Gives that back. */
void vKernelReturnObject( UBaseType_t uxIdentifier, BaseType_t xIsQueue );

/* To a creation from the heap that finds no object left it is as if the heap were used up: FreeRTOS calls the
 * application's hook then. */
#if ( configUSE_MALLOC_FAILED_HOOK == 1 )
    #define kernelHEAP_IS_USED_UP() vApplicationMallocFailedHook()
#else
    #define kernelHEAP_IS_USED_UP()
#endif

/* Releases the interrupt lines of a task or a semaphore that is about to be deleted. */
void vKernelReleaseLines( uint32_t ulLines );

/* Ends whatever is open at a queue (queue_open_deletions.c). */
void vKernelEndOpenAt( struct QueueDefinition * pxQueue );

#define kernelFINISH_OPEN_AT( pxQueue )                                              \
    do                                                                               \
    {                                                                                \
        if( ( ( pxQueue )->pxWriter != NULL ) || ( ( pxQueue )->pxReader != NULL ) ) \
        {                                                                            \
            vKernelEndOpenAt( pxQueue );                                             \
        }                                                                            \
    } while( 0 )

/* Whether a task copies an item, or another one does it for that. */
#define kernelIS_OPEN( pxTCB ) \
    ( ( ( pxTCB )->xOpen.ppxRecord != NULL ) || ( ( pxTCB )->pxTransferCopier != NULL ) )

/* Of such a task that has just been deleted, with interrupts masked; and the rest. */
void vKernelAbandonOpen( TCB_t * pxTCB );
void vKernelFinishAbandoned( TCB_t * pxTCB );

#include "kernel_calls.h"
