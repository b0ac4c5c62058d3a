/* SPDX-License-Identifier: Apache-2.0 */

/* What calls cost that options bring, those of FreeRTOS's own timers.c and stream_buffer.c among them: see
 * cost.h. */
#include "board.h"
#include "cost.h"
#include "event_groups.h"
#include "interrupt.h"
#include "message_buffer.h"
#include "queue.h"
#include "semphr.h"
#include "stream_buffer.h"
#include "timers.h"

#define LONG 100000

/* A call in an interrupt service routine of its own. */
#define FROM_ISR( which, before, call )          \
    static void isr_##which( void )              \
    {                                            \
        BaseType_t woken = pdFALSE;              \
                                                 \
        MEASURE( which, before, call, NOTHING ); \
        ( void ) woken;                          \
    }

static TimerHandle_t timer;
static EventGroupHandle_t group;
static StreamBufferHandle_t stream;
static MessageBufferHandle_t message;
static SemaphoreHandle_t semaphore;
static QueueHandle_t queue;
static QueueSetHandle_t set;
static uint32_t item = 7;

/* Has the timer task, which is below, work off its commands. */
static void drain( void )
{
    vTaskPrioritySet( xTimerGetTimerDaemonTaskHandle(), SELF + 1 );
    vTaskPrioritySet( xTimerGetTimerDaemonTaskHandle(), LOW );
}

static void expired( TimerHandle_t which )
{
}

static void pended( void * parameter, uint32_t number )
{
}

FROM_ISR( xTimerStartFromISR, NOTHING, xTimerStartFromISR( timer, &woken ) )
FROM_ISR( xTimerStopFromISR, NOTHING, xTimerStopFromISR( timer, &woken ) )
FROM_ISR( xTimerResetFromISR, NOTHING, xTimerResetFromISR( timer, &woken ) )
FROM_ISR( xTimerChangePeriodFromISR, NOTHING, xTimerChangePeriodFromISR( timer, LONG, &woken ) )
FROM_ISR( xTimerPendFunctionCallFromISR, NOTHING, xTimerPendFunctionCallFromISR( pended, NULL, 0, &woken ) )
FROM_ISR( xTimerGenericCommandFromISR, NOTHING,
          xTimerGenericCommandFromISR( timer, tmrCOMMAND_STOP_FROM_ISR, 0, &woken, 0 ) )
FROM_ISR( xEventGroupSetBitsFromISR, NOTHING, xEventGroupSetBitsFromISR( group, 1, &woken ) )
FROM_ISR( xEventGroupClearBitsFromISR, NOTHING, xEventGroupClearBitsFromISR( group, 1 ) )

static void measure_timers( void )
{
    static StaticTimer_t block;
    StaticTimer_t * found;
    TimerHandle_t other;

    MEASURE( pcTimerGetName, NOTHING, sink = ( uintptr_t ) pcTimerGetName( timer ), NOTHING );
    MEASURE( pvTimerGetTimerID, NOTHING, sink = ( uintptr_t ) pvTimerGetTimerID( timer ), NOTHING );
    MEASURE( vTimerSetTimerID, NOTHING, vTimerSetTimerID( timer, NULL ), NOTHING );
    MEASURE( uxTimerGetReloadMode, NOTHING, sink = uxTimerGetReloadMode( timer ), NOTHING );
    MEASURE( xTimerGetReloadMode, NOTHING, sink = ( uint32_t ) xTimerGetReloadMode( timer ), NOTHING );
    MEASURE( vTimerSetReloadMode, NOTHING, vTimerSetReloadMode( timer, pdTRUE ), NOTHING );
    MEASURE( uxTimerGetTimerNumber, NOTHING, sink = uxTimerGetTimerNumber( timer ), NOTHING );
    MEASURE( vTimerSetTimerNumber, NOTHING, vTimerSetTimerNumber( timer, 3 ), NOTHING );
    MEASURE( xTimerGetPeriod, NOTHING, sink = xTimerGetPeriod( timer ), NOTHING );
    MEASURE( xTimerGetExpiryTime, NOTHING, sink = xTimerGetExpiryTime( timer ), NOTHING );
    MEASURE( xTimerIsTimerActive, NOTHING, sink = ( uint32_t ) xTimerIsTimerActive( timer ), NOTHING );
    MEASURE( xTimerGetStaticBuffer, NOTHING, sink = ( uint32_t ) xTimerGetStaticBuffer( timer, &found ),
             NOTHING );
    MEASURE( xTimerGetTimerDaemonTaskHandle, NOTHING, sink = ( uintptr_t ) xTimerGetTimerDaemonTaskHandle(),
             NOTHING );
    MEASURE( xTimerStart, NOTHING, xTimerStart( timer, portMAX_DELAY ), drain() );
    MEASURE( xTimerStop, NOTHING, xTimerStop( timer, portMAX_DELAY ), drain() );
    MEASURE( xTimerReset, NOTHING, xTimerReset( timer, portMAX_DELAY ), drain() );
    MEASURE( xTimerChangePeriod, NOTHING, xTimerChangePeriod( timer, LONG, portMAX_DELAY ), drain() );
    MEASURE( xTimerPendFunctionCall, NOTHING, xTimerPendFunctionCall( pended, NULL, 0, portMAX_DELAY ),
             drain() );
    MEASURE( xTimerCreateStatic, NOTHING,
             other = xTimerCreateStatic( "other", LONG, pdFALSE, NULL, expired, &block ),
             xTimerDelete( other, 0 );
             drain() );
    MEASURE( xTimerDelete, other = xTimerCreateStatic( "other", LONG, pdFALSE, NULL, expired, &block ),
             xTimerDelete( other, portMAX_DELAY ), drain() );
    interrupt( isr_xTimerStartFromISR );
    drain();
    interrupt( isr_xTimerStopFromISR );
    drain();
    interrupt( isr_xTimerResetFromISR );
    drain();
    interrupt( isr_xTimerChangePeriodFromISR );
    drain();
    interrupt( isr_xTimerPendFunctionCallFromISR );
    drain();
    interrupt( isr_xTimerGenericCommandFromISR );
    drain();
    interrupt( isr_xEventGroupSetBitsFromISR );
    drain();
    interrupt( isr_xEventGroupClearBitsFromISR );
    drain();
}

