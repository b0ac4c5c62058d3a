/* SPDX-License-Identifier: Apache-2.0 */

/* The system time of the time manager: reading it while its low word wraps, setting it while a
 * delay is pending, and the layer's conversions. */
#include "alchemy/task.h"
#include "alchemy/timer.h"
#include "check.h"
#include "isochron_time_manager.h"

#define MS       ( ( RTIME ) 1000000 )
#define WRAP     ( 1ULL << 32 )
#define READINGS 200
#define CYCLES   50000

static RT_TASK sleeper;
static volatile unsigned woken;

/* Readers that begin at every distance from the wrap read a time that is theirs: not before, and at
 * most as much later as a reading takes. */
static void reading( void )
{
    uint64_t before, after;
    unsigned wrapped = 0;

    for( unsigned distance = 0; distance < READINGS; distance++ )
    {
        vIsochronTimeManagerSetTime( WRAP - distance );
        before = ullIsochronTimeManagerGetTime();
        after = ullIsochronTimeManagerGetTime();
        CHECK( before >= WRAP - distance );
        CHECK( before < WRAP - distance + 60U );
        CHECK( ( after > before ) && ( after < before + 60U ) );
        wrapped += ( before < WRAP ) && ( after >= WRAP );
    }

    CHECK( wrapped > 0U );
}

static void sleep_once( void * arg )
{
    CHECK_EQUAL( rt_task_sleep( MS ), 0 );
    woken = 1;
}

static uint32_t cycles( void )
{
    uint32_t count;

    __asm volatile( "csrr %0, mcycle" : "=r"( count ) );
    return count;
}

/* A delay counts from when it was started, whatever becomes of the time of day. */
static void setting( void )
{
    uint32_t start = cycles();

    CHECK_EQUAL( rt_task_spawn( &sleeper, NULL, 0, 6, 0, sleep_once, NULL ), 0 );
    vIsochronTimeManagerSetTime( WRAP * 1000U );

    while( !woken )
    {
    }

    start = cycles() - start;
    CHECK( start >= CYCLES );
    CHECK( start < CYCLES + 3000U );
}

static void converting( void )
{
    RT_TIMER_INFO info;
    RTIME before = rt_timer_read();

    CHECK_EQUAL( rt_timer_inquire( &info ), 0 );
    CHECK_EQUAL( info.period, 1 );
    CHECK( info.date >= before );
    CHECK( info.date == ( RTIME ) rt_timer_tsc2ns( ( SRTIME ) info.tsc ) );
    CHECK( rt_timer_tsc() > info.tsc );
    CHECK_EQUAL( rt_timer_ns2ticks( 12345 ), 12345 );
    CHECK_EQUAL( rt_timer_ticks2ns( 12345 ), 12345 );
    CHECK_EQUAL( rt_timer_ns2tsc( 39 ), 1 );
    CHECK_EQUAL( rt_timer_ns2tsc( 40 ), 2 );
    CHECK_EQUAL( rt_timer_ns2tsc( -1 ), -1 );
    CHECK_EQUAL( rt_timer_ns2tsc( -20 ), -1 );
    CHECK_EQUAL( rt_timer_tsc2ns( 3 ), 60 );

    before = rt_timer_read();
    rt_timer_spin( MS / 10 );
    CHECK( rt_timer_read() - before >= MS / 10 );
    CHECK( rt_timer_read() - before < MS / 8 );
}

TEST_PROGRAM( 4 )
{
    CHECK_EQUAL( ulIsochronTimeManagerTasks(), 64 );
    setting();
    reading();
    converting();
}
