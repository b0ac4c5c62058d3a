/* SPDX-License-Identifier: Apache-2.0 */

/* What calls cost that any application may have: see cost.h. */
#include "board.h"
#include "cost.h"
#include "event_groups.h"
#include "interrupt.h"
#include "queue.h"
#include "semphr.h"

static TaskHandle_t ready, delayed;
static SemaphoreHandle_t semaphore, mutex, recursive, member;
static QueueHandle_t queue, mailbox;
static QueueSetHandle_t set;
static uint32_t item = 7;

static void measure_tasks( void )
{
    static StaticTask_t block;
    static StackType_t stack[ TEST_STACK ];
    TaskHandle_t other;
    TimeOut_t time_out;
    TickType_t ticks = 1000;

    MEASURE( eTaskGetState, NOTHING, sink = eTaskGetState( ready ), NOTHING );
    MEASURE( pcTaskGetName, NOTHING, sink = ( uintptr_t ) pcTaskGetName( ready ), NOTHING );
    MEASURE( uxTaskGetNumberOfTasks, NOTHING, sink = uxTaskGetNumberOfTasks(), NOTHING );
    MEASURE( uxTaskPriorityGet, NOTHING, sink = uxTaskPriorityGet( ready ), NOTHING );
    MEASURE( uxTaskBasePriorityGet, NOTHING, sink = uxTaskBasePriorityGet( ready ), NOTHING );
    MEASURE( vTaskPrioritySet, NOTHING, vTaskPrioritySet( ready, LOW + 1 ), vTaskPrioritySet( ready, LOW ) );
    MEASURE( vTaskSuspend, NOTHING, vTaskSuspend( ready ), vTaskResume( ready ) );
    MEASURE( vTaskResume, vTaskSuspend( ready ), vTaskResume( ready ), NOTHING );
    MEASURE( vTaskSuspendAll, NOTHING, vTaskSuspendAll(), xTaskResumeAll() );
    MEASURE( xTaskResumeAll, vTaskSuspendAll(), xTaskResumeAll(), NOTHING );
    MEASURE( xTaskGetTickCount, NOTHING, sink = xTaskGetTickCount(), NOTHING );
    MEASURE( xTaskGetCurrentTaskHandle, NOTHING, sink = ( uintptr_t ) xTaskGetCurrentTaskHandle(), NOTHING );
    MEASURE( xTaskGetIdleTaskHandle, NOTHING, sink = ( uintptr_t ) xTaskGetIdleTaskHandle(), NOTHING );
    MEASURE( xTaskGetSchedulerState, NOTHING, sink = ( uint32_t ) xTaskGetSchedulerState(), NOTHING );
    MEASURE( vTaskSetTimeOutState, NOTHING, vTaskSetTimeOutState( &time_out ), NOTHING );
    MEASURE( xTaskCheckForTimeOut, NOTHING, sink = ( uint32_t ) xTaskCheckForTimeOut( &time_out, &ticks ),
             NOTHING );
    MEASURE( xTaskAbortDelay, NOTHING, sink = ( uint32_t ) xTaskAbortDelay( delayed ), vTaskDelay( 1 ) );
    MEASURE( xTaskCreateStatic, NOTHING,
             other = xTaskCreateStatic( sleeper, "other", TEST_STACK, NULL, LOW, stack, &block ),
             vTaskDelete( other ) );
    MEASURE( vTaskDelete, other = xTaskCreateStatic( sleeper, "other", TEST_STACK, NULL, LOW, stack, &block ),
             vTaskDelete( other ), NOTHING );
}