static void put_stream( void )
{
    xStreamBufferReset( stream );
    xStreamBufferSend( stream, &item, sizeof( item ), 0 );
}

static void put_message( void )
{
    xMessageBufferReset( message );
    xMessageBufferSend( message, &item, sizeof( item ), 0 );
}

/* In an interrupt service routine. */
static void measure_buffers_from_isr( void )
{
    BaseType_t woken = pdFALSE;
    uint32_t got;

    MEASURE( xStreamBufferResetFromISR, NOTHING, xStreamBufferResetFromISR( stream ), NOTHING );
    MEASURE( xStreamBufferSendFromISR, xStreamBufferResetFromISR( stream ),
             xStreamBufferSendFromISR( stream, &item, sizeof( item ), &woken ), NOTHING );
    MEASURE( xStreamBufferReceiveFromISR, xStreamBufferResetFromISR( stream );
             xStreamBufferSendFromISR( stream, &item, sizeof( item ), &woken ),
             xStreamBufferReceiveFromISR( stream, &got, sizeof( got ), &woken ), NOTHING );
    MEASURE( xStreamBufferSendCompletedFromISR, NOTHING, xStreamBufferSendCompletedFromISR( stream, &woken ),
             NOTHING );
    MEASURE( xStreamBufferReceiveCompletedFromISR, NOTHING,
             xStreamBufferReceiveCompletedFromISR( stream, &woken ), NOTHING );
    MEASURE( xMessageBufferResetFromISR, NOTHING, xMessageBufferResetFromISR( message ), NOTHING );
    MEASURE( xMessageBufferSendFromISR, xMessageBufferResetFromISR( message ),
             xMessageBufferSendFromISR( message, &item, sizeof( item ), &woken ), NOTHING );
    MEASURE( xMessageBufferReceiveFromISR, xMessageBufferResetFromISR( message );
             xMessageBufferSendFromISR( message, &item, sizeof( item ), &woken ),
             xMessageBufferReceiveFromISR( message, &got, sizeof( got ), &woken ), NOTHING );
    MEASURE( xMessageBufferSendCompletedFromISR, NOTHING,
             xMessageBufferSendCompletedFromISR( message, &woken ), NOTHING );
    MEASURE( xMessageBufferReceiveCompletedFromISR, NOTHING,
             xMessageBufferReceiveCompletedFromISR( message, &woken ), NOTHING );
}

