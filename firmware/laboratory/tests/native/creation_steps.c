/* SPDX-License-Identifier: Apache-2.0 */

/* An interrupt at every point of the creation of a task, which wakes a higher one: that finds the
 * task created or not, as its number, the list of all tasks and their states say, and never in
 * between. */
#include "board.h"
#include "check_tasks.h"

#define LINE 2
#define LOW  1
#define SELF 4
#define HIGH 6

/* Points from the arming to well after the end of the creation. */
#define LAST_OFFSET 80

/* Idle, director, watcher; the one that is created; the one that the watcher creates. */
#define BEFORE 3
#define MOST   ( BEFORE + 2 )

static TaskHandle_t watcher, second;
static unsigned found_before, found_after;

static void service( uint32_t line )
{
    BaseType_t woken = pdFALSE;

    board_acknowledge_interrupt( line );
    vTaskNotifyGiveFromISR( watcher, &woken );
    portYIELD_FROM_ISR( woken );
}

static UBaseType_t number_of( TaskHandle_t task )
{
    TaskStatus_t status;

    vTaskGetInfo( task, &status, pdFALSE, eInvalid );
    return status.xTaskNumber;
}

static void watch( void * parameters )
{
    TaskStatus_t status[ MOST ];
    UBaseType_t count;

    ( void ) parameters;

    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        count = uxTaskGetNumberOfTasks();
        CHECK_EQUAL( uxTaskGetSystemState( status, MOST, NULL ), count );

        for( UBaseType_t i = 0; i < count; i++ )
        {
            CHECK( status[ i ].eCurrentState != eDeleted );
        }

        if( count == BEFORE )
        {
            found_before++;
        }
        else
        {
            CHECK_EQUAL( count, BEFORE + 1 );
            found_after++;
        }

        second = create( sleeper, 0, LOW );
    }
}

static void director( void * parameters )
{
    TaskHandle_t first;

    ( void ) parameters;
    board_set_interrupt_handler( LINE, service );
    watcher = create( watch, 0, HIGH );

    for( uint32_t offset = 1; offset <= LAST_OFFSET; offset++ )
    {
        second = NULL;
        board_arm_interrupt( LINE, offset, 0 );
        first = create( sleeper, 0, LOW );

        while( second == NULL )
        {
            ( void ) uxTaskPriorityGet( NULL );
        }

        CHECK( number_of( first ) != number_of( second ) );
        vTaskDelete( first );
        vTaskDelete( second );
    }

    /* The offsets reach from before to after. */
    CHECK( found_before > 10 );
    CHECK( found_after > 10 );
    test_passed();
}

int main( void )
{
    test_start( director, SELF );
}