static void measure_notifications( void )
{
    TaskHandle_t self = xTaskGetCurrentTaskHandle();
    uint32_t value;

    MEASURE( xTaskNotify, NOTHING, xTaskNotify( ready, 1, eSetBits ), NOTHING );
    MEASURE( xTaskNotifyAndQuery, NOTHING, xTaskNotifyAndQuery( ready, 1, eSetBits, &value ), NOTHING );
    MEASURE( xTaskNotifyGive, NOTHING, xTaskNotifyGive( ready ), NOTHING );
    MEASURE( ulTaskNotifyTake, xTaskNotifyGive( self ), sink = ulTaskNotifyTake( pdTRUE, portMAX_DELAY ),
             NOTHING );
    MEASURE( xTaskNotifyWait, xTaskNotifyGive( self ),
             sink = ( uint32_t ) xTaskNotifyWait( 0, 1, &value, portMAX_DELAY ), NOTHING );
    MEASURE( xTaskNotifyStateClear, NOTHING, sink = ( uint32_t ) xTaskNotifyStateClear( ready ), NOTHING );
    MEASURE( ulTaskNotifyValueClear, NOTHING, sink = ulTaskNotifyValueClear( ready, 1 ), NOTHING );
}

static void measure_semaphores( void )
{
    static StaticSemaphore_t block;
    SemaphoreHandle_t other;

    MEASURE( xSemaphoreTake, NOTHING, xSemaphoreTake( semaphore, portMAX_DELAY ),
             xSemaphoreGive( semaphore ) );
    MEASURE( xSemaphoreGive, xSemaphoreTake( semaphore, 0 ), xSemaphoreGive( semaphore ), NOTHING );
    MEASURE( xSemaphoreTake, NOTHING, xSemaphoreTake( mutex, portMAX_DELAY ), xSemaphoreGive( mutex ) );
    MEASURE( xSemaphoreGive, xSemaphoreTake( mutex, 0 ), xSemaphoreGive( mutex ), NOTHING );
    MEASURE( uxSemaphoreGetCount, NOTHING, sink = uxSemaphoreGetCount( semaphore ), NOTHING );
    MEASURE( xSemaphoreTakeRecursive, NOTHING, xSemaphoreTakeRecursive( recursive, portMAX_DELAY ),
             xSemaphoreGiveRecursive( recursive ) );
    MEASURE( xSemaphoreGiveRecursive, xSemaphoreTakeRecursive( recursive, 0 ),
             xSemaphoreGiveRecursive( recursive ), NOTHING );
    xSemaphoreTakeRecursive( recursive, 0 );
    MEASURE( xSemaphoreTakeRecursive, NOTHING, xSemaphoreTakeRecursive( recursive, portMAX_DELAY ),
             xSemaphoreGiveRecursive( recursive ) );
    MEASURE( xSemaphoreGiveRecursive, xSemaphoreTakeRecursive( recursive, 0 ),
             xSemaphoreGiveRecursive( recursive ), NOTHING );
    xSemaphoreGiveRecursive( recursive );
    MEASURE( xSemaphoreGetMutexHolder, NOTHING, sink = ( uintptr_t ) xSemaphoreGetMutexHolder( mutex ),
             NOTHING );
    MEASURE( xSemaphoreCreateBinaryStatic, NOTHING, other = xSemaphoreCreateBinaryStatic( &block ),
             vSemaphoreDelete( other ) );
    MEASURE( xSemaphoreCreateCountingStatic, NOTHING, other = xSemaphoreCreateCountingStatic( 2, 1, &block ),
             vSemaphoreDelete( other ) );
    MEASURE( xSemaphoreCreateMutexStatic, NOTHING, other = xSemaphoreCreateMutexStatic( &block ),
             vSemaphoreDelete( other ) );
    MEASURE( xSemaphoreCreateRecursiveMutexStatic, NOTHING,
             other = xSemaphoreCreateRecursiveMutexStatic( &block ), vSemaphoreDelete( other ) );
    MEASURE( vSemaphoreDelete, other = xSemaphoreCreateBinaryStatic( &block ), vSemaphoreDelete( other ),
             NOTHING );
}

