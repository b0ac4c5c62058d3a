/* SPDX-License-Identifier: Apache-2.0 */

/* One priority space: devices and tasks of random priorities arrive at random, on every core. A timer's
 * routine, above all others of core 0, has some arrive anywhere, suspends tasks of its core that work,
 * resumes them, and changes priorities; who works has others of its core arrive, and takes resources, one
 * within the other. Who works looks in each pass whether anybody of its core with a higher priority has
 * arrived and is not done, or is in a section whose ceiling is not below: then the kernel runs the wrong
 * one. The time that anything takes does not matter. Its argument is the seed. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "devices.h"
#include "interrupts.h"
#include "random.h"
#include "resources.h"
#include "task.h"

#ifndef TEST_ARRIVALS
    #define TEST_ARRIVALS 20000
#endif
#define CORES        configNUMBER_OF_CORES
#define DEVICES      5 /* of a core */
#define TASKS        5
#define OF_CORE      ( DEVICES + TASKS )
#define RESOURCES    4
#define TOP          ( configMAX_PRIORITIES - 1 )
#define PASSES       200
#define STACK        512
#define FIRST_DEVICE 50

typedef struct
{
    volatile uint32_t requested;
    volatile uint32_t arrived; /* as requested, once the kernel knows of it */
    volatile uint32_t finished;
    volatile UBaseType_t priority;
    volatile UBaseType_t limit;   /* its priority is not to be above; 0: it may be any */
    volatile UBaseType_t section; /* the ceiling of what it has taken last; 0: nothing */
    volatile int held;            /* suspended while it worked */
    TaskHandle_t task; /* none: a device */
    uint32_t interrupt;
    int core;
} item_t;

typedef struct
{
    GicResourceHandle_t handle;
    UBaseType_t ceiling;
    item_t * volatile holder;
} resource_t;

enum
{
    TASK_OVER_TASK,
    TASK_OVER_ROUTINE,
    ROUTINE_OVER_TASK,
    ROUTINE_OVER_ROUTINE,
    IN_SECTION, /* one of these, while it was in a section */
    KINDS
};

static item_t items[ CORES ][ OF_CORE ];
static item_t lowest[ CORES ];
/* Of some priorities, and one below, whose interrupts are equals of those of that priority. */
static const UBaseType_t ceilings[ RESOURCES ] = { 7, 8, 14, 20 };
static resource_t resources[ CORES ][ RESOURCES ];
static volatile uint32_t sections[ CORES ];
static item_t * volatile last[ CORES ];
static item_t * volatile begun[ CORES ]; /* the routine that has begun last and not ended */
static volatile uint32_t arrivals;
static volatile uint32_t preemptions[ CORES ][ KINDS ];
static random_t generators[ CORES ];
static random_t storms;

/* Of a few, so that there are equals. */
static UBaseType_t random_priority( void )
{
    return 2 + 6 * random_below( &storms, 4 );
}

static int is_unfinished( const item_t * item )
{
    return ( ( int32_t ) ( item->arrived - item->finished ) > 0 ) && !item->held;
}

/* What it runs at. */
static UBaseType_t level_of( const item_t * item )
{
    return ( item->section != 0 ) ? item->section : item->priority;
}

/* In a section also if it is suspended, and before its equals. */
static int is_above( const item_t * item, const item_t * me )
{
    if( item->section != 0 )
    {
        return ( item != me ) && ( item->section >= level_of( me ) );
    }

    return is_unfinished( item ) && ( item->priority > level_of( me ) );
}

/* Twice, since a priority may be changed between two looks. */
static int is_due_before( const item_t * item, const item_t * me )
{
    int due = 1;

    for( int look = 0; look < 2; look++ )
    {
        due = due && is_above( item, me );
    }

    return due;
}

static void arrive( item_t * item )
{
    const uint32_t number = item->requested + 1;

    item->requested = number;

    if( item->task != NULL )
    {
        vTaskResume( item->task );
    }
    else
    {
        raise( item->interrupt );
    }

    __asm volatile( "dsb" ::: "memory" );
    item->arrived = number;
    __atomic_fetch_add( &arrivals, 1, __ATOMIC_RELAXED );
}

/* Of two halves one is the storm's, the other one that of their core. */
static item_t * choose( random_t * generator, int core, int half )
{
    return &items[ core ][ half + 2 * ( int ) random_below( generator, OF_CORE / 2 ) ];
}

