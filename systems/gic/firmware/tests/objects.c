/* SPDX-License-Identifier: Apache-2.0 */

/* Queues, a semaphore and a mutex between tasks and routines of all cores at the same time. Messages go
 * round through three queues; who carries them takes and gives units of a semaphore, counts behind a mutex,
 * and notifies another one, and sets its bit of an event group. Meanwhile carriers are suspended, moved, and
 * given other priorities. In the end each message is there once, whole, and has been carried as often as was
 * counted; nobody waits for what is there, and nobody has kept a priority that it had inherited. The argument
 * is the seed. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "devices.h"
#include "event_groups.h"
#include "interrupts.h"
#include "queue.h"
#include "semphr.h"
#include "shared.h"
#include "task.h"

#ifndef TEST_CALLS
    #define TEST_CALLS 20000
#endif
#ifndef TEST_IN_A_ROW
    #define TEST_IN_A_ROW                                                             \
    1 /* messages that are carried before a carrier does the rest, which sleeps; with \
       * more there are more messages, and room for all */
#endif
#define QUEUES       3
#define CARRIERS     ( 6 * CORES )
#define MESSAGES     ( ( TEST_IN_A_ROW > 1 ) ? 30 : 6 )
#define LAST         ( ( uint32_t ) MESSAGES ) /* the number of those that end the carriers */
#define UNITS        ( CARRIERS / 2 )
#define PATIENCE     5000 /* ticks without any message carried, on a busy host */
#define TOP          20
#define FIRST_DEVICE 50

typedef struct
{
    uint32_t number, carried, complement;
} message_t;

/* What a carrier waits for, without limit. */
typedef enum
{
    NOTHING,
    A_UNIT,
    A_MESSAGE,
    A_PLACE,
    THE_MUTEX,
    A_NOTIFICATION,
    A_BIT
} wish_t;

typedef struct
{
    message_t message;
    volatile wish_t wish;
    volatile int has, done, inside;
    volatile uint32_t carried, late, entered, notified, heard;
    random_t generator;
    TaskHandle_t task;
} carrier_t;

static QueueHandle_t queues[ QUEUES ];
static SemaphoreHandle_t units, mutex;
static EventGroupHandle_t bits; /* of the carriers */
static volatile uint32_t entries[ 2 ]; /* behind the mutex */
static carrier_t carriers[ CARRIERS ], routines[ CORES ];
static uint32_t held;
static volatile int stops;

/* Times that are over soon, or never. */
static TickType_t time( carrier_t * me, wish_t wish )
{
    const uint32_t choice = random_below( &me->generator, 4 );

    me->wish = ( choice == 3 ) ? wish : NOTHING;
    return ( choice == 3 ) ? portMAX_DELAY : choice;
}

static BaseType_t got( carrier_t * me, BaseType_t done )
{
    me->wish = NOTHING;
    me->late += ( done == pdFALSE );
    return done;
}

static void look( carrier_t * me )
{
    if( me->message.complement != ~( me->message.number * me->message.carried ) )
    {
        fail( "torn", me->message.number );
    }

    me->carried++;
    me->message.carried++;
    me->message.complement = ~( me->message.number * me->message.carried );
}

static void arrive( carrier_t * me, int core )
{
    const uint32_t interrupt = FIRST_DEVICE + ( uint32_t ) core;

    if( random_below( &me->generator, 4 ) == 0 )
    {
        raise( interrupt );
    }
}

static void use_unit( void )
{
    if( __atomic_add_fetch( &held, 1, __ATOMIC_RELAXED ) > UNITS )
    {
        fail( "more units than there are", held );
    }

    vTaskDelay( 1 );
    __atomic_fetch_sub( &held, 1, __ATOMIC_RELAXED );

    if( xSemaphoreGive( units ) != pdTRUE )
    {
        fail( "a unit too many", held );
    }
}

static void count_entry( carrier_t * me )
{
    const uint32_t before = entries[ 0 ];

    if( before != entries[ 1 ] )
    {
        fail( "two have the mutex", before );
    }

    entries[ 0 ] = before + 1;

    if( random_below( &me->generator, 4 ) == 0 )
    {
        vTaskDelay( 1 );
    }

    entries[ 1 ] = before + 1;
    me->entered++;

    if( xSemaphoreGive( mutex ) != pdTRUE )
    {
        fail( "given in vain", before );
    }
}

static TaskHandle_t somebody( carrier_t * me )
{
    me->notified++;
    return carriers[ random_below( &me->generator, CARRIERS ) ].task;
}

