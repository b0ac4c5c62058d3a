/* SPDX-License-Identifier: Apache-2.0 */

/* Random calls of all cores at the same time, for tasks of all cores. Workers suspend, resume,
 * prioritise and move each other, and sleep; visitors are created on other cores, treated like that and
 * deleted. In the end every worker must still answer, on the core that it was moved to last; none may
 * ever have run twice at a time, and the memory of the deleted ones must be free again. TEST_CALLS is
 * given, and the seed is the board's argument.
 *
 * The emulated cores are threads of the host's: any of them may stand still for as long as the host
 * likes, between any two instructions. So the judge goes by what cores have done, not by time: a
 * core whose driver has run again behind a request must have answered it. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "random.h"
#include "task.h"

#define CORES            configNUMBER_OF_CORES
#define WORKERS_PER_CORE 4
#define WORKERS          ( CORES * WORKERS_PER_CORE )
#define STACK            256
#define DRIVER_PRIORITY  2  /* below the workers, never suspended */
#define WORKER_PRIORITY  3
#define PRIORITIES       12
#define JUDGE_PRIORITY   20
#define AGENTS           ( WORKERS + CORES ) /* who makes random calls */
#define PATIENCE         20000 /* ticks: only for a core that hangs, see above */

typedef struct
{
    random_t generator;
    volatile uint32_t core; /* where it was last */
    volatile uint32_t rounds;
    volatile uint32_t inside;
    volatile uint32_t stopped; /* makes no more calls */
} worker_t;

static TaskHandle_t workers[ WORKERS ];
static worker_t states[ WORKERS ];
static volatile uint32_t calls;
static volatile uint32_t stop;
static volatile uint32_t steps; /* begins and ends of calls */
static volatile uint32_t rests[ CORES ]; /* how often none of a core's workers was ready, since the stop */
static volatile uint32_t visitors;
static uint32_t seed;

static void fail( const char * what, uint32_t who )
{
    printf( "%s: %lu\n", what, ( unsigned long ) who );
    board_exit( 1 );
}

static void random_call( random_t * generator )
{
    const TaskHandle_t whom = workers[ random_below( generator, WORKERS ) ];

    __atomic_fetch_add( &calls, 1, __ATOMIC_RELAXED );
    __atomic_fetch_add( &steps, 1, __ATOMIC_SEQ_CST );

    switch( random_below( generator, 32 ) / 3 )
    {
        case 0:
        case 1:
        case 2:
            vTaskResume( whom );
            break;

        case 3:
        case 4:
            vTaskSuspend( whom );
            break;

        case 5:
        case 6:
            vTaskPrioritySet( whom, WORKER_PRIORITY + random_below( generator, PRIORITIES ) );
            break;

        case 7:
        case 8:
            vTaskCoreAffinitySet( whom, 1UL << random_below( generator, CORES ) );
            break;

        case 9:
            taskYIELD();
            break;

        default:
            vTaskDelay( 1 );
            break;
    }

    __atomic_fetch_add( &steps, 1, __ATOMIC_SEQ_CST );
}

static void work( void * parameter )
{
    worker_t * const state = parameter;

    for( ;; )
    {
        if( __atomic_exchange_n( &state->inside, 1, __ATOMIC_ACQ_REL ) != 0 )
        {
            fail( "runs twice at a time", state - states );
        }

        state->core = board_core();
        state->rounds++;
        __atomic_store_n( &state->inside, 0, __ATOMIC_RELEASE );

        if( stop )
        {
            state->stopped = 1;
            vTaskSuspend( NULL );
        }
        else
        {
            random_call( &state->generator );
        }
    }
}

static void visit( void * unused )
{
    for( ;; )
    {
        __atomic_fetch_add( &visitors, 1, __ATOMIC_RELAXED );
        vTaskSuspend( NULL );
    }
}