static void measure_queues( void )
{
    static StaticQueue_t block;
    static uint8_t storage[ sizeof( item ) ];
    QueueHandle_t other;
    uint32_t got;

    MEASURE( xQueueSend, NOTHING, xQueueSend( queue, &item, portMAX_DELAY ),
             xQueueReceive( queue, &got, 0 ) );
    MEASURE( xQueueSendToBack, NOTHING, xQueueSendToBack( queue, &item, portMAX_DELAY ),
             xQueueReceive( queue, &got, 0 ) );
    MEASURE( xQueueSendToFront, NOTHING, xQueueSendToFront( queue, &item, portMAX_DELAY ),
             xQueueReceive( queue, &got, 0 ) );
    MEASURE( xQueueReceive, xQueueSend( queue, &item, 0 ), xQueueReceive( queue, &got, portMAX_DELAY ),
             NOTHING );
    MEASURE( xQueuePeek, xQueueSend( queue, &item, 0 ), xQueuePeek( queue, &got, portMAX_DELAY ),
             xQueueReceive( queue, &got, 0 ) );
    MEASURE( xQueueOverwrite, NOTHING, xQueueOverwrite( mailbox, &item ), NOTHING );
    MEASURE( xQueueReset, xQueueOverwrite( mailbox, &item ), xQueueReset( mailbox ), NOTHING );
    MEASURE( uxQueueMessagesWaiting, NOTHING, sink = uxQueueMessagesWaiting( queue ), NOTHING );
    MEASURE( uxQueueSpacesAvailable, NOTHING, sink = uxQueueSpacesAvailable( queue ), NOTHING );
    MEASURE( uxQueueGetQueueLength, NOTHING, sink = uxQueueGetQueueLength( queue ), NOTHING );
    MEASURE( uxQueueGetQueueItemSize, NOTHING, sink = uxQueueGetQueueItemSize( queue ), NOTHING );
    MEASURE( xQueueSelectFromSet, xSemaphoreGive( member ),
             sink = ( uintptr_t ) xQueueSelectFromSet( set, portMAX_DELAY ), xSemaphoreTake( member, 0 ) );
    MEASURE( xQueueCreateStatic, NOTHING, other = xQueueCreateStatic( 1, sizeof( item ), storage, &block ),
             vQueueDelete( other ) );
    MEASURE( vQueueDelete, other = xQueueCreateStatic( 1, sizeof( item ), storage, &block ),
             vQueueDelete( other ), NOTHING );
}

static void measure_event_groups( void )
{
    static StaticEventGroup_t block;
    EventGroupHandle_t group = xEventGroupCreate(), other;

    MEASURE( xEventGroupSetBits, NOTHING, sink = xEventGroupSetBits( group, 3 ), NOTHING );
    MEASURE( xEventGroupWaitBits, NOTHING,
             sink = xEventGroupWaitBits( group, 3, pdFALSE, pdTRUE, portMAX_DELAY ), NOTHING );
    MEASURE( xEventGroupSync, NOTHING, sink = xEventGroupSync( group, 4, 4, portMAX_DELAY ), NOTHING );
    MEASURE( xEventGroupGetBits, NOTHING, sink = xEventGroupGetBits( group ), NOTHING );
    MEASURE( xEventGroupClearBits, NOTHING, sink = xEventGroupClearBits( group, 1 ), NOTHING );
    MEASURE( xEventGroupCreateStatic, NOTHING, other = xEventGroupCreateStatic( &block ),
             vEventGroupDelete( other ) );
    MEASURE( vEventGroupDelete, other = xEventGroupCreateStatic( &block ), vEventGroupDelete( other ),
             NOTHING );
    vEventGroupDelete( group );
}

