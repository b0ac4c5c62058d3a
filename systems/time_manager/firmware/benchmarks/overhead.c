/* SPDX-License-Identifier: Apache-2.0 */

/* What periodic tasks that do nothing but wait cost the rest of the system, against their number and period:
 * cycles taken from a task below them, switches and rt_task_wait_period() included. All tasks have one
 * release. The task computes for a period, or for 10 ms if that is longer. The software time base has the
 * paper's tick, and periods below that it cannot have. */
#include "waiting.h"

#define SHORTEST_MS   10
#define CYCLES_PER_MS ( configCPU_CLOCK_HZ / 1000 )
#define TRIAL_ROUNDS  1000
#define NS_PER_MS     1000000

/* The paper's most is 12. */
#define OVERHEAD_OF( number )                                          \
    static BENCH_FUNCTION uint32_t compute_##number( uint32_t rounds ) \
    {                                                                  \
        bench_busy_loop( BENCH_START( overhead_##number, rounds ) );   \
        return BENCH_STOP( overhead_##number );                        \
    }
OVERHEAD_OF( 1 )
OVERHEAD_OF( 12 )
OVERHEAD_OF( 64 )

static const struct
{
    unsigned tasks;
    const char * name;
    uint32_t ( *compute )( uint32_t rounds );
} sets[] = {
    { 1, "overhead-1", compute_1 },
    { 12, "overhead-12", compute_12 },
    { 64, "overhead-64", compute_64 },
};

static struct
{
    const unsigned period_ms;
    uint32_t rounds, baseline; /* of the loop; the cycles that they take undisturbed */
} windows[] = { { 1 }, { 2 }, { 5 }, { 10 }, { 20 }, { 50 }, { 100 } };

#define NUMBER_OF( array ) ( sizeof( array ) / sizeof( ( array )[ 0 ] ) )

static uint32_t half_a_millisecond;

static void work( unsigned number )
{
    rt_task_wait_period( NULL );
}

/* The window begins between two releases. */
static void measure( unsigned set, unsigned number )
{
    RTIME period = ( RTIME ) windows[ number ].period_ms * NS_PER_MS;
    RTIME date = rt_timer_read() + 2 * TIME_BASE_NS + period;
    uint32_t cycles;

    if( period < TIME_BASE_NS )
    {
        return;
    }

    for( unsigned i = 0; i < sets[ set ].tasks; i++ )
    {
        waiting_release( i, date, period );
    }

    while( rt_timer_read() < date )
    {
    }

    bench_busy_loop( half_a_millisecond ); /* they wait again */
    cycles = sets[ set ].compute( windows[ number ].rounds );

    for( unsigned i = 0; i < sets[ set ].tasks; i++ )
    {
        waiting_release( i, TM_NOW, FAR_NS );
    }

    bench_sample_stolen( sets[ set ].name, cycles, windows[ number ].baseline, "period_ms=%u",
                         windows[ number ].period_ms );
}

static void direct( void * parameters )
{
    for( unsigned set = 0; set < NUMBER_OF( sets ); set++ )
    {
        waiting_tasks( sets[ set ].tasks, work );

        for( unsigned i = 0; i < NUMBER_OF( windows ); i++ )
        {
            measure( set, i );
        }
    }

    bench_end();
}

int main( void )
{
    uint32_t trial;

    bench_begin();
    trial = bench_busy_loop_cycles( TRIAL_ROUNDS );
    half_a_millisecond = CYCLES_PER_MS / 2 * TRIAL_ROUNDS / trial;

    for( unsigned i = 0; i < NUMBER_OF( windows ); i++ )
    {
        unsigned ms = ( windows[ i ].period_ms > SHORTEST_MS ) ? windows[ i ].period_ms : SHORTEST_MS;

        windows[ i ].rounds = ( uint32_t ) ( ( uint64_t ) ms * CYCLES_PER_MS * TRIAL_ROUNDS / trial );
        windows[ i ].baseline = bench_busy_loop_cycles( windows[ i ].rounds );
    }

    waiting_begin( direct, WAITING_PRIORITY - 1 );
}