/* Keeps its core busy when all its workers are suspended; behind the stop, says when they are. */
static void drive( void * number )
{
    const uint32_t own_core = ( uint32_t ) ( uintptr_t ) number;
    random_t generator = { seed * 77U + own_core + 1U };

    for( ;; )
    {
        TaskHandle_t visitor;

        if( stop )
        {
            rests[ own_core ]++;
            vTaskDelay( 1 );
            continue;
        }

        random_call( &generator );

        if( random_below( &generator, 8 ) == 0 )
        {
            const uint32_t core = random_below( &generator, CORES );

            if( xTaskCreateAffinitySet( visit, "visitor", STACK, NULL,
                                        WORKER_PRIORITY + random_below( &generator, PRIORITIES ), 1UL << core,
                                        &visitor ) == pdPASS )
            {
                vTaskSuspend( visitor );
                vTaskPrioritySet( visitor, WORKER_PRIORITY + random_below( &generator, PRIORITIES ) );
                vTaskCoreAffinitySet( visitor, 1UL << random_below( &generator, CORES ) );
                vTaskResume( visitor );
                vTaskDelete( visitor );
            }

            vTaskDelay( 1 ); /* lets idle free what was deleted */
        }
    }
}

static uint32_t wait_for( volatile uint32_t * value, uint32_t other_than )
{
    for( uint32_t tick = 0; tick < PATIENCE && *value == other_than; tick++ )
    {
        vTaskDelay( 1 );
    }

    return *value != other_than;
}

/* Waits until cores have served all that was asked of them before, and their workers have run for it:
 * their drivers, which are below them, have run twice, and so have begun to run once. */
static void wait_for_cores( uint32_t first, uint32_t end )
{
    uint32_t before[ CORES ];

    for( uint32_t core = first; core < end; core++ )
    {
        before[ core ] = rests[ core ];
    }

    for( uint32_t core = first; core < end; core++ )
    {
        if( !wait_for( &rests[ core ], before[ core ] ) || !wait_for( &rests[ core ], before[ core ] + 1 ) )
        {
            fail( "core does not come to rest", core );
        }
    }
}

/* Waits until nobody makes a call any more. Who is suspended in the midst of one may be resumed by
 * another one's last request, without a step, and who sleeps may be sent to sleep elsewhere; but each
 * agent does only one such thing, so as many rounds are enough. */
static void wait_for_all( void )
{
    uint32_t before;

    do
    {
        before = steps;

        for( uint32_t round = 0; round <= AGENTS; round++ )
        {
            wait_for_cores( 0, CORES );
        }
    } while( steps != before );
}

/* Resumes the workers until each has come to the end of its last call. Such a call may suspend others
 * again, but of those that do so one gets to its end each time. */
static void end_calls( void )
{
    uint32_t unfinished = WORKERS;

    for( uint32_t time = 0; time <= WORKERS && unfinished != 0; time++ )
    {
        for( uint32_t worker = 0; worker < WORKERS; worker++ )
        {
            if( !states[ worker ].stopped )
            {
                vTaskResume( workers[ worker ] );
            }
        }

        wait_for_all();
        unfinished = 0;

        for( uint32_t worker = 0; worker < WORKERS; worker++ )
        {
            unfinished += !states[ worker ].stopped;
        }
    }

    if( unfinished != 0 )
    {
        fail( "workers that do not end their calls", unfinished );
    }
}

static void check_worker( uint32_t worker )
{
    const uint32_t before = states[ worker ].rounds;
    const uint32_t mask = vTaskCoreAffinityGet( workers[ worker ] );

    vTaskResume( workers[ worker ] );
    wait_for_cores( 0, CORES );

    if( states[ worker ].rounds == before )
    {
        fail( "does not answer", worker );
    }

    if( mask != 1UL << states[ worker ].core )
    {
        fail( "runs on another core", worker );
    }

    if( eTaskGetState( workers[ worker ] ) != eSuspended )
    {
        fail( "did not suspend itself", worker );
    }
}

