/* SPDX-License-Identifier: Apache-2.0 */

/* A task set as `isochron analyze --simulate` runs it, made from a generated header (TASK_SET). Each
 * task waits for its tick or interrupt, computes, holds mutexes and calls the kernel meanwhile, and
 * notes how long after its release it was done. A conductor starts rounds: in the first ones all is
 * as the header's table says, in others the seed decides on offsets, on how long jobs take and where
 * in them critical sections are.
 *
 * Prints for each round and task the jobs, the longest response in cycles, and the misses; before
 * that each task's own cycles without the kernel; with TASK_SET_TRACE the first jobs of a round. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"

#include "bench.h"
#include "board.h"
#include "ticks.h"

#if ( configUSE_HW_ACCELERATION == 1 ) && ( configISOCHRON_HYBRID == 0 )
    #include "isochron.h"
#endif

/* Ticks until the first release of a round: the tasks have to get to their delay. */
#define AHEAD 8U

/* A job's cycles around it that its own measurement does not see: the loop, and a reading. */
#define AROUND 16U

#define FULL         256U
#define NO_MUTEX     ( -1 )
#define MOST_MUTEXES 8U

/* A part of a job: cycles of the loop, and the mutex that is held meanwhile. */
typedef struct
{
    uint32_t rounds;
    int mutex;
} part_t;

typedef void ( *function_t )( void );

typedef struct
{
    const char * name;
    UBaseType_t priority;
    TickType_t period;      /* in ticks; 0: an interrupt releases it */
    uint32_t distance;      /* the same in cycles */
    const uint32_t * gaps;  /* in cycles: from one interrupt to the next, again and again */
    unsigned number_of_gaps;
    uint32_t deadline;      /* in cycles */
    int line;               /* of the interrupt */
    int by_line;            /* whether the line itself notifies */
    uint32_t routine;       /* rounds in the service routine */
    unsigned bytes;         /* of its queue's items */
    function_t function;    /* computes in the place of the parts */
    const part_t * parts;
    unsigned number_of_parts;
    unsigned gives;         /* pairs of a give and a take of its semaphore */
    unsigned sends;         /* pairs of a send and a receive */
} spec_t;

/* A directed round: the tasks up to `lower` are released a tick before the others, and each part of
 * `lower` before `part` takes so many rounds; the rest of its job takes none if it is `cut`. */
typedef struct
{
    int lower;
    unsigned part;
    uint32_t rounds;
    int cut;
} directed_t;

#include TASK_SET

#define TASKS    ( sizeof( specs ) / sizeof( specs[ 0 ] ) )
#define DIRECTED TASK_SET_DIRECTED

static struct
{
    uint32_t random, jobs, longest, misses, own;
    uint32_t rises;
    unsigned gap;
    volatile int done;
} states[ TASKS ];

static SemaphoreHandle_t own_semaphores[ TASKS ];
static QueueHandle_t own_queues[ TASKS ];
static uint8_t messages[ TASKS ][ 512 ];
static SemaphoreHandle_t mutexes[ MOST_MUTEXES ];
static TaskHandle_t handles[ TASKS ];
static volatile TickType_t first_tick, last_tick;
static volatile int recording;
static volatile unsigned round_number;
static const directed_t * volatile directed_round;

#ifdef TASK_SET_TRACE
    #define MOST_TRACED 600U
static struct
{
    uint16_t task;
    uint32_t released, began, ended;
} traced[ MOST_TRACED ];
static volatile unsigned traced_number;
#endif

/* From the one before: xorshift32. */
static inline uint32_t next_random( uint32_t random )
{
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    return random;
}

/* Stands in the place of a call where a job's own cycles are measured: so what the program does around
 * its calls is the program's. */
static BENCH_FUNCTION void nothing( void * object, const void * message, TickType_t ticks )
{
}

/* How much of a job's parts is computed this time, of FULL: half of the jobs take all of it. */
static inline uint32_t portion( uint32_t random )
{
    return ( random & 1U ) ? FULL : ( ( random >> 8 ) & ( FULL - 1U ) );
}