static void count_preemption( item_t * me )
{
    const item_t * const before = last[ me->core ];

    if( ( before != NULL ) && ( before != me ) && is_unfinished( before ) )
    {
        const int by = ( me->task != NULL ) ? TASK_OVER_TASK : ROUTINE_OVER_TASK;

        preemptions[ me->core ][ by + ( before->task == NULL ) ]++;
        preemptions[ me->core ][ IN_SECTION ] += ( before->section != 0 );
    }

    last[ me->core ] = me;
}

static void fail( const char * what, const item_t * me, const item_t * other )
{
    printf( "%s: core %d, %s of priority %lu, before %s of priority %lu\n", what, me->core,
            ( me->task != NULL ) ? "task" : "routine", ( unsigned long ) level_of( me ),
            ( other->task != NULL ) ? "task" : "routine", ( unsigned long ) level_of( other ) );
    board_exit( 1 );
}

static void pass( item_t * me )
{
    random_t * const generator = &generators[ me->core ];

    count_preemption( me );

    if( me->held && ( me->section == 0 ) )
    {
        fail( "suspended", me, me );
    }

    if( ( me->task == NULL ) && ( begun[ me->core ] != me ) )
    {
        fail( "begun before", me, begun[ me->core ] );
    }

    const uint32_t state = portSET_INTERRUPT_MASK_FROM_ISR();
    item_t * const item = choose( generator, me->core, 1 );

    if( ( random_below( generator, 64 ) == 0 ) && ( item->requested == item->finished ) && !item->held )
    {
        arrive( item );
    }

    portCLEAR_INTERRUPT_MASK_FROM_ISR( state );

    for( int i = 0; i < OF_CORE; i++ )
    {
        if( is_due_before( &items[ me->core ][ i ], me ) )
        {
            fail( "wrong", me, &items[ me->core ][ i ] );
        }
    }

    if( is_due_before( &lowest[ me->core ], me ) )
    {
        fail( "wrong", me, &lowest[ me->core ] );
    }
}

static void take( item_t * me, resource_t * resource )
{
    if( me->task != NULL )
    {
        vGicResourceTake( resource->handle );
    }
    else
    {
        vGicResourceTakeFromISR( resource->handle );
    }

    if( resource->holder != NULL )
    {
        fail( "two hold", me, resource->holder );
    }

    resource->holder = me;
    me->section = resource->ceiling;
    sections[ me->core ]++;
}

static void give( item_t * me, resource_t * resource, UBaseType_t outer )
{
    resource->holder = NULL;
    me->section = outer;

    if( me->task != NULL )
    {
        vGicResourceGive( resource->handle );
    }
    else
    {
        vGicResourceGiveFromISR( resource->handle );
    }
}

/* With one of a higher ceiling within, sometimes. */
static void section( item_t * me )
{
    random_t * const generator = &generators[ me->core ];
    resource_t * const resource = &resources[ me->core ][ random_below( generator, RESOURCES ) ];
    const UBaseType_t outer = me->section;

    if( outer == 0 )
    {
        me->limit = resource->ceiling;
    }

    if( ( resource->ceiling >= level_of( me ) ) && ( resource->holder != me ) )
    {
        take( me, resource );

        for( uint32_t left = random_below( generator, 8 ); left > 0; left-- )
        {
            pass( me );
        }

        if( random_below( generator, 4 ) == 0 )
        {
            section( me );
            pass( me );
        }

        give( me, resource, outer );
    }

    if( outer == 0 )
    {
        me->limit = 0;
    }
}

static void work( item_t * me, uint32_t passes )
{
    for( uint32_t done = 0; done < passes; done++ )
    {
        pass( me );

        if( random_below( &generators[ me->core ], 16 ) == 0 )
        {
            section( me );
        }
    }
}

static void serve( item_t * me )
{
    item_t * const below = begun[ me->core ];

    begun[ me->core ] = me;
    work( me, random_below( &generators[ me->core ], PASSES ) );
    begun[ me->core ] = below;
    me->finished = me->requested; /* what has arrived meanwhile, too: the GIC keeps one */
}

#define ROUTINE( core, index )                        \
    static void routine_##core##_##index( void )      \
    {                                                 \
        serve( &items[ ( core ) % CORES ][ index ] ); \
    }
