/* SPDX-License-Identifier: Apache-2.0 */

/* What main() does with tasks before the scheduler starts: there the running task is the one that would run
 * first, the last one created of the highest priority. */
#include "check_tasks.h"

#define LOW    1
#define MIDDLE 2
#define HIGH   3

static TaskHandle_t a, b, c, raised, asleep, taker;
static SemaphoreHandle_t mutex;

static void last( void * parameters )
{
    /* The highest first, and who was resumed or ranked in main() is not forgotten. */
    CHECK_ORDER( "rcba" );
    CHECK_EQUAL( eTaskGetState( a ), eSuspended );
    CHECK_EQUAL( eTaskGetState( asleep ), eSuspended );
    vTaskResume( asleep );
    CHECK_ORDER( "z" );

    /* What main() took as the first task is that task's. */
    CHECK( xSemaphoreGetMutexHolder( mutex ) == taker );
    test_passed();
}

int main( void )
{
    uint32_t value = 0;

    mutex = xSemaphoreCreateMutex();
    CHECK( xTaskGetCurrentTaskHandle() == NULL );

    a = create( runner, 'a', LOW );
    CHECK( xTaskGetCurrentTaskHandle() == a );
    CHECK_EQUAL( eTaskGetState( a ), eRunning );
    b = create( runner, 'b', MIDDLE );
    CHECK( xTaskGetCurrentTaskHandle() == b );
    c = create( runner, 'c', HIGH );
    CHECK( xTaskGetCurrentTaskHandle() == c );
    CHECK_EQUAL( eTaskGetState( a ), eReady );
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), HIGH );

    /* The first one created is a task like the others. */
    vTaskSuspend( a );
    CHECK_EQUAL( eTaskGetState( a ), eSuspended );
    vTaskResume( a );
    CHECK_EQUAL( eTaskGetState( a ), eReady );
    CHECK_EQUAL( xTaskAbortDelay( a ), pdFALSE );

    /* Nobody but the first has what main() waits for. */
    CHECK_EQUAL( xTaskNotify( a, 5, eSetValueWithOverwrite ), pdPASS );
    CHECK_EQUAL( xTaskNotifyWait( 0, 0, &value, 0 ), pdFALSE );
    CHECK_EQUAL( xTaskNotify( c, 7, eSetValueWithOverwrite ), pdPASS );
    CHECK_EQUAL( xTaskNotifyWait( 0, 0, &value, 0 ), pdTRUE );
    CHECK_EQUAL( value, 7 );
    CHECK_EQUAL( xTaskNotifyStateClear( a ), pdTRUE );
    CHECK_EQUAL( xSemaphoreTake( mutex, 0 ), pdTRUE );
    taker = c;
    CHECK( xSemaphoreGetMutexHolder( mutex ) == taker );

    /* Another one is first while that one is suspended. */
    vTaskSuspend( c );
    CHECK( xTaskGetCurrentTaskHandle() == b );
    CHECK_EQUAL( eTaskGetState( b ), eRunning );
    CHECK_EQUAL( eTaskGetState( c ), eSuspended );

    asleep = create( runner, 'z', HIGH );
    vTaskSuspend( asleep );
    CHECK( xTaskGetCurrentTaskHandle() == b );

    /* FreeRTOS yields here, which no port of it survives. */
    #if ( configUSE_HW_ACCELERATION == 1 )
    vTaskResume( c );
    CHECK( xTaskGetCurrentTaskHandle() == c );
    raised = create( runner, 'r', LOW );
    CHECK( xTaskGetCurrentTaskHandle() == c );
    vTaskPrioritySet( raised, HIGH + 1 );
    CHECK( xTaskGetCurrentTaskHandle() == raised );
    vTaskPrioritySet( raised, LOW );
    CHECK( xTaskGetCurrentTaskHandle() == c );
    vTaskPrioritySet( raised, HIGH + 1 );
    #else
    c = create( runner, 'c', HIGH );
    raised = create( runner, 'r', HIGH + 1 );
    #endif
    CHECK( xTaskGetCurrentTaskHandle() == raised );

    test_start( last, tskIDLE_PRIORITY );
}