/* In an interrupt service routine. */
static void measure_from_isr( void )
{
    BaseType_t woken = pdFALSE;
    uint32_t got;

    MEASURE( xTaskGetTickCountFromISR, NOTHING, sink = xTaskGetTickCountFromISR(), NOTHING );
    MEASURE( uxTaskPriorityGetFromISR, NOTHING, sink = uxTaskPriorityGetFromISR( ready ), NOTHING );
    MEASURE( uxTaskBasePriorityGetFromISR, NOTHING, sink = uxTaskBasePriorityGetFromISR( ready ), NOTHING );
    MEASURE( xTaskNotifyFromISR, NOTHING, xTaskNotifyFromISR( ready, 1, eSetBits, &woken ), NOTHING );
    MEASURE( xTaskNotifyAndQueryFromISR, NOTHING,
             xTaskNotifyAndQueryFromISR( ready, 1, eSetBits, &got, &woken ), NOTHING );
    MEASURE( vTaskNotifyGiveFromISR, NOTHING, vTaskNotifyGiveFromISR( ready, &woken ), NOTHING );
    MEASURE( xSemaphoreTakeFromISR, NOTHING, xSemaphoreTakeFromISR( semaphore, &woken ),
             xSemaphoreGiveFromISR( semaphore, &woken ) );
    MEASURE( xSemaphoreGiveFromISR, xSemaphoreTakeFromISR( semaphore, &woken ),
             xSemaphoreGiveFromISR( semaphore, &woken ), NOTHING );
    MEASURE( uxSemaphoreGetCountFromISR, NOTHING, sink = uxSemaphoreGetCountFromISR( semaphore ), NOTHING );
    MEASURE( xSemaphoreGetMutexHolderFromISR, NOTHING,
             sink = ( uintptr_t ) xSemaphoreGetMutexHolderFromISR( mutex ), NOTHING );
    MEASURE( xQueueSendFromISR, NOTHING, xQueueSendFromISR( queue, &item, &woken ),
             xQueueReceiveFromISR( queue, &got, &woken ) );
    MEASURE( xQueueSendToBackFromISR, NOTHING, xQueueSendToBackFromISR( queue, &item, &woken ),
             xQueueReceiveFromISR( queue, &got, &woken ) );
    MEASURE( xQueueSendToFrontFromISR, NOTHING, xQueueSendToFrontFromISR( queue, &item, &woken ),
             xQueueReceiveFromISR( queue, &got, &woken ) );
    MEASURE( xQueueReceiveFromISR, xQueueSendFromISR( queue, &item, &woken ),
             xQueueReceiveFromISR( queue, &got, &woken ), NOTHING );
    MEASURE( xQueuePeekFromISR, xQueueSendFromISR( queue, &item, &woken ), xQueuePeekFromISR( queue, &got ),
             xQueueReceiveFromISR( queue, &got, &woken ) );
    MEASURE( xQueueOverwriteFromISR, NOTHING, xQueueOverwriteFromISR( mailbox, &item, &woken ), NOTHING );
    MEASURE( uxQueueMessagesWaitingFromISR, NOTHING, sink = uxQueueMessagesWaitingFromISR( queue ), NOTHING );
    MEASURE( xQueueIsQueueEmptyFromISR, NOTHING, sink = ( uint32_t ) xQueueIsQueueEmptyFromISR( queue ),
             NOTHING );
    MEASURE( xQueueIsQueueFullFromISR, NOTHING, sink = ( uint32_t ) xQueueIsQueueFullFromISR( queue ),
             NOTHING );
    MEASURE( xQueueSelectFromSetFromISR, xSemaphoreGiveFromISR( member, &woken ),
             sink = ( uintptr_t ) xQueueSelectFromSetFromISR( set ),
             xSemaphoreTakeFromISR( member, &woken ) );
}

static void measure_resume_from_isr( void )
{
    static uint32_t round = 0;

    MEASURE_ONCE( xTaskResumeFromISR, round, NOTHING, sink = ( uint32_t ) xTaskResumeFromISR( ready ),
                  NOTHING );
    round++;
}

static void measure_all( void )
{
    measure_tasks();
    measure_notifications();
    measure_semaphores();
    measure_queues();
    measure_event_groups();
    interrupt( measure_from_isr );

    for( int i = 0; i < ROUNDS; i++ )
    {
        vTaskSuspend( ready );
        interrupt( measure_resume_from_isr );
    }
}

TEST_PROGRAM( SELF )
{
    semaphore = xSemaphoreCreateCounting( 10, 5 );
    mutex = xSemaphoreCreateMutex();
    recursive = xSemaphoreCreateRecursiveMutex();
    member = xSemaphoreCreateBinary();
    queue = xQueueCreate( 4, sizeof( item ) );
    mailbox = xQueueCreate( 1, sizeof( item ) );
    set = xQueueCreateSet( 4 );
    CHECK_EQUAL( xQueueAddToSet( member, set ), pdPASS );
    ready = create( runner, 0, LOW );
    delayed = create( sleeper, 0, LOW + 2 );
    vTaskDelay( 1 );

    measure_the_clock();
    measure_all();
    create_others();
    measure_all();

    print_costs();
}
