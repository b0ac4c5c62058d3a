/* SPDX-License-Identifier: Apache-2.0 */

/* What the files of the hybrid's kernel share. Not for applications. */
#pragma once

#include <stdint.h>
#include <string.h>

/* As in FreeRTOS's own files: no redefinition of the API by MPU wrappers here. */
#define MPU_WRAPPERS_INCLUDED_FROM_API_FILE

#include "isochron_options.h"
#include "FreeRTOS.h"
#include "task.h"
#include "timers.h"
#include "isochron.h"
#include "isochron_hybrid.h"
#include "isochron_hybrid_constants.h"
#include <kernel/common/common.h>

/* States of one of a task's notifications. */
#define kernelNOT_WAITING ( ( uint8_t ) 0 )
#define kernelWAITING     ( ( uint8_t ) 1 ) /* The task waits for it. */
#define kernelRECEIVED    ( ( uint8_t ) 2 )

/* The task control block. Whether the task is ready, delayed, blocked for ever or suspended, and its
 * place in that list, is in the hardware; event lists and what mutexes do to priorities are here. */
typedef struct tskTaskControlBlock
{
    volatile StackType_t * pxTopOfStack; /**< THIS MUST BE THE FIRST MEMBER: ports load and store it. */
    UBaseType_t uxIdentifier; /**< In the hardware. */
    UBaseType_t uxPriority; /**< The hardware knows it, too. */
    TickType_t xTicksLeft; /**< Of a delay: what the timer, which has 24 bits, is to be set to later. */
    ListItem_t xEventListItem; /**< In the list of what the task waits for, or in the pending ready list. */

    #if ( configUSE_MUTEXES == 1 )
    UBaseType_t uxBasePriority; /**< Without what mutexes added. */
    UBaseType_t uxMutexesHeld;
    #endif

    #if ( configUSE_TASK_NOTIFICATIONS == 1 )
    volatile uint32_t ulNotifiedValue[ configTASK_NOTIFICATION_ARRAY_ENTRIES ];
    volatile uint8_t ucNotifyState[ configTASK_NOTIFICATION_ARRAY_ENTRIES ];
    #endif

    #if ( INCLUDE_xTaskAbortDelay == 1 )
    uint8_t ucDelayAborted; /**< The wait for an object was aborted, and xTaskCheckForTimeOut() has not seen
                               it yet. */
    #endif

    #if ( configUSE_TICKLESS_IDLE != 0 )
    TickType_t xTimeToWake; /**< Of a delay: its last tick. */
    #endif

    #include <kernel/common/task_members.h>
} TCB_t;

/* The application's buffers are FreeRTOS's, so ours must fit. */
_Static_assert( sizeof( TCB_t ) <= sizeof( StaticTask_t ), "TCB_t must fit StaticTask_t" );

/* The identifier of a task that was deleted has the sign; when the identifier may be another's, it is none.
 */
#define kernelDELETED                        ( ~( ( ~( ( UBaseType_t ) 0U ) ) >> 1 ) )
#define kernelIDENTIFIER( pxTCB )            ( ( pxTCB )->uxIdentifier & ~kernelDELETED )
#define kernelSET_IDENTIFIER( pxTCB, uxNew ) ( ( pxTCB )->uxIdentifier = ( uxNew ) )
#define kernelNO_LONGER( pxTCB )             kernelNO_IDENTIFIER
#define kernelHAS_TASK( pxTCB )              ( ( BaseType_t ) ( pxTCB )->uxIdentifier >= 0 )
#define kernelRELEASE( pxTCB )               ( ( void ) ( pxTCB ) )
#define kernelTASK_FROM_HANDLE( xHandle )    ( ( ( xHandle ) == NULL ) ? pxCurrentTCB : ( xHandle ) )

/* The task that runs. Ports know it by this name. */
extern TCB_t * volatile pxCurrentTCB;

/* Deletes a task in the hardware; whether that was started; forgets the task to start. */
#define kernelFINISH( pxTCB )     vMessageWrite( ( pxTCB ), messageFINISHED )
#define kernelWAS_STARTED()       ( messageSTATUS( ulMessageReport( STATUS ), STARTED ) ? pdTRUE : pdFALSE )
#define kernelFORGET_FIRST_TASK() ( pxCurrentTCB = NULL )

/* Switches, if a task that has become ready is above the running one. */
#if ( configUSE_PREEMPTION == 0 )
    #define kernelYIELD_TO( pxTCB ) ( ( void ) ( pxTCB ) )
#else
    #define kernelYIELD_TO( pxTCB )                            \
    do                                                         \
    {                                                          \
        if( ( pxTCB )->uxPriority > pxCurrentTCB->uxPriority ) \
        {                                                      \
            portYIELD_WITHIN_API();                            \
        }                                                      \
    } while( 0 )
#endif

#include "messages.h"