static void measure_stream_buffers( void )
{
    static StaticStreamBuffer_t block;
    static uint8_t storage[ 17 ];
    StaticStreamBuffer_t * found;
    StreamBufferHandle_t other;
    uint8_t * items;
    uint32_t got;

    MEASURE( xStreamBufferReset, NOTHING, xStreamBufferReset( stream ), NOTHING );
    MEASURE( xStreamBufferSend, xStreamBufferReset( stream ),
             xStreamBufferSend( stream, &item, sizeof( item ), portMAX_DELAY ), NOTHING );
    MEASURE( xStreamBufferReceive, put_stream(),
             xStreamBufferReceive( stream, &got, sizeof( got ), portMAX_DELAY ), NOTHING );
    MEASURE( xStreamBufferBytesAvailable, NOTHING, sink = xStreamBufferBytesAvailable( stream ), NOTHING );
    MEASURE( xStreamBufferSpacesAvailable, NOTHING, sink = xStreamBufferSpacesAvailable( stream ), NOTHING );
    MEASURE( xStreamBufferIsEmpty, NOTHING, sink = ( uint32_t ) xStreamBufferIsEmpty( stream ), NOTHING );
    MEASURE( xStreamBufferIsFull, NOTHING, sink = ( uint32_t ) xStreamBufferIsFull( stream ), NOTHING );
    MEASURE( xStreamBufferSetTriggerLevel, NOTHING,
             sink = ( uint32_t ) xStreamBufferSetTriggerLevel( stream, 1 ), NOTHING );
    MEASURE( ucStreamBufferGetStreamBufferType, NOTHING, sink = ucStreamBufferGetStreamBufferType( stream ),
             NOTHING );
    MEASURE( uxStreamBufferGetStreamBufferNumber, NOTHING,
             sink = uxStreamBufferGetStreamBufferNumber( stream ), NOTHING );
    MEASURE( vStreamBufferSetStreamBufferNumber, NOTHING, vStreamBufferSetStreamBufferNumber( stream, 2 ),
             NOTHING );
    MEASURE( uxStreamBufferGetStreamBufferNotificationIndex, NOTHING,
             sink = uxStreamBufferGetStreamBufferNotificationIndex( stream ), NOTHING );
    MEASURE( vStreamBufferSetStreamBufferNotificationIndex, NOTHING,
             vStreamBufferSetStreamBufferNotificationIndex( stream, 0 ), NOTHING );
    MEASURE( xStreamBufferGetStaticBuffers, NOTHING,
             sink = ( uint32_t ) xStreamBufferGetStaticBuffers( stream, &items, &found ), NOTHING );
    MEASURE( xStreamBufferCreateStatic, NOTHING, other = xStreamBufferCreateStatic( 17, 1, storage, &block ),
             vStreamBufferDelete( other ) );
    MEASURE( xStreamBufferCreateStaticWithCallback, NOTHING,
             other = xStreamBufferCreateStaticWithCallback( 17, 1, storage, &block, NULL, NULL ),
             vStreamBufferDelete( other ) );
    MEASURE( xStreamBatchingBufferCreateStatic, NOTHING,
             other = xStreamBatchingBufferCreateStatic( 17, 1, storage, &block ),
             vStreamBufferDelete( other ) );
    MEASURE( xStreamBatchingBufferCreateStaticWithCallback, NOTHING,
             other = xStreamBatchingBufferCreateStaticWithCallback( 17, 1, storage, &block, NULL, NULL ),
             vStreamBufferDelete( other ) );
    MEASURE( vStreamBufferDelete, other = xStreamBufferCreateStatic( 17, 1, storage, &block ),
             vStreamBufferDelete( other ), NOTHING );
}

static void measure_message_buffers( void )
{
    static StaticMessageBuffer_t block;
    static uint8_t storage[ 17 ];
    StaticMessageBuffer_t * found;
    MessageBufferHandle_t other;
    uint8_t * items;
    uint32_t got;

    MEASURE( xMessageBufferReset, NOTHING, xMessageBufferReset( message ), NOTHING );
    MEASURE( xMessageBufferSend, xMessageBufferReset( message ),
             xMessageBufferSend( message, &item, sizeof( item ), portMAX_DELAY ), NOTHING );
    MEASURE( xMessageBufferReceive, put_message(),
             xMessageBufferReceive( message, &got, sizeof( got ), portMAX_DELAY ), NOTHING );
    MEASURE( xMessageBufferNextLengthBytes, put_message(), sink = xMessageBufferNextLengthBytes( message ),
             NOTHING );
    MEASURE( xStreamBufferNextMessageLengthBytes, put_message(),
             sink = xStreamBufferNextMessageLengthBytes( message ), NOTHING );
    MEASURE( xMessageBufferSpaceAvailable, NOTHING, sink = xMessageBufferSpaceAvailable( message ), NOTHING );
    MEASURE( xMessageBufferSpacesAvailable, NOTHING, sink = xMessageBufferSpacesAvailable( message ),
             NOTHING );
    MEASURE( xMessageBufferIsEmpty, NOTHING, sink = ( uint32_t ) xMessageBufferIsEmpty( message ), NOTHING );
    MEASURE( xMessageBufferIsFull, NOTHING, sink = ( uint32_t ) xMessageBufferIsFull( message ), NOTHING );
    MEASURE( xMessageBufferGetStaticBuffers, NOTHING,
             sink = ( uint32_t ) xMessageBufferGetStaticBuffers( message, &items, &found ), NOTHING );
    MEASURE( xMessageBufferCreateStatic, NOTHING, other = xMessageBufferCreateStatic( 17, storage, &block ),
             vMessageBufferDelete( other ) );
    MEASURE( xMessageBufferCreateStaticWithCallback, NOTHING,
             other = xMessageBufferCreateStaticWithCallback( 17, storage, &block, NULL, NULL ),
             vMessageBufferDelete( other ) );
    MEASURE( vMessageBufferDelete, other = xMessageBufferCreateStatic( 17, storage, &block ),
             vMessageBufferDelete( other ), NOTHING );
}

