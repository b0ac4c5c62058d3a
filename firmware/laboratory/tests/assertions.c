/* SPDX-License-Identifier: Apache-2.0 */

/* What FreeRTOS asserts, every kernel asserts: calls that a program must not make. */
#include <setjmp.h>

#include "board.h"
#include "check.h"
#include "event_groups.h"
#include "queue.h"
#include "semphr.h"

#define SELF        4
#define NO_INDEX    configTASK_NOTIFICATION_ARRAY_ENTRIES
#define KERNELS_BIT 0x01000000U   /* Of an event group's. */

static jmp_buf back;

/* In place of the board's. Assertions fail before anything is changed, but for the suspension of
 * the scheduler: so the caller can go on. */
void board_assertion_failed( const char * file, int line )
{
    longjmp( back, 1 );
}

/* In place of the board's: what fails for want of memory fails no assertion. */
void vApplicationMallocFailedHook( void )
{
}

/* The call fails an assertion. */
#define ASSERTS( call )                                              \
    do                                                               \
    {                                                                \
        if( setjmp( back ) == 0 )                                    \
        {                                                            \
            ( void ) ( call );                                       \
            check_true( 0, "asserts: " #call, __FILE__, __LINE__ );  \
        }                                                            \
                                                                     \
        CHECK( 1 );                                                  \
                                                                     \
        while( xTaskGetSchedulerState() == taskSCHEDULER_SUSPENDED ) \
        {                                                            \
            ( void ) xTaskResumeAll();                               \
        }                                                            \
    } while( 0 )

/* The same for a function without result. */
#define DONE( call ) ( ( call ), 0 )

/* The same while the scheduler is suspended. */
#define SUSPENDED_ASSERTS( call ) ASSERTS( ( vTaskSuspendAll(), ( call ) ) )

static void test_notifications( void )
{
    TaskHandle_t self = xTaskGetCurrentTaskHandle();

    ASSERTS( xTaskNotify( NULL, 0, eNoAction ) );
    ASSERTS( xTaskNotifyFromISR( NULL, 0, eNoAction, NULL ) );
    ASSERTS( DONE( vTaskNotifyGiveFromISR( NULL, NULL ) ) );
    ASSERTS( xTaskNotifyIndexed( self, NO_INDEX, 0, eNoAction ) );
    ASSERTS( xTaskNotifyIndexedFromISR( self, NO_INDEX, 0, eNoAction, NULL ) );
    ASSERTS( DONE( vTaskNotifyGiveIndexedFromISR( self, NO_INDEX, NULL ) ) );
    ASSERTS( ulTaskNotifyTakeIndexed( NO_INDEX, pdTRUE, 0 ) );
    ASSERTS( xTaskNotifyWaitIndexed( NO_INDEX, 0, 0, NULL, 0 ) );
    ASSERTS( xTaskNotifyStateClearIndexed( self, NO_INDEX ) );
    ASSERTS( ulTaskNotifyValueClearIndexed( self, NO_INDEX, 0 ) );
}

static void test_tasks( void )
{
    TickType_t now = 0;
    TimeOut_t time_out;

    ASSERTS( xTaskDelayUntil( NULL, 1 ) );
    ASSERTS( xTaskDelayUntil( &now, 0 ) );
    SUSPENDED_ASSERTS( DONE( vTaskDelay( 1 ) ) );
    SUSPENDED_ASSERTS( xTaskDelayUntil( &now, 1 ) );
    SUSPENDED_ASSERTS( xTaskCatchUpTicks( 1 ) );
    ASSERTS( xTaskResumeAll() );
    ASSERTS( DONE( vTaskResume( NULL ) ) );
    ASSERTS( DONE( vTaskPrioritySet( NULL, configMAX_PRIORITIES ) ) );
    ASSERTS( eTaskGetState( NULL ) );
    ASSERTS( DONE( vTaskSetTimeOutState( NULL ) ) );
    ASSERTS( xTaskCheckForTimeOut( NULL, &now ) );
    vTaskSetTimeOutState( &time_out );
    ASSERTS( xTaskCheckForTimeOut( &time_out, NULL ) );
}

/* From FreeRTOS V11.3 on: no stack is too small for what a task begins with. */
#if ( tskKERNEL_VERSION_MINOR >= 3 ) && defined( __riscv )

static void never( void * parameters )
{
}

static void test_creation( void )
{
    static StackType_t stack[ TEST_STACK ];
    static StaticTask_t memory;
    StackType_t * last = &stack[ TEST_STACK - 16 ];

    ASSERTS( xTaskCreateStatic( never, "", 16, NULL, 0, last, &memory ) );
}

#else
static void test_creation( void )
{
}
#endif

static void test_queues( void )
{
    uint32_t item = 0;
    QueueHandle_t queue = xQueueCreate( 2, sizeof( item ) );
    SemaphoreHandle_t semaphore = xSemaphoreCreateBinary();

    ASSERTS( xQueueCreate( 0, 4 ) );

    /* There is no memory for the largest queue whose size is a number; a larger one is refused. */
    if( sizeof( UBaseType_t ) == sizeof( size_t ) )
    {
        CHECK( xQueueCreate( 1, SIZE_MAX - sizeof( StaticQueue_t ) ) == NULL );
        ASSERTS( xQueueCreate( 1, SIZE_MAX - sizeof( StaticQueue_t ) + 1U ) );
    }

    ASSERTS( xSemaphoreCreateCounting( 0, 0 ) );
    ASSERTS( xSemaphoreCreateCounting( 1, 2 ) );
    ASSERTS( DONE( vQueueDelete( NULL ) ) );
    ASSERTS( xQueueSend( NULL, &item, 0 ) );
    ASSERTS( xQueueSend( queue, NULL, 0 ) );
    ASSERTS( xQueueOverwrite( queue, &item ) );
    SUSPENDED_ASSERTS( xQueueSend( queue, &item, 1 ) );
    ASSERTS( xQueueReceive( NULL, &item, 0 ) );
    ASSERTS( xQueueReceive( queue, NULL, 0 ) );
    SUSPENDED_ASSERTS( xQueueReceive( queue, &item, 1 ) );
    ASSERTS( xQueuePeek( NULL, &item, 0 ) );
    ASSERTS( xQueuePeek( queue, NULL, 0 ) );
    SUSPENDED_ASSERTS( xQueuePeek( queue, &item, 1 ) );
    ASSERTS( xQueueSendFromISR( NULL, &item, NULL ) );
    ASSERTS( xQueueSendFromISR( queue, NULL, NULL ) );
    ASSERTS( xQueueOverwriteFromISR( queue, &item, NULL ) );
    ASSERTS( xQueueReceiveFromISR( NULL, &item, NULL ) );
    ASSERTS( xQueueReceiveFromISR( queue, NULL, NULL ) );
    ASSERTS( xQueuePeekFromISR( NULL, &item ) );
    ASSERTS( xQueuePeekFromISR( queue, NULL ) );
    ASSERTS( xQueueReset( NULL ) );
    ASSERTS( uxQueueMessagesWaiting( NULL ) );
    ASSERTS( uxQueueSpacesAvailable( NULL ) );
    ASSERTS( uxQueueMessagesWaitingFromISR( NULL ) );
    ASSERTS( xQueueIsQueueEmptyFromISR( NULL ) );
    ASSERTS( xQueueIsQueueFullFromISR( NULL ) );
    ASSERTS( xSemaphoreTake( NULL, 0 ) );
    SUSPENDED_ASSERTS( xSemaphoreTake( semaphore, 1 ) );
    ASSERTS( xSemaphoreTake( queue, 0 ) );
    ASSERTS( xSemaphoreGiveFromISR( NULL, NULL ) );
    ASSERTS( xSemaphoreGiveFromISR( queue, NULL ) );
    vQueueDelete( queue );
    vSemaphoreDelete( semaphore );
}

static void test_event_groups( void )
{
    EventGroupHandle_t group = xEventGroupCreate();
    StaticEventGroup_t * memory;

    ASSERTS( xEventGroupCreateStatic( NULL ) );
    ASSERTS( xEventGroupGetStaticBuffer( NULL, &memory ) );
    ASSERTS( xEventGroupGetStaticBuffer( group, NULL ) );
    ASSERTS( DONE( vEventGroupDelete( NULL ) ) );
    ASSERTS( xEventGroupSetBits( NULL, 1 ) );
    ASSERTS( xEventGroupSetBits( group, KERNELS_BIT ) );
    ASSERTS( xEventGroupClearBits( NULL, 1 ) );
    ASSERTS( xEventGroupClearBits( group, KERNELS_BIT ) );
    ASSERTS( xEventGroupWaitBits( NULL, 1, pdFALSE, pdFALSE, 0 ) );
    ASSERTS( xEventGroupWaitBits( group, 0, pdFALSE, pdFALSE, 0 ) );
    ASSERTS( xEventGroupWaitBits( group, KERNELS_BIT, pdFALSE, pdFALSE, 0 ) );
    SUSPENDED_ASSERTS( xEventGroupWaitBits( group, 1, pdFALSE, pdFALSE, 1 ) );
    ASSERTS( xEventGroupSync( group, 1, 0, 0 ) );
    ASSERTS( xEventGroupSync( group, 1, KERNELS_BIT, 0 ) );
    ASSERTS( xEventGroupSync( group, KERNELS_BIT, 1, 0 ) );
    SUSPENDED_ASSERTS( xEventGroupSync( group, 1, 1, 1 ) );
    vEventGroupDelete( group );
}

TEST_PROGRAM( SELF )
{
    test_notifications();
    test_tasks();
    test_creation();
    test_queues();
    test_event_groups();
}
