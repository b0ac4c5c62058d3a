/* SPDX-License-Identifier: Apache-2.0 */

/* Uses of a resource that are refused: TEST_USE says which one. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "devices.h"
#include "interrupts.h"
#include "resources.h"
#include "task.h"

enum
{
    NOTHING,
    CEILING_TOO_LOW,
    NO_PRIORITY,
    TAKEN_TWICE,
    WRONG_ORDER,
    NOT_TAKEN,
    IN_CRITICAL_SECTION,
    WAITS,
    YIELDS,
    RAISED_ABOVE,
    OF_A_ROUTINE,
    BY_A_ROUTINE,
    BEFORE_START,
    OTHER_CORE
};

#define PRIORITY 10
#define DEVICE   50

static GicResourceHandle_t low, first, second, other;

static void routine( void )
{
    if( TEST_USE == BY_A_ROUTINE )
    {
        vGicResourceTake( second );
    }

    vGicResourceTakeFromISR( second );
    vGicResourceGiveFromISR( second );
}

static void interrupt( void )
{
    raise( DEVICE );
    __asm volatile( "dsb\n isb" ::: "memory" );
}

/* By a task that holds nothing. */
static void before( void )
{
    switch( TEST_USE )
    {
        case CEILING_TOO_LOW:
            vGicResourceTake( low );
            break;

        case NOT_TAKEN:
            vGicResourceGive( first );
            break;

        case IN_CRITICAL_SECTION:
            taskENTER_CRITICAL();
            vGicResourceTake( first );
            break;

        case OF_A_ROUTINE:
            vGicResourceTakeFromISR( first );
            break;

        case OTHER_CORE:
            vGicResourceTake( other );
            break;

        default:
            break;
    }
}

/* By a task that holds the first one. */
static void within( TaskHandle_t self )
{
    switch( TEST_USE )
    {
        case TAKEN_TWICE:
            vGicResourceTake( first );
            break;

        case WAITS:
            vTaskDelay( 1 );
            break;

        case YIELDS:
            taskYIELD();
            break;

        case RAISED_ABOVE:
            vTaskPrioritySet( self, PRIORITY + 1 );
            break;

        default:
            vTaskPrioritySet( self, PRIORITY - 1 );
            vTaskPrioritySet( self, PRIORITY );
            break;
    }
}

static void uses( void * unused )
{
    before();
    vGicResourceTake( first );
    within( xTaskGetCurrentTaskHandle() );
    vGicResourceTake( second );

    if( TEST_USE == WRONG_ORDER )
    {
        vGicResourceGive( first );
    }

    vGicResourceGive( second );
    vGicResourceGive( first );
    interrupt();
    printf( "nothing is refused\n" );
    board_exit( 0 );
}

int main( void )
{
    low = xGicResourceCreate( PRIORITY - 1, 0 );
    first = xGicResourceCreate( PRIORITY, 0 );
    second = xGicResourceCreate( PRIORITY + 1, 0 );
    other = xGicResourceCreate( PRIORITY, configNUMBER_OF_CORES - 1 );

    if( TEST_USE == NO_PRIORITY )
    {
        ( void ) xGicResourceCreate( configMAX_PRIORITIES, 0 );
    }
    else if( TEST_USE == BEFORE_START )
    {
        vGicResourceTake( first );
    }

    board_set_handler( DEVICE, routine, PRIORITY + 1, 0 );
#if configNUMBER_OF_CORES > 1
    xTaskCreateAffinitySet( uses, "uses", 512, NULL, PRIORITY, 1, NULL );
#else
    xTaskCreate( uses, "uses", 512, NULL, PRIORITY, NULL );
#endif
    vTaskStartScheduler();
    return 1;
}