static BENCH_FUNCTION void compute_parts( const spec_t * spec, unsigned n, uint32_t part_of, int alone )
{
    const directed_t * to = directed_round;
    int mine = ( to != NULL ) && ( to->lower == ( int ) n );

    for( unsigned i = 0; i < spec->number_of_parts; i++ )
    {
        const part_t * part = &spec->parts[ i ];
        uint32_t rounds = part->rounds;

        if( part->mutex == NO_MUTEX )
        {
            if( !mine )
            {
                rounds = rounds * part_of / FULL;
            }
            else if( i <= to->part )
            {
                rounds = to->rounds;
            }
            else if( to->cut )
            {
                rounds = 0;
            }
        }

        if( part->mutex != NO_MUTEX )
        {
            if( alone )
            {
                nothing( mutexes[ part->mutex ], NULL, portMAX_DELAY );
            }
            else
            {
                xSemaphoreTake( mutexes[ part->mutex ], portMAX_DELAY );
            }
        }

        bench_busy_loop( rounds + 1U );

        if( part->mutex != NO_MUTEX )
        {
            if( alone )
            {
                nothing( mutexes[ part->mutex ], NULL, 0 );
            }
            else
            {
                xSemaphoreGive( mutexes[ part->mutex ] );
            }
        }
    }
}

static BENCH_FUNCTION void call_kernel( const spec_t * spec, unsigned n, int alone )
{
    void * const semaphore = own_semaphores[ n ];
    void * const queue = own_queues[ n ];
    uint8_t * const message = messages[ n ];

    for( unsigned left = spec->gives; left != 0U; left-- )
    {
        if( alone )
        {
            nothing( semaphore, NULL, 0 );
            nothing( semaphore, NULL, 0 );
        }
        else
        {
            xSemaphoreGive( semaphore );
            xSemaphoreTake( semaphore, 0 );
        }
    }

    for( unsigned left = spec->sends; left != 0U; left-- )
    {
        if( alone )
        {
            nothing( queue, message, 0 );
            nothing( queue, message, 0 );
        }
        else
        {
            xQueueSend( queue, message, 0 );
            xQueueReceive( queue, message, 0 );
        }
    }
}

static BENCH_FUNCTION void job( const spec_t * spec, unsigned n, int alone )
{
    uint32_t random = next_random( states[ n ].random );
    uint32_t part_of = portion( random );

    states[ n ].random = random;

    if( alone || ( round_number <= DIRECTED ) )
    {
        part_of = FULL;
    }

    if( spec->function != NULL )
    {
        spec->function();
    }
    else
    {
        compute_parts( spec, n, part_of, alone );
    }

    call_kernel( spec, n, alone );
}

static BENCH_FUNCTION void finish( const spec_t * spec, unsigned n, uint32_t released, uint32_t began )
{
    uint32_t ended = ticks_mtime();
    uint32_t response = ended - released;

    if( !recording )
    {
        return;
    }

    states[ n ].jobs++;

    if( response > states[ n ].longest )
    {
        states[ n ].longest = response;
    }

    if( response > spec->deadline )
    {
        states[ n ].misses++;
    }

    #ifdef TASK_SET_TRACE
    {
        /* no task is traced while another one's entry is written: the index is taken first */
        unsigned at = traced_number;

        if( at < MOST_TRACED )
        {
            traced_number = at + 1U;
            traced[ at ].task = ( uint16_t ) n;
            traced[ at ].released = released;
            traced[ at ].began = began;
            traced[ at ].ended = ended;
        }
    }
    #endif
}

/* Whom a line releases, and the rounds of its service routine. */
static struct
{
    TaskHandle_t task;
    uint32_t rounds;
} of_lines[ BOARD_INTERRUPT_LINES ];

/* What a service routine does beside acknowledging and notifying. */
static BENCH_FUNCTION TaskHandle_t serve( uint32_t line )
{
    uint32_t rounds = of_lines[ line ].rounds;

    if( rounds != 0U )
    {
        bench_busy_loop( rounds );
    }

    return of_lines[ line ].task;
}

static void service( uint32_t line )
{
    BaseType_t woken = pdFALSE;

    board_acknowledge_interrupt( line );
    vTaskNotifyGiveFromISR( serve( line ), &woken );
    portYIELD_FROM_ISR( woken );
}

/* From the reading of mtime below to the moment from which the delay counts. */
static uint32_t arming;

/* Lets the line rise at a time, or at once if that has passed. Nothing comes between the reading of mtime
 * and the store from which the delay counts: interrupts are masked meanwhile, for less long than a
 * division takes. */
static BENCH_FUNCTION void arm( const spec_t * spec, unsigned n, uint32_t rises )
{
    const uint32_t line = ( uint32_t ) spec->line;
    const uint32_t from = rises - arming;
    uint32_t masked;
    uint32_t now;
    int32_t delay;

    __asm volatile( "csrrci %0, mstatus, 8" : "=r"( masked )::"memory" );
    now = ticks_mtime();
    delay = ( int32_t ) ( from - now );
    delay = ( delay < 1 ) ? 1 : delay;
    SOC_REGISTER_OF( SOC_INTERRUPT_GENERATOR_DELAY_OFFSET, line ) = ( uint32_t ) delay;
    __asm volatile( "csrs mstatus, %0" ::"r"( masked & 8U ) : "memory" );
    states[ n ].rises = now + arming + ( uint32_t ) delay;
}

