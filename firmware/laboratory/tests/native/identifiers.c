/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks, semaphores, mutexes, queues and queue sets are created and deleted at random, a million
 * times: none of the hardware's identifiers is lost, and none is given out twice. For the native
 * build of the hardware kernel (src/isochron/building/native.py). */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "FreeRTOS.h"
#include "isochron.h"
#include "machine.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"

#define OBJECTS        configMAX_HW_ACCELERATION_SEMAPHORES
#define SLOTS          ( configMAX_HW_ACCELERATION_TASKS + OBJECTS )
#define BETWEEN_COUNTS 5000u /* deletions from one count of all identifiers to the next */
#define ORDERS         20    /* of deletions, from which all are counted */
#define CHECK( condition )                  \
    do                                      \
    {                                       \
        if( !( condition ) )                \
        {                                   \
            failed( #condition, __LINE__ ); \
        }                                   \
    } while( 0 )

enum kind
{
    NONE,
    TASK,
    STATIC_TASK,
    SEMAPHORE,
    MUTEX,
    QUEUE,
    QUEUE_SET,
    KINDS
};

static struct slot
{
    enum kind kind;
    void * handle;
} slots[ SLOTS ];
static uint32_t rounds, wanted_rounds, refusals;
static bool object_used[ OBJECTS ], task_used[ configMAX_HW_ACCELERATION_TASKS ];

static void failed( const char * what, int line )
{
    ( void ) printf( "line %d: %s is false after %" PRIu32 " rounds\n", line, what, rounds );
    exit( 1 );
}

void machine_fail( const char * reason )
{
    ( void ) printf( "%s after %" PRIu32 " rounds\n", reason, rounds );
    exit( 1 );
}

void host_assertion_failed( const char * file, int line )
{
    ( void ) printf( "assertion failed: %s, line %d, after %" PRIu32 " rounds\n", file, line, rounds );
    exit( 1 );
}

void vIsochronConfigurationError( const char * message )
{
    machine_fail( message );
}

void vApplicationIdleHook( void )
{
}

static uint32_t random_below( uint32_t limit )
{
    static uint64_t state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return ( uint32_t ) ( state >> 33 ) % limit;
}

static void task( void * parameters )
{
    vTaskSuspend( NULL );
}

/* Of the identifiers that a thing has, each was free, or each was taken. */
static void account( const struct slot * slot, bool taken )
{
    bool * used = object_used;
    unsigned first, number = 1;

    if( ( slot->kind == TASK ) || ( slot->kind == STATIC_TASK ) )
    {
        used = task_used;
        first = uxIsochronTaskIdentifier( slot->handle );
    }
    else
    {
        first = uxIsochronSemaphoreIdentifier( slot->handle );
        number = ( ( slot->kind == QUEUE ) || ( slot->kind == QUEUE_SET ) ) ? 2 : 1;
    }

    for( unsigned i = first; i < first + number; i++ )
    {
        CHECK( used[ i ] != taken );
        used[ i ] = taken;
    }
}

static bool create( struct slot * slot, enum kind kind )
{
    static StaticTask_t blocks[ SLOTS ];
    static StackType_t stacks[ SLOTS ][ configMINIMAL_STACK_SIZE ];
    size_t number = ( size_t ) ( slot - slots );
    void * handle = NULL;

    switch( kind )
    {
        case TASK:
            ( void ) xTaskCreate( task, "task", configMINIMAL_STACK_SIZE, NULL, tskIDLE_PRIORITY,
                                  ( TaskHandle_t * ) &handle );
            break;

        case STATIC_TASK:
            handle = xTaskCreateStatic( task, "task", configMINIMAL_STACK_SIZE, NULL, tskIDLE_PRIORITY,
                                        stacks[ number ], &blocks[ number ] );
            break;

        case SEMAPHORE:
            handle = xSemaphoreCreateCounting( 2, 1 );
            break;

        case MUTEX:
            handle = xSemaphoreCreateMutex();
            break;

        case QUEUE:
            handle = xQueueCreate( 2, 3 );
            break;

        default:
            handle = xQueueCreateSet( 2 );
            break;
    }

    if( handle == NULL )
    {
        return false;
    }

    slot->kind = kind;
    slot->handle = handle;
    account( slot, true );
    return true;
}

static void delete( struct slot * slot )
{
    account( slot, false );

    if( ( slot->kind == TASK ) || ( slot->kind == STATIC_TASK ) )
    {
        vTaskDelete( slot->handle );
    }
    else
    {
        vQueueDelete( slot->handle );
    }

    slot->kind = NONE;
    rounds++;
}

static void delete_all( void )
{
    for( unsigned i = 0; i < SLOTS; i++ )
    {
        if( slots[ i ].kind != NONE )
        {
            delete( &slots[ i ] );
        }
    }
}

/* So many of a kind, and not one more, can be created. Deletes them. */
static void count( enum kind kind, unsigned number )
{
    for( unsigned i = 0; i < number; i++ )
    {
        CHECK( create( &slots[ i ], kind ) );
    }

    CHECK( !create( &slots[ number ], kind ) );
    delete_all();
}

/* With all objects taken one by one, deletes many of them in any order: each of those can be taken again
 * one by one, and each free pair as a whole. */
static void count_after_deletions( enum kind kind )
{
    unsigned deletions, pairs = 0;

    for( unsigned i = 0; i < OBJECTS; i++ )
    {
        CHECK( create( &slots[ i ], SEMAPHORE ) );
    }

    for( deletions = 0; deletions < OBJECTS * 3 / 4; deletions++ )
    {
        unsigned i = random_below( OBJECTS );

        while( slots[ i ].kind == NONE )
        {
            i = ( i + 1 ) % OBJECTS;
        }

        delete( &slots[ i ] );
    }

    for( unsigned i = 0; i < OBJECTS; i += 2 )
    {
        pairs += ( !object_used[ i ] && !object_used[ i + 1 ] ) ? 1 : 0;
    }

    for( unsigned i = 0; i < ( ( kind == QUEUE ) ? pairs : deletions ); i++ )
    {
        CHECK( create( &slots[ OBJECTS + i ], kind ) );
    }

    CHECK( !create( &slots[ SLOTS - 1 ], kind ) );
    delete_all();
}

/* Nothing has the number of something that was deleted, as long as there are others. */
static void check_order( enum kind kind, unsigned number )
{
    bool seen[ SLOTS ] = { false };

    for( unsigned i = 0; i < number; i++ )
    {
        unsigned identifier;

        CHECK( create( &slots[ 0 ], kind ) );
        identifier = ( unsigned ) ( ( kind == TASK ) ? uxIsochronTaskIdentifier( slots[ 0 ].handle ) :
                                                       uxIsochronSemaphoreIdentifier( slots[ 0 ].handle ) );
        CHECK( !seen[ identifier ] );
        seen[ identifier ] = true;
        delete( &slots[ 0 ] );
    }
}

static void count_all( void )
{
    static size_t free_at_first;
    const unsigned tasks = configMAX_HW_ACCELERATION_TASKS - uxTaskGetNumberOfTasks();

    count( SEMAPHORE, OBJECTS );
    count( QUEUE, OBJECTS / 2 );
    count( MUTEX, OBJECTS );
    count( QUEUE_SET, OBJECTS / 2 );
    count( TASK, tasks );
    count( STATIC_TASK, tasks );

    check_order( TASK, tasks );
    check_order( QUEUE, OBJECTS / 2 );
    check_order( SEMAPHORE, OBJECTS / 2 );

    for( unsigned i = 0; i < ORDERS; i++ )
    {
        count_after_deletions( SEMAPHORE );
        count_after_deletions( QUEUE );
    }

    /* Nor is memory lost. */
    if( free_at_first == 0 )
    {
        free_at_first = xPortGetFreeHeapSize();
    }

    CHECK( xPortGetFreeHeapSize() == free_at_first );
}

static void director( void * parameters )
{
    uint32_t next_count = 0;

    machine_silence( true ); /* no interrupts: points are not counted */

    while( rounds < wanted_rounds )
    {
        struct slot * slot = &slots[ random_below( SLOTS ) ];

        if( rounds >= next_count )
        {
            delete_all();
            count_all();
            next_count = rounds + BETWEEN_COUNTS;
        }

        if( slot->kind != NONE )
        {
            delete( slot );
        }
        else if( !create( slot, ( enum kind )( 1 + random_below( KINDS - 1 ) ) ) )
        {
            refusals++;
        }
    }

    CHECK( xIsochronGetError( NULL ) == pdFALSE );
    ( void ) printf( "%" PRIu32 " rounds, %" PRIu32 " refusals\n", rounds, refusals );
    exit( 0 );
}

int main( int argc, char ** argv )
{
    wanted_rounds = ( argc > 1 ) ? ( uint32_t ) strtoul( argv[ 1 ], NULL, 10 ) : 1000000u;
    CHECK( xTaskCreate( director, "director", configMINIMAL_STACK_SIZE, NULL, 2, NULL ) == pdPASS );
    vTaskStartScheduler();
    return 1;
}
