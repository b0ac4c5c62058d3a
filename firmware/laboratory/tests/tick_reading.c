/* SPDX-License-Identifier: Apache-2.0 */

/* Who sees a tick first: a task that the tick releases has run before a lower one can read that tick, and
 * no tick passes in a suspension of the scheduler. Readers work at every phase of the tick: sooner or later
 * it meets each cycle of what they do. */
#include "board.h"
#include "check.h"
#include "semphr.h"

#define LOW      1
#define READER   2
#define MIDDLE   3
#define HIGH     4
#define DIRECTOR MIDDLE

/* Ticks of each test. */
#define TEST_TICKS 125

/* Of the padding. */
#define MOST_CYCLES 64U

/* Of the end of a tick, in which near_the_tick() returns. More than a tick's own interrupt takes. */
#define NEAR 512U

#define CYCLES_PER_TICK ( configCPU_CLOCK_HZ / configTICK_RATE_HZ )
#define KINDS           4
#define RELEASED        4

static volatile TickType_t ran_at[ RELEASED ];
static volatile unsigned runs[ RELEASED ];
static volatile TickType_t ran_below;
static SemaphoreHandle_t never, to_middle;
static unsigned tasks_released, readers_ready;
static TickType_t last_tick;
static uint32_t tick_began, seed = 1;

static uint32_t next_random( uint32_t below )
{
    seed = seed * 1664525U + 1013904223U;

    return ( seed >> 16 ) % below;
}

static uint32_t cycles( void )
{
    uint32_t now;

    __asm volatile( "csrr %0, mcycle" : "=r"( now ) );

    return now;
}

/* Takes some cycles, from none to MOST_CYCLES - 1, at random. */
static void pad( void )
{
    __asm volatile( "   la   t0, 1f          \n"
                    "   sub  t0, t0, %0      \n"
                    "   jr   t0              \n"
                    "   .option push         \n"
                    "   .option norvc        \n"
                    "   .rept 64             \n"
                    "   nop                  \n"
                    "   .endr                \n"
                    "   .option pop          \n"
                    "1:                      \n"
                    :
                    : "r"( next_random( MOST_CYCLES ) * 4U )
                    : "t0" );
}

/* Runs on until some moment before the next tick, or at it: tick_began is later than the tick was. */
static void near_the_tick( void )
{
    const uint32_t begin = cycles();
    const uint32_t left = CYCLES_PER_TICK - ( begin - tick_began ) % CYCLES_PER_TICK;
    const uint32_t early = next_random( NEAR );

    while( cycles() - begin + early < left )
    {
    }

    pad();
}

static int is_over( TickType_t now )
{
    return ( int32_t ) ( now - last_tick ) >= 0;
}

/* Waits for the next tick in one way of four, and says at which tick it ran. */
static void released( void * who )
{
    const unsigned self = ( unsigned ) ( uintptr_t ) who;
    TickType_t until;

    /* begins early in a tick */
    vTaskDelay( 1 );
    until = xTaskGetTickCount();
    ran_at[ self ] = until;

    for( ;; )
    {
        switch( self % KINDS )
        {
            case 0:
                vTaskDelay( 1 );
                until++;
                break;

            case 1:
                CHECK_EQUAL( xTaskDelayUntil( &until, 1 ), pdTRUE );
                break;

            case 2:
                CHECK_EQUAL( xSemaphoreTake( never, 1 ), pdFALSE );
                until++;
                break;

            default:
                CHECK_EQUAL( ulTaskNotifyTake( pdTRUE, 1 ), 0 );
                until++;
                break;
        }

        /* each tick, and none twice */
        CHECK_EQUAL( xTaskGetTickCount(), until );
        ran_at[ self ] = until;
        runs[ self ] = runs[ self ] + 1;
    }
}

/* The same below the readers: it runs when they wait. */
static void released_below( void * parameters )
{
    for( ;; )
    {
        vTaskDelay( 1 );
        ran_below = xTaskGetTickCount();
    }
}

