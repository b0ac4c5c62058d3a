/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks do random calls. After each, what the program shows a debugger of every task is what the
 * hardware answers about it (hardware.h). */
#include <string.h>

#include "check.h"
#include "event_groups.h"
#include "hardware.h"
#include "semphr.h"

#if ( configISOCHRON_HYBRID == 1 )
    #include "isochron_hybrid_constants.h"
#else
    #include "isochron_constants.h"
#endif

#define TASKS      10
#define DIRECTOR   8 /* above all of them */
#define ROUNDS     500
#define MOST_TICKS 4

#define FIELD( NAME ) ISOCHRON_HYBRID_REPLIES_TASK_##NAME##_MASK

static TaskHandle_t tasks[ TASKS ];
static SemaphoreHandle_t semaphore;
static SemaphoreHandle_t mutex;
static QueueHandle_t queue;
static EventGroupHandle_t group;
static unsigned seen[ eInvalid ];
static unsigned calls;

static uint32_t below( uint32_t limit )
{
    static uint32_t state = 1;

    state = state * 1664525u + 1013904223u;
    return ( state >> 16 ) % limit;
}

static uint32_t answer( uint32_t task )
{
    #if ( configISOCHRON_HYBRID == 1 )
    {
        hardware_store( ISOCHRON_HYBRID_LINK_SCHEDULER_OFFSET,
                        ISOCHRON_HYBRID_COMMAND_GET | ( task << ISOCHRON_HYBRID_LINK_SCHEDULER_ID_SHIFT ) );

        return hardware_load( ISOCHRON_HYBRID_LINK_REPLY_OFFSET ) &
               ( FIELD( BLOCKED ) | FIELD( SUSPENDED ) | FIELD( FINISHED ) | FIELD( READY ) );
    }
    #else
    {
        hardware_store( ISOCHRON_ISR_TASK_STATE_OFFSET + 4U * task, 0 );

        return hardware_load( ISOCHRON_ISR_RESULT_OFFSET ) == ISOCHRON_RESULT_OK ?
                   hardware_load( ISOCHRON_ISR_VALUE_OFFSET ) :
                   ( uint32_t ) eDeleted;
    }
    #endif
}

static void compare( void )
{
    uint32_t shown[ configMAX_HW_ACCELERATION_TASKS ];

    taskENTER_CRITICAL();
    ( void ) memcpy( shown, hardware_task_states, sizeof( shown ) );

    for( uint32_t i = 0; i < configMAX_HW_ACCELERATION_TASKS; i++ )
    {
        CHECK_EQUAL( shown[ i ], answer( i ) );
    }

    taskEXIT_CRITICAL();
}

static void call( void )
{
    const uint32_t ticks = below( MOST_TICKS );
    const uint32_t index = below( configTASK_NOTIFICATION_ARRAY_ENTRIES );
    const uint32_t bit = 1u << below( 2 );
    TaskHandle_t other = tasks[ below( TASKS ) ];
    uint32_t item = 0;

    switch( below( 15 ) )
    {
        case 0:
            ( void ) xSemaphoreTake( semaphore, ticks );
            break;
        case 1:
            ( void ) xSemaphoreGive( semaphore );
            break;
        case 2:
            if( xSemaphoreTake( mutex, ticks ) == pdTRUE )
            {
                compare();
                vTaskDelay( ticks );
                compare();
                ( void ) xSemaphoreGive( mutex );
            }
            break;
        case 3:
            ( void ) xQueueSend( queue, &item, ticks );
            break;
        case 4:
            ( void ) xQueueReceive( queue, &item, ticks );
            break;
        case 5:
            ( void ) ulTaskNotifyTakeIndexed( index, pdTRUE, portMAX_DELAY );
            break;
        case 6:
            ( void ) xTaskNotifyGiveIndexed( other, index );
            break;
        case 7:
            ( void ) xEventGroupWaitBits( group, bit, pdTRUE, pdTRUE, ticks );
            break;
        case 8:
            ( void ) xEventGroupSetBits( group, bit );
            break;
        case 9:
            vTaskDelay( ticks );
            break;
        case 10:
            vTaskSuspend( other );
            break;
        case 11:
            vTaskResume( other );
            break;
        case 12:
            vTaskPrioritySet( other, below( DIRECTOR ) );
            break;
        case 13:
            vTaskSuspendAll();
            ( void ) xSemaphoreGive( semaphore );
            compare();
            ( void ) xTaskResumeAll();
            break;
        default:
            taskYIELD();
            break;
    }
}

static void caller( void * parameters )
{
    for( ;; )
    {
        call();
        calls++;
        compare();
    }
}

/* Sees to it that there are always tasks that run. */
static void director( void * parameters )
{
    for( unsigned i = 0; i < TASKS; i++ )
    {
        tasks[ i ] = create( caller, 0, below( DIRECTOR ) );
        compare();
    }

    for( unsigned round = 0; round < ROUNDS; round++ )
    {
        TaskHandle_t * task = &( tasks[ below( TASKS ) ] );
        const eTaskState state = eTaskGetState( *task );

        seen[ state ]++;

        if( state == eBlocked )
        {
            ( void ) xTaskAbortDelay( *task );
        }
        else if( ( state == eSuspended ) && ( xSemaphoreGetMutexHolder( mutex ) != *task ) )
        {
            vTaskDelete( *task );
            compare();
            *task = create( caller, 0, below( DIRECTOR ) );
        }

        compare();
        vTaskDelay( 1 );
        compare();
    }

    CHECK( ( seen[ eReady ] != 0 ) && ( seen[ eBlocked ] != 0 ) && ( seen[ eSuspended ] != 0 ) );
    CHECK( calls > ROUNDS );
    test_passed();
}

int main( void )
{
    semaphore = xSemaphoreCreateCounting( 2, 0 );
    mutex = xSemaphoreCreateMutex();
    queue = xQueueCreate( 1, sizeof( uint32_t ) );
    group = xEventGroupCreate();
    test_start( director, DIRECTOR );
    return 1;
}
