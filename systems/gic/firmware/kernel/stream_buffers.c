/* SPDX-License-Identifier: Apache-2.0 */

/* Stream and message buffers: FreeRTOS's own stream_buffer.c, with a lock for each buffer. Within it tasks
 * are notified, so it is taken before a task's own lock (events.h), and is one of other locks than those.
 * systems/gic/model/stream.pml is the model of this. */
#include <string.h>

#define gicLOCK()   prvLock( pxStreamBuffer )
#define gicUNLOCK() prvUnlock( pxStreamBuffer )
#include "creation.h"
#include "locked.h"
#include "locks.h"
#include "stream_buffer.h"

#if gicOBJECTS && ( configUSE_STREAM_BUFFERS == 1 )

static GicLock_t xLocks[ gicLOCKS ];
static uint32_t ulStates[ configNUMBER_OF_CORES ]; /* of interrupts, before a core has taken one */

static void prvLock( const void * pvBuffer )
{
    if( xGicStarted != pdFALSE )
    {
        const uint32_t ulState = prvMask();

        prvTakeLock( prvLockOf( xLocks, pvBuffer ) );
        ulStates[ prvCore()->ulNumber ] = ulState;
    }
}

static BaseType_t prvUnlock( const void * pvBuffer )
{
    if( xGicStarted != pdFALSE )
    {
        const uint32_t ulState = ulStates[ prvCore()->ulNumber ];

        prvGiveLock( prvLockOf( xLocks, pvBuffer ) );
        prvUnmask( ulState );
    }

    return pdFALSE;
}

    #if gicMULTICORE

/* Who sends writes what is in the buffer, and then says that it is there; and so who receives. */
static void prvCopy( void * pvTo, const void * pvFrom, size_t xBytes )
{
    __asm volatile( "dmb" ::: "memory" );
    ( void ) memcpy( pvTo, pvFrom, xBytes );
    __asm volatile( "dmb" ::: "memory" );
}

        #define memcpy prvCopy

/* Waits, and is not waiting any more with the lock: nobody may be about to notify it then. */
static BaseType_t prvWait( StreamBufferHandle_t xBuffer, UBaseType_t uxIndex, TickType_t xTicksToWait );

        #undef xTaskNotifyWaitIndexed
        #define xTaskNotifyWaitIndexed( uxIndex, ulEntry, ulExit, pulValue, xTicks ) \
    prvWait( pxStreamBuffer, uxIndex, xTicks )
    #endif /* if gicMULTICORE */

    #include "../stream_buffer.c"

    #if gicMULTICORE

static BaseType_t prvWait( StreamBufferHandle_t xBuffer, UBaseType_t uxIndex, TickType_t xTicksToWait )
{
    const BaseType_t xNotified = xTaskGenericNotifyWait( uxIndex, 0, 0, NULL, xTicksToWait );
    const TaskHandle_t xSelf = xTaskGetCurrentTaskHandle();

    prvLock( xBuffer );

    if( xBuffer->xTaskWaitingToSend == xSelf )
    {
        xBuffer->xTaskWaitingToSend = NULL;
    }

    if( xBuffer->xTaskWaitingToReceive == xSelf )
    {
        xBuffer->xTaskWaitingToReceive = NULL;
    }

    ( void ) prvUnlock( xBuffer );
    return xNotified;
}
    #endif /* if gicMULTICORE */
#endif /* if gicOBJECTS && ( configUSE_STREAM_BUFFERS == 1 ) */
