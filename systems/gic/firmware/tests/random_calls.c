/* SPDX-License-Identifier: Apache-2.0 */

/* Random calls of the thread API on one core, with a trace of who makes which: the same program has
 * the same trace on FreeRTOS and on the GIC. Whoever runs takes the next number, so one difference in
 * who runs changes all that follows. TEST_SEED and TEST_CALLS are given; with TEST_OBJECTS, half of the
 * calls are of notifications, event groups, and mutexes, or without these queues, semaphores and the
 * scheduler's suspension; and, where the options are set, of timers, stream buffers and queue sets. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "event_groups.h"
#include "message_buffer.h"
#include "random.h"
#include "semphr.h"
#include "stream_buffer.h"
#include "task.h"
#include "timers.h"

#ifndef TEST_OBJECTS
    #define TEST_OBJECTS 0
#endif
#define TASKS      8
#define PRIORITIES 5 /* few, so that there are equals; FreeRTOS priorities 1 to 5 */
#define STACK      512

/* Of a stream buffer one task sends, and one receives, both for ever. */
#define BOUND ( configUSE_STREAM_BUFFERS ? 4 : 0 )

static random_t generator = { TEST_SEED };
static TaskHandle_t tasks[ TASKS ];
static unsigned calls;

static TaskHandle_t caretakers;

static void actor( void * number );

static void trace( char what, int who, int whom, int detail )
{
    printf( "%d%c%d.%d ", who, what, whom, detail );

    if( calls % 16 == 0 )
    {
        printf( "\n" );
    }

    if( calls++ == TEST_CALLS )
    {
        board_exit( 0 );
    }
}

static void create( int number )
{
    const UBaseType_t priority = 1 + random_below( &generator, PRIORITIES );

    /* The handle is there before the task may run. */
    if( xTaskCreate( actor, "actor", STACK, ( void * ) ( uintptr_t ) number, priority, &tasks[ number ] ) !=
        pdPASS )
    {
        printf( "no memory\n" );
        board_exit( 1 );
    }
}

#if TEST_OBJECTS
    #define OBJECTS 2 /* of each kind */

static TickType_t ticks( void )
{
    const uint32_t choice = random_below( &generator, 6 );

    return ( choice == 5 ) ? portMAX_DELAY : choice;
}
static QueueHandle_t queues[ OBJECTS ];
static SemaphoreHandle_t semaphores[ OBJECTS ];
static EventGroupHandle_t events;
    #if configUSE_MUTEXES
static SemaphoreHandle_t mutexes[ OBJECTS ], recursive;
    #endif

    #if configUSE_TIMERS
        #define TIMERS 3

static TimerHandle_t timers[ TIMERS ];

/* Whoever runs may be in the midst of a call, so this one is not counted as another's. */
static void expired( TimerHandle_t timer )
{
    const int which = ( int ) ( uintptr_t ) pvTimerGetTimerID( timer );

    trace( 'T', 8, which, ( int ) xTaskGetTickCount() );

    if( which == 0 )
    {
        xTaskNotifyGive( caretakers );
    }
}

static void pended( void * from, uint32_t number )
{
    trace( 'P', 8, ( int ) ( uintptr_t ) from, ( int ) number );
}

static void use_timers( int who )
{
    const int which = ( int ) random_below( &generator, TIMERS );
    const TickType_t time = random_below( &generator, 3 );
    const TimerHandle_t timer = timers[ which ];
    const int is = ( int ) xTimerIsTimerActive( timer );
    BaseType_t done;

    switch( random_below( &generator, 6 ) )
    {
        case 0:
            trace( 'O', who, which, is );
            done = xTimerStop( timer, time );
            break;

        case 1:
            trace( 'D', who, which, is );
            done = xTimerChangePeriod( timer, 1 + random_below( &generator, 5 ), time );
            break;

        case 2:
            trace( 'F', who, which, is );
            done = xTimerPendFunctionCall( pended, ( void * ) ( uintptr_t ) who, ( uint32_t ) which, time );
            break;

        case 3:
            trace( 'U', who, which, ( int ) xTimerGetReloadMode( timer ) );
            vTimerSetReloadMode( timer, ( BaseType_t ) random_below( &generator, 2 ) );
            done = pdTRUE;
            break;

        default:
            trace( 'E', who, which, is );
            done = xTimerReset( timer, time );
            break;
    }

    trace( 'G', who, which, ( int ) done );
}
    #endif /* if configUSE_TIMERS */

    #if configUSE_STREAM_BUFFERS

static StreamBufferHandle_t buffers[ 2 ]; /* of a stream, of messages */