#define NAMES( core ) \
    { routine_##core##_0, routine_##core##_1, routine_##core##_2, routine_##core##_3, routine_##core##_4 }

ROUTINE( 0, 0 )
ROUTINE( 0, 1 )
ROUTINE( 0, 2 )
ROUTINE( 0, 3 )
ROUTINE( 0, 4 )
ROUTINE( 1, 0 )
ROUTINE( 1, 1 )
ROUTINE( 1, 2 )
ROUTINE( 1, 3 )
ROUTINE( 1, 4 )
ROUTINE( 2, 0 )
ROUTINE( 2, 1 )
ROUTINE( 2, 2 )
ROUTINE( 2, 3 )
ROUTINE( 2, 4 )
ROUTINE( 3, 0 )
ROUTINE( 3, 1 )
ROUTINE( 3, 2 )
ROUTINE( 3, 3 )
ROUTINE( 3, 4 )

static const InterruptHandler_t routines[][ DEVICES ] = { NAMES( 0 ), NAMES( 1 ), NAMES( 2 ), NAMES( 3 ) };

static void works( void * parameter )
{
    item_t * const me = parameter;

    for( ;; )
    {
        const uint32_t state = portSET_INTERRUPT_MASK_FROM_ISR();

        me->finished = me->requested;
        vTaskSuspend( NULL );
        portCLEAR_INTERRUPT_MASK_FROM_ISR( state );
        work( me, random_below( &generators[ me->core ], PASSES ) );
    }
}

static void works_always( void * parameter )
{
    work( parameter, UINT32_MAX );
}

/* Who is suspended while it works must not go on; its priority is another one then. */
static void hold( item_t * item )
{
    if( item->held )
    {
        const UBaseType_t priority = random_priority();

        item->priority = ( ( item->limit != 0 ) && ( priority > item->limit ) ) ? item->limit : priority;
        vTaskPrioritySet( item->task, item->priority );
        item->held = 0;
        vTaskResume( item->task );
    }
    else if( is_unfinished( item ) )
    {
        item->held = 1;
        vTaskSuspend( item->task );
    }
}

static void end( void )
{
    uint32_t sums[ KINDS ] = { 0 };
    uint32_t taken = 0;

    for( int core = 0; core < CORES; core++ )
    {
        taken += sections[ core ];

        for( int kind = 0; kind < KINDS; kind++ )
        {
            sums[ kind ] += preemptions[ core ][ kind ];
        }
    }

    printf( "passed %lu %lu", ( unsigned long ) arrivals, ( unsigned long ) taken );

    for( int kind = 0; kind < KINDS; kind++ )
    {
        printf( " %lu", ( unsigned long ) sums[ kind ] );
    }

    printf( "\n" );
    board_exit( 0 );
}

static void storm( void )
{
    board_clear_timer();

    for( uint32_t left = 1 + random_below( &storms, 4 ); left > 0; left-- )
    {
        item_t * const item = choose( &storms, ( int ) random_below( &storms, CORES ), 0 );

        if( ( item->requested == item->finished ) && !item->held )
        {
            arrive( item );
        }
    }

    hold( &items[ 0 ][ DEVICES + random_below( &storms, TASKS ) ] );

    if( arrivals >= TEST_ARRIVALS )
    {
        end();
    }

    board_start_timer( 1 + random_below( &storms, 25 ) );
}

static void start( void * unused )
{
    board_start_timer( 5 );
    vTaskDelete( NULL );
}

static TaskHandle_t create( TaskFunction_t function, item_t * item )
{
    TaskHandle_t task;

#if CORES > 1
    xTaskCreateAffinitySet( function, "works", STACK, item, item->priority, 1UL << item->core, &task );
#else
    xTaskCreate( function, "works", STACK, item, item->priority, &task );
#endif
    return task;
}

static void make( int core, int index )
{
    item_t * const item = &items[ core ][ index ];

    item->core = core;
    item->priority = random_priority();

    if( index < DEVICES )
    {
        item->interrupt = FIRST_DEVICE + ( uint32_t ) ( core * DEVICES + index );
        take_edges( item->interrupt );
        board_set_handler( item->interrupt, routines[ core ][ index ], item->priority, ( uint32_t ) core );
    }
    else
    {
        item->task = create( works, item );
    }
}

int main( void )
{
    const uint32_t seed = board_argument() + 1;

    storms.state = seed * 2654435761U;

    for( int core = 0; core < CORES; core++ )
    {
        generators[ core ].state = seed * 40503U + ( uint32_t ) core + 1U;

        for( int index = 0; index < OF_CORE; index++ )
        {
            make( core, index );
        }

        lowest[ core ].core = core;
        lowest[ core ].priority = 1;
        lowest[ core ].task = create( works_always, &lowest[ core ] );

        for( int index = 0; index < RESOURCES; index++ )
        {
            resources[ core ][ index ].ceiling = ceilings[ index ];
            resources[ core ][ index ].handle = xGicResourceCreate( ceilings[ index ], ( uint32_t ) core );
        }
    }

    board_set_handler( BOARD_TIMER_INTERRUPT, storm, TOP, 0 );
    xTaskCreate( start, "start", STACK, NULL, 1, NULL );
    vTaskStartScheduler();
    return 1;
}