/* All that a tick releases have run before anybody read it. */
static void check_read( TickType_t tick )
{
    for( unsigned i = 0; i < tasks_released; i++ )
    {
        CHECK( ( int32_t ) ( ran_at[ i ] - tick ) >= 0 );
    }
}

/* Reads, and nothing else. */
static void reads( void * parameters )
{
    TickType_t before = xTaskGetTickCount(), now = before;

    do
    {
        now = xTaskGetTickCount();
        check_read( now );
        CHECK( now - before <= readers_ready ); /* they take turns */

        if( now != before )
        {
            pad();
        }

        before = now;
    } while( !is_over( now ) );

    vTaskSuspend( NULL );
}

/* Reads where nobody can interrupt: in a critical section, or with interrupts masked. Those that the tick
 * releases cannot run then, so it is not seen. */
static void reads_masked( void * parameters )
{
    TickType_t now;

    do
    {
        const int in_section = next_random( 2 ) != 0;

        if( in_section )
        {
            taskENTER_CRITICAL();
        }
        else
        {
            portDISABLE_INTERRUPTS();
        }

        pad();
        now = xTaskGetTickCount();
        check_read( now );
        pad();
        now = xTaskGetTickCount();
        check_read( now );

        if( in_section )
        {
            taskEXIT_CRITICAL();
        }
        else
        {
            portENABLE_INTERRUPTS();
        }

        pad();
    } while( !is_over( now ) );

    vTaskSuspend( NULL );
}

/* Gives way to the other of two such tasks, which reads at once. */
static void yields( void * parameters )
{
    TickType_t now;

    do
    {
        now = xTaskGetTickCount();
        check_read( now );
        pad();
        taskYIELD();
        now = xTaskGetTickCount();
        check_read( now );
    } while( !is_over( now ) );

    vTaskSuspend( NULL );
}

/* Reads when it is woken by the one below. */
static void reads_when_woken( void * parameters )
{
    for( ;; )
    {
        xSemaphoreTake( to_middle, portMAX_DELAY );
        check_read( xTaskGetTickCount() );
    }
}

static void wakes_a_reader( void * parameters )
{
    TickType_t now;

    do
    {
        pad();
        xSemaphoreGive( to_middle );
        now = xTaskGetTickCount();
        check_read( now );
    } while( !is_over( now ) );

    vTaskSuspend( NULL );
}

/* In a suspension the tick stands still, those that it released have run, and nobody runs. */
static void suspends( void * parameters )
{
    TickType_t before, now;

    do
    {
        unsigned run;

        before = xTaskGetTickCount();
        pad();
        vTaskSuspendAll();
        {
            now = xTaskGetTickCount();
            run = runs[ 0 ];
            check_read( now );
            CHECK( now - before <= 1 );

            for( unsigned i = 0; i < 4; i++ )
            {
                CHECK_EQUAL( xTaskGetTickCount(), now );
            }

            CHECK_EQUAL( runs[ 0 ], run );
        }
        xTaskResumeAll();

        now = xTaskGetTickCount();
        check_read( now );
    } while( !is_over( now ) );

    vTaskSuspend( NULL );
}

/* A wait until a tick that is computed from a reading ends at that tick, if it was still to come. */
static void waits_until( void * parameters )
{
    TickType_t now;

    do
    {
        TickType_t from;

        near_the_tick();
        now = xTaskGetTickCount();
        check_read( now );
        from = now;

        if( xTaskDelayUntil( &from, 1 ) != pdFALSE )
        {
            CHECK_EQUAL( xTaskGetTickCount(), now + 1 );
            check_read( now + 1 );
        }
    } while( !is_over( now ) );

    vTaskSuspend( NULL );
}