static void use_buffers( int who )
{
    const StreamBufferHandle_t buffer = buffers[ who % 2 ];
    const TickType_t time = ticks();
    const size_t bytes = 1 + random_below( &generator, 9 );
    uint8_t data[ 16 ] = { 0 };
    size_t done;

    if( who >= BOUND )
    {
        trace( 'L', who, ( int ) xStreamBufferBytesAvailable( buffer ),
               ( int ) xStreamBufferIsFull( buffer ) );
        return;
    }

    if( who < 2 )
    {
        for( size_t i = 0; i < bytes; i++ )
        {
            data[ i ] = ( uint8_t ) random_below( &generator, 256 );
        }

        trace( 'X', who, ( int ) bytes, ( int ) time );
        done = xStreamBufferSend( buffer, data, bytes, time );
    }
    else
    {
        trace( 'V', who, ( int ) bytes, ( int ) time );
        done = xStreamBufferReceive( buffer, data, bytes, time );
    }

    trace( 'H', who, ( int ) done, ( int ) data[ 0 ] );
}
    #endif /* if configUSE_STREAM_BUFFERS */

    #if configUSE_QUEUE_SETS

        #define EVENTS 80

static QueueSetHandle_t set;

/* Messages are received without the set, too, which keeps their events. It must not be full. */
static void drain_set( void )
{
    while( uxQueueSpacesAvailable( set ) < EVENTS / 2 )
    {
        ( void ) xQueueSelectFromSet( set, 0 );
    }
}

/* All queues and semaphores are added and removed by and by. */
static void use_set( int who )
{
    const int which = ( int ) random_below( &generator, OBJECTS );
    const QueueSetMemberHandle_t member =
        random_below( &generator, 2 ) ? queues[ which ] : semaphores[ which ];
    const TickType_t time = ticks();
    QueueSetMemberHandle_t found = member;
    int done;

    if( random_below( &generator, 3 ) == 0 )
    {
        trace( 'Z', who, which, ( int ) time );
        done = random_below( &generator, 4 ) ? xQueueAddToSet( member, set ) :
                                               xQueueRemoveFromSet( member, set );
    }
    else
    {
        trace( 'Q', who, which, ( int ) time );
        found = xQueueSelectFromSet( set, time );
        done = ( found == queues[ 0 ] ) + 2 * ( found == queues[ 1 ] ) + 3 * ( found == semaphores[ 0 ] ) +
               4 * ( found == semaphores[ 1 ] );
    }

    trace( 'J', who, which, done );
}
    #else
        #define drain_set()
    #endif /* if configUSE_QUEUE_SETS */

static void create_objects( void )
{
    for( int i = 0; i < OBJECTS; i++ )
    {
        queues[ i ] = xQueueCreate( 1 + i, sizeof( int ) );
    }

    semaphores[ 0 ] = xSemaphoreCreateCounting( 2, 1 );
    semaphores[ 1 ] = xSemaphoreCreateBinary();
    events = xEventGroupCreate();
    #if configUSE_TIMERS
    for( int i = 0; i < TIMERS; i++ )
    {
        timers[ i ] = xTimerCreate( "", 1 + ( TickType_t ) i, i % 2, ( void * ) ( uintptr_t ) i, expired );
    }
    #endif
    #if configUSE_STREAM_BUFFERS
    buffers[ 0 ] = xStreamBufferCreate( 24, 3 );
    buffers[ 1 ] = xMessageBufferCreate( 40 );
    #endif
    #if configUSE_QUEUE_SETS
    set = xQueueCreateSet( EVENTS );
    #endif
    #if configUSE_MUTEXES
    mutexes[ 0 ] = xSemaphoreCreateMutex();
    mutexes[ 1 ] = xSemaphoreCreateMutex();
    recursive = xSemaphoreCreateRecursiveMutex();
    #endif
}

    #if configUSE_MUTEXES

static int holds_any( TaskHandle_t task )
{
    return ( xSemaphoreGetMutexHolder( mutexes[ 0 ] ) == task ) ||
           ( xSemaphoreGetMutexHolder( mutexes[ 1 ] ) == task ) ||
           ( xSemaphoreGetMutexHolder( recursive ) == task );
}

/* Two mutexes may be waited for crosswise, so every wait comes to its end. */
static void use_mutexes( int who )
{
    const int which = ( int ) random_below( &generator, OBJECTS );
    const TickType_t time = random_below( &generator, 6 );
    const SemaphoreHandle_t mutex = mutexes[ which ];
    const int own = ( xSemaphoreGetMutexHolder( mutex ) == tasks[ who ] );
    BaseType_t done;

    if( random_below( &generator, 3 ) == 0 )
    {
        trace( 'M', who, 0, ( int ) time );
        done = random_below( &generator, 2 ) ? xSemaphoreTakeRecursive( recursive, time ) :
                                               xSemaphoreGiveRecursive( recursive );
    }
    else
    {
        trace( own ? 'n' : 'm', who, which, ( int ) time );
        done = own ? xSemaphoreGive( mutex ) : xSemaphoreTake( mutex, time );
    }

    trace( 'i', who, ( int ) uxTaskPriorityGet( NULL ), ( int ) done );
}
    #endif /* if configUSE_MUTEXES */

