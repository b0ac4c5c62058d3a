/* SPDX-License-Identifier: Apache-2.0 */

/* vTaskGetInfo() of a task whose state the caller believes to know: only of a running task, of one that waits
 * for the end of the scheduler's suspension, and of one that waits for something FreeRTOS knows better. */
#include "check.h"

#include "interrupt.h"
#include "queue.h"
#include "semphr.h"

#define LOW  1
#define SELF 4
#define HIGH 6

enum
{
    DELAYED,
    SUSPENDED,
    READY,
    TAKES,
    TAKES_FOR_EVER,
    LISTENS,
    LISTENS_FOR_EVER,
    SENDS,
    TASKS,
};

static TaskHandle_t tasks[ TASKS ];
static SemaphoreHandle_t semaphore, other;
static QueueHandle_t full;

static void run( void * parameter )
{
    uint32_t value = 0;

    for( ;; )
    {
        switch( ( uintptr_t ) parameter )
        {
            case DELAYED:
                vTaskDelay( 100 );
                break;

            case SUSPENDED:
                vTaskSuspend( NULL );
                break;

            case READY:
                taskYIELD();
                break;

            case TAKES:
                ( void ) xSemaphoreTake( semaphore, 100 );
                break;

            case TAKES_FOR_EVER:
                ( void ) xSemaphoreTake( other, portMAX_DELAY );
                break;

            case LISTENS:
                ( void ) ulTaskNotifyTake( pdTRUE, 100 );
                break;

            case LISTENS_FOR_EVER:
                ( void ) xTaskNotifyWait( 0, 0, NULL, portMAX_DELAY );
                break;

            default:
                ( void ) xQueueSend( full, &value, 100 );
                break;
        }
    }
}

static void wake_all( void )
{
    uint32_t value;

    CHECK_EQUAL( xTaskResumeFromISR( tasks[ SUSPENDED ] ), pdFALSE );
    CHECK_EQUAL( xSemaphoreGiveFromISR( semaphore, NULL ), pdTRUE );
    CHECK_EQUAL( xSemaphoreGiveFromISR( other, NULL ), pdTRUE );
    vTaskNotifyGiveFromISR( tasks[ LISTENS ], NULL );
    CHECK_EQUAL( xTaskNotifyFromISR( tasks[ LISTENS_FOR_EVER ], 1, eSetBits, NULL ), pdPASS );
    CHECK_EQUAL( xQueueReceiveFromISR( full, &value, NULL ), pdPASS );
}

/* What is shown of a task for each state that it is believed to be in. */
static void check_shown( TaskHandle_t task, eTaskState if_suspended, const eTaskState * always )
{
    for( eTaskState state = eRunning; state <= eDeleted; state++ )
    {
        TaskStatus_t status;

        vTaskGetInfo( task, &status, pdFALSE, state );
        CHECK_EQUAL( status.eCurrentState, ( always != NULL )      ? *always :
                                           ( state == eSuspended ) ? if_suspended :
                                                                     state );
    }
}

static void check_all( void )
{
    const eTaskState running = eRunning;

    check_shown( NULL, eSuspended, &running );
    check_shown( tasks[ DELAYED ], eSuspended, NULL );
    check_shown( tasks[ SUSPENDED ], eSuspended, NULL );
    check_shown( tasks[ READY ], eSuspended, NULL );

    for( unsigned i = TAKES; i < TASKS; i++ )
    {
        check_shown( tasks[ i ], eBlocked, NULL );
    }
}

static void test_states( void )
{
    for( unsigned i = 0; i < TASKS; i++ )
    {
        tasks[ i ] = create( run, i, ( i == READY ) ? LOW : HIGH );
    }

    check_all();
    vTaskSuspendAll();
    check_all();
    ( void ) xTaskResumeAll();
}

static void test_who_waits_for_the_end_of_a_suspension( void )
{
    const eTaskState ready = eReady;

    vTaskSuspendAll();
    interrupt( wake_all );
    check_shown( tasks[ DELAYED ], eSuspended, NULL );
    check_shown( tasks[ READY ], eSuspended, NULL );
    check_shown( tasks[ SUSPENDED ], eSuspended, &ready );

    for( unsigned i = TAKES; i < TASKS; i++ )
    {
        check_shown( tasks[ i ], eBlocked, &ready );
    }

    ( void ) xTaskResumeAll();
    check_shown( tasks[ TAKES ], eBlocked, NULL );
}

/* Who has been notified, or waits no more, counts as waiting until it runs. */
static void test_who_has_not_run_since( void )
{
    vTaskPrioritySet( tasks[ LISTENS ], LOW );
    xTaskNotifyGive( tasks[ LISTENS ] );
    check_shown( tasks[ LISTENS ], eSuspended, NULL );
    vTaskPrioritySet( tasks[ TAKES ], LOW );
    CHECK_EQUAL( xTaskAbortDelay( tasks[ TAKES ] ), pdPASS );
    check_shown( tasks[ TAKES ], eSuspended, NULL );
    vTaskPrioritySet( tasks[ LISTENS_FOR_EVER ], LOW );
    CHECK_EQUAL( xTaskAbortDelay( tasks[ LISTENS_FOR_EVER ] ), pdPASS );
    check_shown( tasks[ LISTENS_FOR_EVER ], eBlocked, NULL );
    vTaskSuspend( tasks[ LISTENS_FOR_EVER ] );
    check_shown( tasks[ LISTENS_FOR_EVER ], eSuspended, NULL );
    vTaskSuspend( tasks[ TAKES_FOR_EVER ] );
    check_shown( tasks[ TAKES_FOR_EVER ], eSuspended, NULL );
}

TEST_PROGRAM( SELF )
{
    uint32_t value = 0;

    semaphore = xSemaphoreCreateBinary();
    other = xSemaphoreCreateBinary();
    full = xQueueCreate( 1, sizeof( value ) );
    CHECK_EQUAL( xQueueSend( full, &value, 0 ), pdPASS );
    test_states();
    test_who_waits_for_the_end_of_a_suspension();
    test_who_has_not_run_since();
}