static void carry( void * parameter )
{
    const int number = ( int ) ( uintptr_t ) parameter;
    carrier_t * const me = &carriers[ number ];
    QueueHandle_t const from = queues[ number % QUEUES ], to = queues[ ( number + 1 ) % QUEUES ];

    while( !stops )
    {
        arrive( me, number % CORES );

        if( got( me, xSemaphoreTake( units, time( me, A_UNIT ) ) ) )
        {
            use_unit();
        }

        xTaskNotifyGive( somebody( me ) );
        me->heard += ulTaskNotifyTake( pdTRUE, time( me, A_NOTIFICATION ) );
        me->wish = NOTHING;
        xEventGroupSetBits( bits, 1UL << random_below( &me->generator, CARRIERS ) );
        ( void ) xEventGroupWaitBits( bits, 1UL << number, pdTRUE, pdFALSE, time( me, A_BIT ) );
        me->wish = NOTHING;

        if( got( me, xSemaphoreTake( mutex, time( me, THE_MUTEX ) ) ) )
        {
            count_entry( me );
        }

        for( int message = 0; ( message < TEST_IN_A_ROW ) && !stops; message++ )
        {
            if( got( me, xQueueReceive( from, &me->message, time( me, A_MESSAGE ) ) ) )
            {
                look( me );
                me->has = 1;

                while( me->has && !stops )
                {
                    me->has = !got( me, xQueueSend( to, &me->message, time( me, A_PLACE ) ) );
                }
            }
        }
    }

    __atomic_store_n( &me->done, 1, __ATOMIC_RELEASE );
    vTaskSuspend( NULL );
}

/* A core's routine carries, too, and does not wait. */
static void handler( void )
{
    carrier_t * const me = &routines[ board_core() ];

    __atomic_store_n( &me->inside, 1, __ATOMIC_SEQ_CST );

    if( __atomic_load_n( &stops, __ATOMIC_SEQ_CST ) )
    {
        me->inside = 0;
        return;
    }

    if( !me->has && xQueueReceiveFromISR( queues[ 0 ], &me->message, NULL ) )
    {
        look( me );
        me->has = 1;
    }

    if( me->has && xQueueSendFromISR( queues[ 1 ], &me->message, NULL ) )
    {
        me->has = 0;
        vTaskNotifyGiveFromISR( somebody( me ), NULL );
        xEventGroupSetBits( bits, 1UL << random_below( &me->generator, CARRIERS ) );
    }

    __atomic_store_n( &me->inside, 0, __ATOMIC_RELEASE );
}

/* Whether somebody waits for what is there: then a wake-up was lost, unless it is still on its way. */
static int waits_in_vain( int number )
{
    QueueHandle_t const from = queues[ number % QUEUES ], to = queues[ ( number + 1 ) % QUEUES ];

    switch( carriers[ number ].wish )
    {
        case A_UNIT:
            return uxSemaphoreGetCount( units ) > 0;

        case A_MESSAGE:
            return uxQueueMessagesWaiting( from ) > 0;

        case A_PLACE:
            return uxQueueSpacesAvailable( to ) > 0;

        case THE_MUTEX:
            return xSemaphoreGetMutexHolder( mutex ) == NULL;

        case A_BIT:
            return ( xEventGroupGetBits( bits ) & ( 1UL << number ) ) != 0;

        case A_NOTIFICATION:
            return ulTaskNotifyValueClear( carriers[ number ].task, 0 ) > 0;

        default:
            return !carriers[ number ].done;
    }
}

static void see( const message_t * message, uint32_t * seen, uint32_t * carried )
{
    *carried += message->carried;

    if( message->number == LAST )
    {
        return;
    }

    if( ( *seen & ( 1UL << message->number ) ) != 0 )
    {
        fail( "doubled", message->number );
    }

    *seen |= 1UL << message->number;
}

/* Gives a carrier that waits without limit what it waits for. Units and the mutex come back by themselves. */
static void release( int number )
{
    const message_t last = { LAST, 0, ~0UL };

    switch( carriers[ number ].wish )
    {
        case A_MESSAGE:
            ( void ) xQueueSend( queues[ number % QUEUES ], &last, 0 );
            break;

        case A_BIT:
            xEventGroupSetBits( bits, 1UL << number );
            break;

        case A_NOTIFICATION:
            xTaskNotifyGive( carriers[ number ].task );
            break;

        default:
            break;
    }
}

static void empty( uint32_t * seen, uint32_t * carried )
{
    message_t message;

    for( int i = 0; i < QUEUES; i++ )
    {
        while( xQueueReceive( queues[ i ], &message, 0 ) )
        {
            see( &message, seen, carried );
        }
    }
}

/* Ends all carriers, so that none of them sends or receives any more when messages are counted. Those that
 * wait for a place get one, since the queues are emptied. */
static void end_carriers( uint32_t * seen, uint32_t * carried )
{
    for( int ticks = 0, number = 0; number < CARRIERS; )
    {
        if( __atomic_load_n( &carriers[ number ].done, __ATOMIC_ACQUIRE ) )
        {
            number++;
        }
        else if( ticks++ < PATIENCE )
        {
            empty( seen, carried );
            release( number );
            vTaskDelay( 1 );
        }
        else
        {
            fail( "does not end", ( uint32_t ) number );
        }
    }

    empty( seen, carried );
}