/* Each worker where the random calls have left it, and on the next core. */
static void check_workers( void )
{
    for( uint32_t worker = 0; worker < WORKERS; worker++ )
    {
        check_worker( worker );

        const uint32_t before = states[ worker ].rounds;

        vTaskCoreAffinitySet( workers[ worker ], 1UL << ( states[ worker ].core + 1 ) % CORES );
        wait_for_cores( 0, CORES );

        if( states[ worker ].rounds != before )
        {
            fail( "was resumed by its move", worker );
        }

        check_worker( worker );
    }
}

/* A task that moves itself goes on elsewhere. */
static void check_own_moves( void )
{
    for( uint32_t time = 0; time < 2 * CORES; time++ )
    {
        const uint32_t core = ( time * 3 + 1 ) % CORES;

        vTaskCoreAffinitySet( NULL, 1UL << core );

        if( board_core() != core )
        {
            fail( "judge is not on core", core );
        }
    }
}

/* Of the visitors between the random calls, all may have been deleted before they ran. */
static void check_visits( void )
{
    for( uint32_t core = 0; core < CORES; core++ )
    {
        const uint32_t before = visitors;
        TaskHandle_t visitor;

        if( xTaskCreateAffinitySet( visit, "visitor", STACK, NULL, WORKER_PRIORITY, 1UL << core, &visitor ) !=
            pdPASS )
        {
            fail( "no memory for a visitor of core", core );
        }

        wait_for_cores( core, core + 1 );

        if( visitors != before + 1 )
        {
            fail( "no visitor on core", core );
        }

        vTaskDelete( visitor );
    }
}

static void judge( void * memory )
{
    const size_t free_before = ( size_t ) ( uintptr_t ) memory;

    while( calls < TEST_CALLS )
    {
        const uint32_t before = calls;

        if( !wait_for( &calls, before ) )
        {
            fail( "nobody calls any more after", before );
        }
    }

    stop = 1;
    wait_for_all();
    end_calls();
    check_workers();
    check_own_moves();

    const uint32_t random_visitors = visitors;

    check_visits();

    for( uint32_t tick = 0; tick < PATIENCE && xPortGetFreeHeapSize() != free_before; tick++ )
    {
        vTaskDelay( 1 );
    }

    if( xPortGetFreeHeapSize() != free_before )
    {
        fail( "bytes lost", free_before - xPortGetFreeHeapSize() );
    }

    printf( "passed %lu calls, %lu visitors, seed %lu\n", ( unsigned long ) calls,
            ( unsigned long ) random_visitors, ( unsigned long ) seed );
    board_exit( 0 );
}

int main( void )
{
    static StaticTask_t memory;
    static StackType_t stack[ 512 ] __attribute__( ( aligned( 8 ) ) );

    seed = board_argument();

    for( uint32_t worker = 0; worker < WORKERS; worker++ )
    {
        worker_t * const state = &states[ worker ];

        state->generator.state = seed * 1000003U + worker + 1U;
        xTaskCreateAffinitySet( work, "worker", STACK, state, WORKER_PRIORITY, 1UL << worker % CORES,
                                &workers[ worker ] );
    }

    /* Before the start, too. */
    vTaskCoreAffinitySet( workers[ 0 ], 1UL << ( CORES - 1 ) );
    vTaskCoreAffinitySet( workers[ 1 ], 1UL << 0 );

    for( uint32_t core = 0; core < CORES; core++ )
    {
        xTaskCreateAffinitySet( drive, "driver", STACK, ( void * ) ( uintptr_t ) core, DRIVER_PRIORITY,
                                1UL << core, NULL );
    }

    xTaskCreateStaticAffinitySet( judge, "judge", 512, ( void * ) ( uintptr_t ) xPortGetFreeHeapSize(),
                                  JUDGE_PRIORITY, stack, &memory, 1 );
    vTaskStartScheduler();
    return 1;
}