/* Measures `arming`, at most some cycles too short: the last moment at which the line was still low. */
static void measure_arming( const spec_t * spec, unsigned n )
{
    uint32_t found = 0;

    for( uint32_t phase = 0; phase < 16U; phase++ )
    {
        uint32_t last, read;

        arm( spec, n, ticks_mtime() + 400U + phase );
        read = ticks_mtime();

        do
        {
            last = read;
            read = ticks_mtime();
        } while( board_interrupt_is_armed( ( uint32_t ) spec->line ) );

        board_acknowledge_interrupt( ( uint32_t ) spec->line );
        last -= states[ n ].rises;

        if( ( int32_t ) ( last - found ) > 0 )
        {
            found = last;
        }
    }

    arming = found;
}

/* The cycles to a task's next interrupt. */
static inline uint32_t next_gap( const spec_t * spec, unsigned n )
{
    uint32_t gap = spec->gaps[ states[ n ].gap ];

    states[ n ].gap = ( states[ n ].gap + 1U ) % spec->number_of_gaps;
    return gap;
}

static inline uint32_t later( unsigned n )
{
    return ( round_number <= DIRECTED ) ? 0U : ( states[ n ].random >> 12 ) % CYCLES_PER_TICK;
}

/* Makes the line of a job that was released then rise again, while jobs are recorded; tells whether
 * it will. */
static BENCH_FUNCTION int arm_next( const spec_t * spec, unsigned n, uint32_t released )
{
    if( spec->by_line )
    {
        board_acknowledge_interrupt( ( uint32_t ) spec->line );
    }

    if( !recording )
    {
        return 0;
    }

    arm( spec, n, released + next_gap( spec, n ) + later( n ) );
    return 1;
}

static void by_interrupt( void * number )
{
    unsigned n = ( unsigned ) ( uintptr_t ) number;
    const spec_t * spec = &specs[ n ];
    int armed;

    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        arm( spec, n, ticks_at( first_tick ) + later( n ) );

        /* Who has armed the line waits for it: one that rises later would disturb the next round, and
         * where it notifies the task itself, stay high and never rise again. */
        do
        {
            uint32_t released, began;

            ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
            began = ticks_mtime();
            released = states[ n ].rises;
            armed = arm_next( spec, n, released );
            job( spec, n, 0 );
            finish( spec, n, released, began );
        } while( armed );

        states[ n ].done = 1;
    }
}

static void by_tick( void * number )
{
    unsigned n = ( unsigned ) ( uintptr_t ) number;
    const spec_t * spec = &specs[ n ];

    for( ;; )
    {
        TickType_t from;
        TickType_t offset = 0;
        uint32_t released;

        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        from = xTaskGetTickCount();

        if( directed_round != NULL )
        {
            offset = ( specs[ directed_round->lower ].priority < spec->priority ) ? 1U : 0U;
        }
        else if( round_number > DIRECTED )
        {
            offset = ( states[ n ].random >> 4 ) % ( ( spec->period < AHEAD ) ? spec->period : AHEAD );
        }

        released = ticks_at( first_tick + offset );
        vTaskDelayUntil( &from, first_tick + offset - from );

        for( ;; )
        {
            uint32_t began = ticks_mtime();

            job( spec, n, 0 );
            finish( spec, n, released, began );

            if( ( int32_t ) ( from + spec->period - last_tick ) >= 0 )
            {
                break;
            }

            released += spec->distance;
            vTaskDelayUntil( &from, spec->period );
        }

        states[ n ].done = 1;
    }
}