/* Notifications that were given, and neither taken nor are still there. */
static uint32_t missing( void )
{
    uint32_t number = 0;

    for( int i = 0; i < CARRIERS; i++ )
    {
        number += carriers[ i ].notified - carriers[ i ].heard;
        number -= ulTaskNotifyValueClear( carriers[ i ].task, 0 );
    }

    for( int i = 0; i < CORES; i++ )
    {
        number += routines[ i ].notified;
    }

    return number;
}

static void judge( uint32_t moved )
{
    uint32_t seen = 0, carried = 0, counted = 0, late = 0, by_routines = 0, entered = 0;

    /* A routine that has begun before the stop may stand still between two instructions, for as long as the
     * host likes. From then on none of them carries. */
    for( int core = 0; core < CORES; core++ )
    {
        while( __atomic_load_n( &routines[ core ].inside, __ATOMIC_ACQUIRE ) )
        {
            vTaskDelay( 1 );
        }
    }

    for( int ticks = 0, number = 0; number < CARRIERS; )
    {
        if( !waits_in_vain( number ) )
        {
            number++;
        }
        else if( ticks++ < PATIENCE )
        {
            vTaskDelay( 1 );
            number = 0;
        }
        else
        {
            fail( "waits for what is there", ( uint32_t ) number );
        }
    }

    /* A routine may be about to notify. */
    for( int ticks = 0; missing() != 0; ticks++ )
    {
        if( ticks == PATIENCE )
        {
            fail( "notifications missing", missing() );
        }

        vTaskDelay( 1 );
    }

    end_carriers( &seen, &carried );

    for( int i = 0; i < CARRIERS + CORES; i++ )
    {
        const carrier_t * const who = ( i < CARRIERS ) ? &carriers[ i ] : &routines[ i - CARRIERS ];

        counted += who->carried;
        late += who->late;
        entered += who->entered;

        if( ( i < CARRIERS ) && ( uxTaskPriorityGet( who->task ) != uxTaskBasePriorityGet( who->task ) ) )
        {
            fail( "has kept what it inherited", ( uint32_t ) i );
        }
        by_routines += ( i < CARRIERS ) ? 0 : who->carried;

        if( who->has )
        {
            see( &who->message, &seen, &carried );
        }
    }

    if( ( seen != ( 1UL << MESSAGES ) - 1UL ) || ( carried != counted ) || ( entered != entries[ 0 ] ) )
    {
        fail( "lost", seen );
    }

    printf( "passed %lu %lu %lu %lu %lu\n", ( unsigned long ) carried, ( unsigned long ) late,
            ( unsigned long ) by_routines, ( unsigned long ) entered, ( unsigned long ) moved );
    board_exit( 0 );
}

static void disturb( void * unused )
{
    random_t generator = { board_argument() * 2654435761U + 77U };
    uint32_t carried = 0, moved = 0, before, idle = 0;

    while( ( carried < TEST_CALLS ) && ( idle < PATIENCE ) )
    {
        TaskHandle_t const task = carriers[ random_below( &generator, CARRIERS ) ].task;

        displace( task, &generator );
        moved += ( CORES > 1 );
        vTaskDelay( random_below( &generator, 2 ) );
        vTaskResume( task );
        vTaskDelay( 1 );
        before = carried;
        carried = 0;

        for( int i = 0; i < CARRIERS; i++ )
        {
            carried += carriers[ i ].carried;
        }

        idle = ( carried == before ) ? idle + 1 : 0;
    }

    __atomic_store_n( &stops, 1, __ATOMIC_SEQ_CST );
    judge( moved );
}

int main( void )
{
    const uint32_t seed = board_argument() + 1;

    for( uint32_t i = 0; i < QUEUES; i++ )
    {
        queues[ i ] =
            xQueueCreate( ( ( i == 0 ) || ( TEST_IN_A_ROW > 1 ) ) ? MESSAGES : i, sizeof( message_t ) );
    }

    units = xSemaphoreCreateCounting( UNITS, UNITS );
    mutex = xSemaphoreCreateMutex();
    bits = xEventGroupCreate();

    for( uint32_t i = 0; i < MESSAGES; i++ )
    {
        const message_t message = { i, 0, ~0UL };

        xQueueSend( queues[ 0 ], &message, 0 );
    }

    for( uint32_t core = 0; core < CORES; core++ )
    {
        const uint32_t interrupt = FIRST_DEVICE + core;

        take_edges( interrupt );
        board_set_handler( interrupt, handler, 2 + random_below( &( random_t ) { seed + core }, 9 ), core );
    }

    for( int i = 0; i < CARRIERS; i++ )
    {
        carriers[ i ].generator.state = seed * 2654435761U + ( uint32_t ) i * 97U;
        create( carry, i, 2 + ( seed * 7 + ( uint32_t ) i * 13 ) % 9, &carriers[ i ].task );
    }

    create( disturb, 0, TOP, NULL );
    vTaskStartScheduler();
    return 1;
}
