/* SPDX-License-Identifier: Apache-2.0 */

/* Before the scheduler starts the tasks are in the hardware already: deleting or suspending the one
 * that would be first makes the best of the others first, where FreeRTOS keeps a pointer to it. */
#include "check.h"

#define LOW  1
#define SELF 4
#define HIGH 6
#define TOP  7

static TaskHandle_t suspended;

static void run_once( void * who )
{
    mark( ( char ) ( uintptr_t ) who );
    vTaskDelete( NULL );
}

static void director( void * parameters )
{
    CHECK_ORDER( "ab" );
    CHECK_EQUAL( eTaskGetState( suspended ), eSuspended );
    vTaskResume( suspended );
    CHECK_ORDER( "s" );
    vTaskDelay( 1 );
    CHECK_ORDER( "lr" ); /* the resumed one comes last */
    test_passed();
}

int main( void )
{
    TaskHandle_t lowered = create( run_once, 'l', HIGH );
    TaskHandle_t resumed = create( run_once, 'r', LOW );
    TaskHandle_t a = create( run_once, 'a', HIGH );
    TaskHandle_t deleted;

    create( run_once, 'b', HIGH );
    deleted = create( run_once, 'd', TOP );
    suspended = create( run_once, 's', TOP );
    CHECK( xTaskGetCurrentTaskHandle() == suspended );
    vTaskPrioritySet( lowered, LOW );
    vTaskSuspend( resumed );
    vTaskResume( resumed );
    vTaskSuspend( suspended );
    CHECK( xTaskGetCurrentTaskHandle() == deleted );
    vTaskDelete( deleted );
    CHECK( xTaskGetCurrentTaskHandle() == a );
    test_start( director, SELF );
}