/* Some bits are waited for by several, so some groups are set for all. */
static void use_events( int who )
{
    const EventBits_t bits = 1 + random_below( &generator, 7 );
    const TickType_t time = ticks();
    const BaseType_t clear = ( BaseType_t ) random_below( &generator, 2 );
    EventBits_t found;

    switch( random_below( &generator, 6 ) )
    {
        case 0:
        case 1:
            trace( 'b', who, ( int ) bits, ( int ) time );
            found = xEventGroupWaitBits( events, bits, clear, ( BaseType_t ) random_below( &generator, 2 ),
                                         time );
            break;

        case 2:
            trace( 'j', who, ( int ) bits, ( int ) time );
            found = xEventGroupSync( events, bits & 3, bits, time );
            break;

        case 3:
            trace( 'l', who, ( int ) bits, ( int ) xEventGroupGetBits( events ) );
            found = xEventGroupClearBits( events, bits );
            break;

        default:
            trace( 'h', who, ( int ) bits, 0 );
            found = xEventGroupSetBits( events, bits );
            break;
    }

    trace( 'B', who, ( int ) found, 0 );
}

static void notify( int who )
{
    const int whom = ( int ) random_below( &generator, TASKS );
    const uint32_t bits = random_below( &generator, 4 );
    const TickType_t time = ticks();
    uint32_t value = 0;
    BaseType_t done = pdTRUE;

    switch( random_below( &generator, 8 ) )
    {
        case 0:
        case 1:
            trace( 'A', who, 0, ( int ) time );
            value = ulTaskNotifyTake( ( BaseType_t ) ( bits & 1 ), time );
            break;

        case 2:
            trace( 'W', who, ( int ) bits, ( int ) time );
            done = xTaskNotifyWait( bits, ~bits, &value, time );
            break;

        case 3:
            trace( 'C', who, ( int ) bits, 0 );
            done = xTaskNotifyStateClear( NULL );
            value = ulTaskNotifyValueClear( NULL, bits );
            break;

        default:

            if( tasks[ whom ] != NULL )
            {
                const eNotifyAction action = ( eNotifyAction ) random_below( &generator, 5 );

                trace( 'N', who, whom, ( int ) action );
                done = xTaskNotifyAndQuery( tasks[ whom ], bits, action, &value );
            }

            break;
    }

    trace( 'a', who, ( int ) value, ( int ) done );
}

/* While the scheduler is suspended: calls for others, one for each. FreeRTOS yields at the end if somebody
 * above has been made ready, also if that one is not above any more. */
static void suspend_all( int who )
{
    uint32_t done = 1UL << who;

    vTaskSuspendAll();

    for( uint32_t i = random_below( &generator, 4 ); i > 0; i-- )
    {
        const int whom = ( int ) random_below( &generator, TASKS );
        const UBaseType_t priority = 1 + random_below( &generator, PRIORITIES );
        const TaskHandle_t task = tasks[ whom ];

        if( ( task == NULL ) || ( done & ( 1UL << whom ) ) )
        {
            continue;
        }

        done |= 1UL << whom;

        trace( 'S', who, whom, ( int ) eTaskGetState( task ) );

        if( random_below( &generator, 4 ) == 0 )
        {
            vTaskSuspend( task );
        }
        else if( eTaskGetState( task ) == eReady )
        {
            vTaskPrioritySet( task, priority );
        }
        else
        {
            vTaskResume( task );
        }
    }

    trace( 'R', who, ( int ) xTaskGetSchedulerState(), ( int ) xTaskGetTickCount() );

    const BaseType_t yielded = xTaskResumeAll();

    trace( 'Y', who, 0, ( int ) yielded );
}

