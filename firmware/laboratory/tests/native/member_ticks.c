/* SPDX-License-Identifier: Apache-2.0 */

/* A task that begins to run in the midst of a tick, whichever of its cycles that is, gives a semaphore that
 * is the member of a queue set. Its call waits for the end of the tick, so that a task above it runs
 * meanwhile: that one finds the semaphore given and its set told, or neither. */
#include "check.h"
#include "machine.h"
#include "queue.h"
#include "semphr.h"

#define LOW  1
#define SELF 4
#define HIGH 6

/* Tasks below the giver that become ready at the tick before the one that looks. */
#define OTHERS 6

/* From the beginning of the tick to well after its end. */
#define CYCLES 200

static SemaphoreHandle_t semaphore;
static QueueSetHandle_t set;
static unsigned seen[ 2 ]; /* without the semaphore, and with it */

static void sleeps( void * ticks )
{
    vTaskDelay( ( TickType_t ) ( uintptr_t ) ticks );
    vTaskDelete( NULL );
}

static void looks( void * parameters )
{
    vTaskDelay( 1 );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), uxQueueMessagesWaiting( set ) );
    seen[ uxSemaphoreGetCount( semaphore ) ]++;
    vTaskDelete( NULL );
}

static void gives( void * parameters )
{
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdTRUE );
    vTaskDelete( NULL );
}

TEST_PROGRAM( SELF )
{
    semaphore = xSemaphoreCreateBinary();
    set = xQueueCreateSet( 1 );
    CHECK_EQUAL( xQueueAddToSet( semaphore, set ), pdPASS );

    for( uint32_t cycles = 0; cycles < CYCLES; cycles++ )
    {
        for( int i = 0; i < OTHERS; i++ )
        {
            create( sleeps, 2, LOW );
        }

        vTaskDelay( 1 );
        create( looks, 0, HIGH );
        create( gives, 0, SELF );
        machine_port_begin_tick( cycles );
        taskYIELD();
        machine_port_settle();
        vTaskDelay( 1 );
        CHECK( xQueueSelectFromSet( set, 0 ) == semaphore );
        CHECK_EQUAL( xSemaphoreTake( semaphore, 0 ), pdTRUE );
    }

    CHECK( seen[ 0 ] > 0 );
    CHECK( seen[ 1 ] > 0 );
}