/* A time-out of the application's own is over when so many ticks can be read. */
static void times_out( void * parameters )
{
    TickType_t now;

    do
    {
        TickType_t before, after, left = 2;
        TimeOut_t time_out;
        BaseType_t over;

        before = xTaskGetTickCount();
        vTaskSetTimeOutState( &time_out );
        after = xTaskGetTickCount();

        do
        {
            const TickType_t earlier = xTaskGetTickCount();

            pad();
            over = xTaskCheckForTimeOut( &time_out, &left );
            now = xTaskGetTickCount();
            check_read( now );
            CHECK( ( over != pdFALSE ) ? ( now - before >= 2 ) : ( earlier - after < 2 ) );
        } while( over == pdFALSE );
    } while( !is_over( now ) );

    vTaskSuspend( NULL );
}

/* Waits in ways that the hardware, or software, ends: two ticks only if one came before the call. */
static void delays( void * parameters )
{
    TickType_t now;

    do
    {
        TickType_t before;

        near_the_tick();
        before = xTaskGetTickCount();
        check_read( before );

        if( next_random( 2 ) != 0 )
        {
            vTaskDelay( 1 );
        }
        else
        {
            CHECK_EQUAL( xSemaphoreTake( never, 1 ), pdFALSE );
        }

        now = xTaskGetTickCount();
        check_read( now );
        CHECK( ( now - before == 1 ) || ( now - before == 2 ) );
    } while( !is_over( now ) );

    vTaskSuspend( NULL );
}

/* Runs readers until the last tick, with so many tasks that every tick releases. */
static void test( TaskFunction_t reader, unsigned readers, unsigned released_tasks, int and_below )
{
    TaskHandle_t above[ RELEASED ], tasks[ 2 ], below = NULL, middle = NULL;

    tasks_released = released_tasks;
    readers_ready = readers;

    /* The first is not the highest. */
    for( unsigned i = 0; i < released_tasks; i++ )
    {
        above[ i ] = create( released, i, HIGH + ( i & 1U ) );
    }

    vTaskDelay( 2 );
    last_tick = xTaskGetTickCount() + TEST_TICKS;

    if( and_below )
    {
        below = create( released_below, 0, LOW );
    }

    if( reader == wakes_a_reader )
    {
        middle = create( reads_when_woken, 0, MIDDLE );
    }

    for( unsigned i = 0; i < readers; i++ )
    {
        tasks[ i ] = create( reader, 0, READER );
    }

    vTaskDelay( last_tick - xTaskGetTickCount() + 8 );

    for( unsigned i = 0; i < released_tasks; i++ )
    {
        CHECK( runs[ i ] >= TEST_TICKS );
        runs[ i ] = 0;
        vTaskDelete( above[ i ] );
    }

    for( unsigned i = 0; i < readers; i++ )
    {
        CHECK_EQUAL( eTaskGetState( tasks[ i ] ), eSuspended );
        vTaskDelete( tasks[ i ] );
    }

    if( and_below )
    {
        CHECK( ( int32_t ) ( ran_below - last_tick ) >= 0 );
        vTaskDelete( below );
    }

    if( middle != NULL )
    {
        vTaskDelete( middle );
    }
}

TEST_PROGRAM( DIRECTOR )
{
    never = xSemaphoreCreateBinary();
    to_middle = xSemaphoreCreateBinary();
    vTaskDelay( 2 );
    tick_began = cycles();

    test( reads, 1, 1, 0 );
    test( reads, 1, 2, 1 );
    test( reads, 1, 4, 0 );
    test( reads, 2, 1, 0 );
    test( reads_masked, 1, 1, 0 );
    test( reads_masked, 1, 4, 1 );
    test( reads_masked, 2, 2, 0 );
    test( yields, 2, 4, 1 );
    test( wakes_a_reader, 1, 4, 0 );
    test( suspends, 1, 1, 1 );
    test( suspends, 1, 4, 0 );
    test( waits_until, 1, 1, 0 );
    test( waits_until, 1, 4, 1 );
    test( times_out, 1, 4, 0 );
    test( delays, 1, 4, 1 );
}