static void run_round( unsigned number )
{
    unsigned done;
    TickType_t ticks;

    round_number = number;
    directed_round = ( ( number > 0U ) && ( number <= DIRECTED ) ) ? &directed[ number - 1U ] : NULL;
    first_tick = xTaskGetTickCount() + AHEAD;
    ticks = ( directed_round != NULL ) ? TASK_SET_DIRECTED_TICKS : TASK_SET_TICKS;
    last_tick = first_tick + ticks;

    for( unsigned n = 0; n < TASKS; n++ )
    {
        states[ n ].random = ( TASK_SET_SEED + number ) * 2654435761U + n * 40503U + 1U;
        states[ n ].random = next_random( next_random( states[ n ].random ) );
        states[ n ].jobs = 0;
        states[ n ].longest = 0;
        states[ n ].misses = 0;
        states[ n ].done = 0;
        states[ n ].gap = 0;
    }

    recording = 1;

    for( unsigned n = 0; n < TASKS; n++ )
    {
        xTaskNotifyGive( handles[ n ] );
    }

    vTaskDelay( ticks + AHEAD );
    recording = 0; /* what this task takes from now on is not seen */

    do
    {
        vTaskDelay( 1 );
        done = 0;

        for( unsigned n = 0; n < TASKS; n++ )
        {
            if( states[ n ].done )
            {
                done++;
            }
        }
    } while( done < TASKS );

    for( unsigned n = 0; n < TASKS; n++ )
    {
        printf( "round %u %s jobs=%lu longest=%lu misses=%lu\n", number, specs[ n ].name,
                ( unsigned long ) states[ n ].jobs, ( unsigned long ) states[ n ].longest,
                ( unsigned long ) states[ n ].misses );
    }
}

static void conductor( void * parameters )
{
    ticks_find_epoch();

    for( unsigned number = TASK_SET_FIRST_ROUND; number < TASK_SET_ROUNDS; number++ )
    {
        run_round( number );
    }

    #ifdef TASK_SET_TRACE
    for( unsigned i = 0; i < traced_number; i++ )
    {
        uint32_t origin = ticks_at( first_tick );

        printf( "job %s released=%ld began=%ld ended=%ld\n", specs[ traced[ i ].task ].name,
                ( long ) ( traced[ i ].released - origin ), ( long ) ( traced[ i ].began - origin ),
                ( long ) ( traced[ i ].ended - origin ) );
    }
    #endif

    bench_end();
}

/* The cycles of a service routine beside acknowledging and notifying. */
static uint32_t routine_alone( unsigned n )
{
    uint32_t from = ticks_mtime();

    ( void ) serve( ( uint32_t ) specs[ n ].line );
    return ticks_mtime() - from;
}

/* A job's own cycles in a random round, without the kernel. */
static uint32_t alone( unsigned n )
{
    uint32_t from = ticks_mtime();

    if( specs[ n ].period == 0U )
    {
        arm_next( &specs[ n ], n, from + 0x40000000U );
    }

    job( &specs[ n ], n, 1 );
    finish( &specs[ n ], n, from, from );
    return ticks_mtime() - from + AROUND;
}

static void connect_line( unsigned n )
{
    of_lines[ specs[ n ].line ].task = handles[ n ];
    #if ( configUSE_HW_ACCELERATION == 1 ) && ( configISOCHRON_HYBRID == 0 )
    if( specs[ n ].by_line )
    {
        xIsochronLineToTask( ( UBaseType_t ) specs[ n ].line, handles[ n ] );
        return;
    }
    #endif
    board_set_interrupt_handler( ( uint32_t ) specs[ n ].line, service );
}

int main( void )
{
    bench_begin();
    recording = 1;
    round_number = DIRECTED + 1U;

    for( unsigned i = 0; i < MOST_MUTEXES; i++ )
    {
        mutexes[ i ] = xSemaphoreCreateMutex();
    }

    for( unsigned n = 0; ( n < TASKS ) && ( arming == 0U ); n++ )
    {
        if( specs[ n ].period == 0U )
        {
            measure_arming( &specs[ n ], n );
        }
    }

    for( unsigned n = 0; n < TASKS; n++ )
    {
        uint32_t own = alone( n );
        uint32_t routine = 0;

        if( specs[ n ].period == 0U )
        {
            of_lines[ specs[ n ].line ].rounds = specs[ n ].routine;
            routine = routine_alone( n );
        }

        printf( "own %s %lu routine=%lu\n", specs[ n ].name, ( unsigned long ) own,
                ( unsigned long ) routine );

        if( specs[ n ].gives + specs[ n ].sends > 0U )
        {
            own_semaphores[ n ] = xSemaphoreCreateBinary();
            own_queues[ n ] = xQueueCreate( 1, specs[ n ].bytes );
        }

        xTaskCreate( specs[ n ].period == 0U ? by_interrupt : by_tick, specs[ n ].name, BENCH_STACK,
                     ( void * ) ( uintptr_t ) n, specs[ n ].priority, &handles[ n ] );

        if( specs[ n ].period == 0U )
        {
            connect_line( n );
        }
    }

    recording = 0;
    #ifdef TASK_SET_TRACE
    traced_number = 0;
    #endif
    xTaskCreate( conductor, "conductor", BENCH_STACK, NULL, configMAX_PRIORITIES - 1, NULL );
    vTaskStartScheduler();
}