static BaseType_t hook( void * parameter )
{
    return ( BaseType_t ) ( uintptr_t ) parameter;
}

static void measure_tasks( void )
{
    TaskHandle_t self = xTaskGetCurrentTaskHandle();
    StaticTask_t * block;
    StackType_t * stack;
    configSTACK_DEPTH_TYPE depth;
    TaskStatus_t status;
    TimeOut_t time_out;

    MEASURE( vApplicationGetIdleTaskMemory, NOTHING, vApplicationGetIdleTaskMemory( &block, &stack, &depth ),
             NOTHING );
    MEASURE( uxTaskGetTaskNumber, NOTHING, sink = uxTaskGetTaskNumber( self ), NOTHING );
    MEASURE( vTaskSetTaskNumber, NOTHING, vTaskSetTaskNumber( self, 5 ), NOTHING );
    MEASURE( vTaskSetApplicationTaskTag, NOTHING, vTaskSetApplicationTaskTag( self, hook ), NOTHING );
    MEASURE( xTaskGetApplicationTaskTag, NOTHING, sink = ( uintptr_t ) xTaskGetApplicationTaskTag( self ),
             NOTHING );
    MEASURE( xTaskCallApplicationTaskHook, NOTHING,
             sink = ( uint32_t ) xTaskCallApplicationTaskHook( self, NULL ), NOTHING );
    MEASURE( vTaskSetThreadLocalStoragePointer, NOTHING, vTaskSetThreadLocalStoragePointer( self, 1, &item ),
             NOTHING );
    MEASURE( pvTaskGetThreadLocalStoragePointer, NOTHING,
             sink = ( uintptr_t ) pvTaskGetThreadLocalStoragePointer( self, 1 ), NOTHING );
    MEASURE( vTaskGetInfo, NOTHING, vTaskGetInfo( self, &status, pdFALSE, eInvalid ), NOTHING );
    MEASURE( xTaskGetStaticBuffers, NOTHING,
             sink = ( uint32_t ) xTaskGetStaticBuffers( self, &stack, &block ), NOTHING );
    MEASURE( vTaskInternalSetTimeOutState, NOTHING, vTaskInternalSetTimeOutState( &time_out ), NOTHING );
    MEASURE( xTaskGetCurrentTaskHandleForCore, NOTHING,
             sink = ( uintptr_t ) xTaskGetCurrentTaskHandleForCore( 0 ), NOTHING );
    MEASURE( xTaskGetIdleTaskHandleForCore, NOTHING, sink = ( uintptr_t ) xTaskGetIdleTaskHandleForCore( 0 ),
             NOTHING );
    MEASURE( ulTaskGetRunTimeCounter, NOTHING, sink = ulTaskGetRunTimeCounter( self ), NOTHING );
    MEASURE( ulTaskGetIdleRunTimeCounter, NOTHING, sink = ulTaskGetIdleRunTimeCounter(), NOTHING );
    MEASURE( ulTaskGetRunTimePercent, NOTHING, sink = ulTaskGetRunTimePercent( self ), NOTHING );
    MEASURE( ulTaskGetIdleRunTimePercent, NOTHING, sink = ulTaskGetIdleRunTimePercent(), NOTHING );
    MEASURE( taskENTER_CRITICAL, NOTHING, taskENTER_CRITICAL(), taskEXIT_CRITICAL() );
    MEASURE( taskEXIT_CRITICAL, taskENTER_CRITICAL(), taskEXIT_CRITICAL(), NOTHING );
    MEASURE( taskDISABLE_INTERRUPTS, NOTHING, taskDISABLE_INTERRUPTS(), taskENABLE_INTERRUPTS() );
    MEASURE( taskENABLE_INTERRUPTS, taskDISABLE_INTERRUPTS(), taskENABLE_INTERRUPTS(), NOTHING );
}