/* Two traces: who calls what, and what it returned. */
static void use_objects( int who, int waits )
{
    const int which = ( int ) random_below( &generator, OBJECTS );
    const TickType_t time = waits ? ticks() : 0;
    const QueueHandle_t queue = queues[ which ];
    int value = ( int ) random_below( &generator, 100 );
    BaseType_t done;

    drain_set();

    switch( random_below( &generator, 10 ) )
    {
        case 0:
        case 1:
            trace( 'q', who, which, value );
            done = xQueueSend( queue, &value, time );
            break;

        case 2:
            trace( 'f', who, which, value );
            done = xQueueSendToFront( queue, &value, time );
            break;

        case 3:
            trace( 'o', who, 0, value );
            done = xQueueOverwrite( queues[ 0 ], &value );
            break;

        case 4:
        case 5:
            trace( 'v', who, which, ( int ) uxQueueMessagesWaiting( queue ) );
            done = xQueueReceive( queue, &value, time );
            break;

        case 6:
            trace( 'k', who, which, ( int ) uxQueueSpacesAvailable( queue ) );
            done = xQueuePeek( queue, &value, time );
            break;

        case 7:
            trace( 'g', who, which, 0 );
            done = xSemaphoreGive( semaphores[ which ] );
            break;

        case 8:
            trace( 't', who, which, ( int ) uxSemaphoreGetCount( semaphores[ which ] ) );
            done = xSemaphoreTake( semaphores[ which ], time );
            break;

        default:
            trace( 'z', who, which, 0 );
            done = ( random_below( &generator, 4 ) == 0 ) ? xQueueReset( queue ) : pdFALSE;
            break;
    }

    trace( 'e', who, value, ( int ) done );
}
#endif /* if TEST_OBJECTS */

/* Keeps somebody running; it alone runs through idle times. */
static void caretaker( void * unused )
{
    for( ;; )
    {
        const int whom = ( int ) random_below( &generator, TASKS );

        trace( 'w', 9, whom, ( int ) xTaskGetTickCount() );

        if( tasks[ whom ] == NULL )
        {
            create( whom );
        }
        else
        {
            vTaskResume( tasks[ whom ] );
        }

        #if TEST_OBJECTS
        use_objects( 9, 0 );
        #endif
        vTaskDelay( random_below( &generator, 3 ) );
    }
}

    #if !configUSE_MUTEXES
        #define holds_any( task ) 0
    #endif

static void call( int who )
{
    const int whom = ( int ) random_below( &generator, TASKS );
    const TaskHandle_t task = tasks[ whom ];
    const UBaseType_t priority = 1 + random_below( &generator, PRIORITIES );

    if( task == NULL )
    {
        trace( 'c', who, whom, 0 );
        create( whom );
        return;
    }

    #if TEST_OBJECTS
    if( random_below( &generator, 2 ) == 0 )
    {
        #if configUSE_TIMERS
        if( random_below( &generator, 4 ) == 0 )
        {
            use_timers( who );
            return;
        }
        #endif
        #if configUSE_STREAM_BUFFERS
        if( random_below( &generator, 3 ) == 0 )
        {
            use_buffers( who );
            return;
        }
        #endif
        #if configUSE_QUEUE_SETS
        if( random_below( &generator, 3 ) == 0 )
        {
            use_set( who );
            return;
        }
        #endif
        if( random_below( &generator, 3 ) == 0 )
        {
            ( random_below( &generator, 2 ) ? notify : use_events )( who );
            return;
        }

        if( random_below( &generator, 8 ) == 0 )
        {
            suspend_all( who );
            return;
        }

        #if configUSE_MUTEXES
        use_mutexes( who );
        #else
        use_objects( who, 1 );
        #endif
        return;
    }
    #endif

    switch( random_below( &generator, 12 ) )
    {
        case 0:
        case 1:
            trace( 's', who, whom, ( int ) eTaskGetState( task ) );
            vTaskSuspend( ( whom == who ) ? NULL : task );
            break;

        case 2:
        case 3:
        case 4:
            trace( 'r', who, whom, ( int ) eTaskGetState( task ) );
            vTaskResume( task );
            break;

        case 5:
        case 6:
        case 7:
            trace( 'p', who, whom, ( int ) uxTaskPriorityGet( task ) * 10 + ( int ) priority );
            vTaskPrioritySet( task, priority );
            break;

        case 8:
            trace( 'y', who, 0, 0 );
            taskYIELD();
            break;

        case 9:
            trace( 'd', who, 0, ( int ) priority - 1 );
            vTaskDelay( priority - 1 );
            break;

        case 10:
        {
            TickType_t last = xTaskGetTickCount() - 2;

            trace( 'u', who, ( int ) xTaskDelayUntil( &last, priority ), ( int ) priority );
            break;
        }

        default:

            if( ( random_below( &generator, 4 ) == 0 ) && !holds_any( task ) && ( whom >= BOUND ) )
            {
                trace( 'x', who, whom, 0 );
                tasks[ whom ] = NULL;
                vTaskDelete( ( whom == who ) ? NULL : task );
            }

            break;
    }
}

static void actor( void * number )
{
    for( ;; )
    {
        call( ( int ) ( uintptr_t ) number );
    }
}

int main( void )
{
    #if TEST_OBJECTS
    create_objects();
    #endif

    /* Before the start, too: the last of the highest runs first. */
    for( int number = 0; number < TASKS / 2; number++ )
    {
        create( number );
    }

    xTaskCreate( caretaker, "caretaker", STACK, NULL, 1, &caretakers );
    vTaskStartScheduler();
    return 1;
}
