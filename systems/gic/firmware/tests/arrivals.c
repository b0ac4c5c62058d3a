/* SPDX-License-Identifier: Apache-2.0 */

/*
 * One priority space: devices and tasks of random priorities arrive at random, on every core. A timer's
 * routine, above all others of core 0, has some arrive anywhere, suspends tasks of its core that work,
 * resumes them, and changes priorities; who works has others of its core arrive. Who works looks in each
 * pass whether anybody of its core with a higher priority has arrived and is not done: then the kernel
 * runs the wrong one. The time that anything takes does not matter. Its argument is the seed.
 */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "interrupts.h"
#include "random.h"
#include "task.h"

#ifndef TEST_ARRIVALS
    #define TEST_ARRIVALS 20000
#endif
#define CORES              configNUMBER_OF_CORES
#define DEVICES            5 /* of a core */
#define TASKS              5
#define OF_CORE            ( DEVICES + TASKS )
#define TOP                ( configMAX_PRIORITIES - 1 )
#define PASSES             200
#define STACK              512
#define FIRST_DEVICE       50
#define SET_PENDING        0x200U
#define CONFIGURATION      0xC00U
#define REGISTER( offset ) BOARD_REGISTER( BOARD_GIC_DISTRIBUTOR + ( offset ) )

typedef struct
{
    volatile uint32_t requested;
    volatile uint32_t arrived; /* as requested, once the kernel knows of it */
    volatile uint32_t finished;
    volatile UBaseType_t priority;
    volatile int held; /* suspended while it worked */
    TaskHandle_t task; /* none: a device */
    uint32_t interrupt;
    int core;
} item_t;

enum
{
    TASK_OVER_TASK,
    TASK_OVER_ROUTINE,
    ROUTINE_OVER_TASK,
    ROUTINE_OVER_ROUTINE,
    KINDS
};

static item_t items[ CORES ][ OF_CORE ];
static item_t lowest[ CORES ];
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

/* Twice, since a priority may be changed between two looks. */
static int is_due_before( const item_t * item, const item_t * me )
{
    int due = 1;

    for( int look = 0; look < 2; look++ )
    {
        due = due && is_unfinished( item ) && ( item->priority > me->priority );
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
        REGISTER( SET_PENDING + 4U * ( item->interrupt / 32U ) ) = 1UL << ( item->interrupt % 32U );
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
    }

    last[ me->core ] = me;
}

static void fail( const char * what, const item_t * me, const item_t * other )
{
    printf( "%s: core %d, %s of priority %lu, before %s of priority %lu\n", what, me->core,
            ( me->task != NULL ) ? "task" : "routine", ( unsigned long ) me->priority,
            ( other->task != NULL ) ? "task" : "routine", ( unsigned long ) other->priority );
    board_exit( 1 );
}

static void work( item_t * me, uint32_t passes )
{
    random_t * const generator = &generators[ me->core ];

    for( uint32_t pass = 0; pass < passes; pass++ )
    {
        count_preemption( me );

        if( me->held )
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
        item->priority = random_priority();
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

    for( int core = 0; core < CORES; core++ )
    {
        for( int kind = 0; kind < KINDS; kind++ )
        {
            sums[ kind ] += preemptions[ core ][ kind ];
        }
    }

    printf( "passed %lu %lu %lu %lu %lu\n", ( unsigned long ) arrivals,
            ( unsigned long ) sums[ TASK_OVER_TASK ], ( unsigned long ) sums[ TASK_OVER_ROUTINE ],
            ( unsigned long ) sums[ ROUTINE_OVER_TASK ], ( unsigned long ) sums[ ROUTINE_OVER_ROUTINE ] );
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
    ( void ) unused;
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
        REGISTER( CONFIGURATION + 4U * ( item->interrupt / 16U ) ) |= 2UL
                                                                      << ( 2U * ( item->interrupt % 16U ) );
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
    }

    board_set_handler( BOARD_TIMER_INTERRUPT, storm, TOP, 0 );
    xTaskCreate( start, "start", STACK, NULL, 1, NULL );
    vTaskStartScheduler();
    return 1;
}