static void measure_objects( void )
{
    static StaticQueue_t block;
    static uint8_t storage[ 2 * sizeof( void * ) ];
    StaticQueue_t * found;
    StaticEventGroup_t * found_group;
    QueueSetHandle_t other;
    uint8_t * items;

    MEASURE( vQueueAddToRegistry, NOTHING, vQueueAddToRegistry( queue, "queue" ), NOTHING );
    MEASURE( pcQueueGetName, NOTHING, sink = ( uintptr_t ) pcQueueGetName( queue ), NOTHING );
    MEASURE( vQueueUnregisterQueue, NOTHING, vQueueUnregisterQueue( queue ), NOTHING );
    MEASURE( ucQueueGetQueueType, NOTHING, sink = ucQueueGetQueueType( queue ), NOTHING );
    MEASURE( uxQueueGetQueueNumber, NOTHING, sink = uxQueueGetQueueNumber( queue ), NOTHING );
    MEASURE( vQueueSetQueueNumber, NOTHING, vQueueSetQueueNumber( queue, 3 ), NOTHING );
    MEASURE( xQueueGetStaticBuffers, NOTHING,
             sink = ( uint32_t ) xQueueGetStaticBuffers( queue, &items, &found ), NOTHING );
    MEASURE( xSemaphoreGetStaticBuffer, NOTHING,
             sink = ( uint32_t ) xSemaphoreGetStaticBuffer( semaphore, &found ), NOTHING );
    MEASURE( xQueueAddToSet, NOTHING, sink = ( uint32_t ) xQueueAddToSet( semaphore, set ),
             xQueueRemoveFromSet( semaphore, set ) );
    MEASURE( xQueueRemoveFromSet, xQueueAddToSet( semaphore, set ),
             sink = ( uint32_t ) xQueueRemoveFromSet( semaphore, set ), NOTHING );
    MEASURE( xQueueCreateSetStatic, NOTHING, other = xQueueCreateSetStatic( 2, storage, &block ),
             vQueueDelete( other ) );
    MEASURE( uxEventGroupGetNumber, NOTHING, sink = uxEventGroupGetNumber( group ), NOTHING );
    MEASURE( vEventGroupSetNumber, NOTHING, vEventGroupSetNumber( group, 3 ), NOTHING );
    MEASURE( xEventGroupGetStaticBuffer, NOTHING,
             sink = ( uint32_t ) xEventGroupGetStaticBuffer( group, &found_group ), NOTHING );
    MEASURE( vEventGroupSetBitsCallback, NOTHING, vEventGroupSetBitsCallback( group, 1 ), NOTHING );
    MEASURE( vEventGroupClearBitsCallback, NOTHING, vEventGroupClearBitsCallback( group, 1 ), NOTHING );
}

/* In an interrupt service routine. */
static void measure_others_from_isr( void )
{
    UBaseType_t mask;

    MEASURE( xTaskGetApplicationTaskTagFromISR, NOTHING,
             sink = ( uintptr_t ) xTaskGetApplicationTaskTagFromISR( NULL ), NOTHING );
    MEASURE( xEventGroupGetBitsFromISR, NOTHING, sink = xEventGroupGetBitsFromISR( group ), NOTHING );
    MEASURE( taskENTER_CRITICAL_FROM_ISR, NOTHING, mask = taskENTER_CRITICAL_FROM_ISR(),
             taskEXIT_CRITICAL_FROM_ISR( mask ) );
    MEASURE( taskEXIT_CRITICAL_FROM_ISR, mask = taskENTER_CRITICAL_FROM_ISR(),
             taskEXIT_CRITICAL_FROM_ISR( mask ), NOTHING );
    ( void ) mask;
}

static void measure_all( void )
{
    measure_timers();
    measure_stream_buffers();
    measure_message_buffers();
    interrupt( measure_buffers_from_isr );
    measure_tasks();
    measure_objects();
    interrupt( measure_others_from_isr );
}

TEST_PROGRAM( SELF )
{
    timer = xTimerCreate( "timer", LONG, pdTRUE, NULL, expired );
    group = xEventGroupCreate();
    stream = xStreamBufferCreate( 16, 1 );
    message = xMessageBufferCreate( 16 );
    semaphore = xSemaphoreCreateBinary();
    queue = xQueueCreate( 4, sizeof( item ) );
    set = xQueueCreateSet( 4 );

    measure_the_clock();
    measure_all();
    create_others();
    measure_all();
    print_costs();
}
