/* SPDX-License-Identifier: Apache-2.0 */

/* What a kernel call takes, and what it means for others that something comes meanwhile. In "call"
 * nothing else happens, and another task goes on only if the call wakes it. In the other two the
 * highest task is released at any moment of a lower task's call: by a tick, by a service routine
 * (CALLS_BY_LINE) or by a line itself (CALLS_BY_LINE and BENCH_NO_ISR). "release-behind-call" is the
 * latency from the release to its first instruction, "release-in-call" what the lower task takes
 * longer for the whole of it. Moments are exact to the cycle: some at equal distances, then all
 * around that with the largest sample. Calls that need another one, before or behind them, get it
 * outside. */
#include "FreeRTOS.h"
#include "event_groups.h"
#include "queue.h"
#include "semphr.h"
#include "stream_buffer.h"
#include "task.h"

#include "bench.h"
#include "board.h"
#include "line.h"
#include "ticks.h"
#include "windows.h"

#define OTHERS_PRIORITY 1 /* of those who sleep */
#define LOW_PRIORITY    2
#define RAISED_PRIORITY 20
#define OTHER_PRIORITY  21
#define HIGH_PRIORITY   30
#define SLEEPERS        8U

#ifndef CALLS_BY_LINE
    #define CALLS_BY_LINE 0
#endif

/* So often a call is measured alone: where a buffer of bytes ends matters. */
#define TIMES 4U

/* The call is looked at from some cycles before it to some behind its end; one behind which the task
 * waits until others run, and idle. For a latency every few cycles: a tick that comes just before
 * interrupts are masked waits for all that is masked, one that comes five cycles later may be
 * served before. For the whole at so many moments, or no run would end within the simulator's 100
 * million cycles. */
#define STEP           4U
#define WHOLE_PHASES   64U
#define BEFORE         24U
#define BEHIND         80U
#define WAITING_BEHIND 500U

/* Rounds of the loop before the call, and of that behind it, in which the last releases come, and until
 * they have been served. */
#define LEAD_ROUNDS   40U
#define TRAIL_ROUNDS  50U
#define SERVED_ROUNDS 200U

/* In ticks: until the highest task wakes, and with sleepers, who have to get to their delay first;
 * how much later they wake; and a delay that is over behind theirs. */
#define AHEAD          1U
#define FAR_AHEAD      4U
#define SLEEPERS_LATER 1U
#define DELAY          3U

/* Where no tick releases: from what is done in front of the call to the loop. All is within a tick, for
 * one that came just where a stopwatch ends would be in one of the two instruments alone. */
#define LINE_AHEAD 200U

/* By so much earlier a task delays itself of which nothing is to be seen any more. */
#define EARLIER ( CYCLES_PER_TICK / 4U )

typedef void ( *call_t )( void );

static SemaphoreHandle_t free_semaphore, waited_for, mutex;
static QueueHandle_t queue;
static EventGroupHandle_t group;
static StreamBufferHandle_t stream;
static TaskHandle_t low_task, other_task;
static UBaseType_t bytes;
static uint8_t message[ 512 ];
static volatile call_t other_waits;
static volatile uint32_t divisor = 3;

static volatile TickType_t high_wakes;
static volatile uint32_t high_cycles;
static uint32_t varies; /* by which a call is shorter at times */
static volatile int high_is_timed, low_waits, others_compute, sleepers_due;

#define CALL( name ) static BENCH_FUNCTION void name( void )

/* clang-format off */
CALL( nothing ) {}
CALL( give )            { xSemaphoreGive( free_semaphore ); }
CALL( take )            { xSemaphoreTake( free_semaphore, 0 ); }
CALL( give_waking )     { xSemaphoreGive( waited_for ); }
CALL( wait_semaphore )  { xSemaphoreTake( waited_for, portMAX_DELAY ); }
CALL( mutex_pair )      { xSemaphoreTake( mutex, portMAX_DELAY ); xSemaphoreGive( mutex ); }
CALL( make_queue )      { queue = xQueueCreate( 1, bytes ); }
CALL( make_full )       { queue = xQueueCreate( 1, bytes ); xQueueSend( queue, message, 0 ); }
CALL( drop_queue )      { vQueueDelete( queue ); }
CALL( send )            { xQueueSend( queue, message, 0 ); }
CALL( receive )         { xQueueReceive( queue, message, 0 ); }
CALL( notify_waking )   { xTaskNotifyGive( other_task ); }
CALL( wait_notify )     { ulTaskNotifyTake( pdTRUE, portMAX_DELAY ); }
CALL( notify_own )      { xTaskNotifyGive( low_task ); }
CALL( take_own )        { ulTaskNotifyTake( pdTRUE, 0 ); }
CALL( set_bits )        { xEventGroupSetBits( group, 1 ); }
CALL( set_bits_waking ) { xEventGroupSetBits( group, 2 ); }
CALL( wait_bits )       { xEventGroupWaitBits( group, 2, pdTRUE, pdTRUE, portMAX_DELAY ); }
CALL( stream_send )     { xStreamBufferSend( stream, message, 64, 0 ); }
CALL( stream_receive )  { xStreamBufferReceive( stream, message, 64, 0 ); }
CALL( suspend_all )     { vTaskSuspendAll(); xTaskResumeAll(); }
CALL( delay_until )     { TickType_t from = high_wakes - 1U; vTaskDelayUntil( &from, DELAY ); }
CALL( wait_own )        { ulTaskNotifyTake( pdTRUE, portMAX_DELAY ); }
CALL( raise_priority )  { vTaskPrioritySet( NULL, RAISED_PRIORITY ); }
CALL( lower_priority )  { vTaskPrioritySet( NULL, LOW_PRIORITY ); }
CALL( yield )           { taskYIELD(); }
CALL( divide )          { uint32_t n = ~0U; for( unsigned i = 0; i < 8U; i++ ) { n = n / divisor + ( 1U << 31 ); } divisor = n | 1U; }
/* clang-format on */

/* How a call ends: it returns, or its task waits, with the idle task below, with one that computes
 * and was interrupted, or for so long that idle has been running for a while. */
typedef enum
{
    RETURNS,
    WAITS,
    WAITS_OVER_TASK,
    WAITED
} ends_t;

/* What is called. `sleepers` tasks are delayed for less long, or due together with the highest task. */
static const struct
{
    const char * name;
    call_t before, call, behind, other;
    unsigned bytes, sleepers;
    ends_t ends;
    int due;
} calls[] = {
    { "nothing", NULL, nothing, NULL, NULL, 0, 0, RETURNS, 0 },
    { "division", NULL, divide, NULL, NULL, 0, 0, RETURNS, 0 },
    { "semaphore-give", NULL, give, take, NULL, 0, 0, RETURNS, 0 },
    { "semaphore-take", give, take, NULL, NULL, 0, 0, RETURNS, 0 },
    { "semaphore-give-waking", NULL, give_waking, NULL, wait_semaphore, 0, 0, RETURNS, 0 },
    { "mutex", NULL, mutex_pair, NULL, NULL, 0, 0, RETURNS, 0 },
    { "notify", NULL, notify_own, take_own, NULL, 0, 0, RETURNS, 0 },
    { "notify-waking", NULL, notify_waking, NULL, wait_notify, 0, 0, RETURNS, 0 },
    { "event-set", NULL, set_bits, NULL, NULL, 0, 0, RETURNS, 0 },
    { "event-set-waking", NULL, set_bits_waking, NULL, wait_bits, 0, 0, RETURNS, 0 },
    { "stream-send-64", NULL, stream_send, stream_receive, NULL, 0, 0, RETURNS, 0 },
    { "stream-receive-64", stream_send, stream_receive, NULL, NULL, 0, 0, RETURNS, 0 },
    { "suspend-all", NULL, suspend_all, NULL, NULL, 0, 0, RETURNS, 0 },
    { "yield", NULL, yield, NULL, NULL, 0, 0, RETURNS, 0 },
    { "priority-set", NULL, raise_priority, lower_priority, NULL, 0, 0, RETURNS, 0 },
    { "queue-send-4", make_queue, send, drop_queue, NULL, 4, 0, RETURNS, 0 },
    { "queue-send-16", make_queue, send, drop_queue, NULL, 16, 0, RETURNS, 0 },
    { "queue-send-64", make_queue, send, drop_queue, NULL, 64, 0, RETURNS, 0 },
    { "queue-send-128", make_queue, send, drop_queue, NULL, 128, 0, RETURNS, 0 },
    { "queue-send-512", make_queue, send, drop_queue, NULL, 512, 0, RETURNS, 0 },
    { "queue-receive-4", make_full, receive, drop_queue, NULL, 4, 0, RETURNS, 0 },
    { "queue-receive-16", make_full, receive, drop_queue, NULL, 16, 0, RETURNS, 0 },
    { "queue-receive-64", make_full, receive, drop_queue, NULL, 64, 0, RETURNS, 0 },
    { "queue-receive-128", make_full, receive, drop_queue, NULL, 128, 0, RETURNS, 0 },
    { "queue-receive-512", make_full, receive, drop_queue, NULL, 512, 0, RETURNS, 0 },
    { "delay-until", NULL, delay_until, NULL, NULL, 0, 0, WAITS, 0 },
    { "delay-until-over-task", NULL, delay_until, NULL, NULL, 0, 0, WAITS_OVER_TASK, 0 },
    { "delay-until-8-sleepers", NULL, delay_until, NULL, NULL, 0, SLEEPERS, WAITS, 0 },
    { "delay-until-8-due", NULL, delay_until, NULL, NULL, 0, SLEEPERS, WAITS, 1 },
    { "delay-until-from-priority-20", raise_priority, delay_until, lower_priority, NULL, 0, 0, WAITS, 0 },
    { "notify-wait", NULL, wait_own, NULL, NULL, 0, 0, WAITS, 0 },
    { "notify-wait-over-task", NULL, wait_own, NULL, NULL, 0, 0, WAITS_OVER_TASK, 0 },
    { "notify-wait-from-priority-20", raise_priority, wait_own, lower_priority, NULL, 0, 0, WAITS, 0 },
    { "idle", NULL, delay_until, NULL, NULL, 0, 0, WAITED, 0 },
};

static TaskHandle_t sleeping[ SLEEPERS ];
static TaskHandle_t high_task, computing_task;

#if ( CALLS_BY_LINE == 1 )

BENCH_LINE_STARTS( 0, release_behind_call );

static BENCH_FUNCTION uint32_t latency( void )
{
    return BENCH_STOP_LINE( release_behind_call );
}

static void wait_for_release( void )
{
    ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
}

#else

WINDOW_ACROSS( release_behind_call )

static BENCH_FUNCTION uint32_t latency( void )
{
    return release_behind_call_end();
}

static void wait_for_release( void )
{
    TickType_t from;

    ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    from = high_wakes - AHEAD;
    vTaskDelayUntil( &from, AHEAD );
}

#endif /* CALLS_BY_LINE */

static void high( void * parameters )
{
    for( ;; )
    {
        wait_for_release();

        if( high_is_timed )
        {
            high_cycles = latency();
        }

        #if ( CALLS_BY_LINE == 1 )
        line_handled();
        #endif

        if( low_waits )
        {
            xTaskNotifyGive( low_task );
        }
    }
}

static void other( void * parameters )
{
    for( ;; )
    {
        if( other_waits != NULL )
        {
            other_waits();
        }
        else
        {
            ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        }
    }
}

static void sleeper( void * parameters )
{
    for( ;; )
    {
        TickType_t from;

        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        from = high_wakes - FAR_AHEAD;
        vTaskDelayUntil( &from, FAR_AHEAD + ( sleepers_due ? 0U : SLEEPERS_LATER ) );
    }
}

static void computing( void * parameters )
{
    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );

        while( others_compute )
        {
            bench_busy_loop( 1 );
        }
    }
}

static BENCH_FUNCTION uint32_t time_of( call_t call )
{
    call = BENCH_START( call, call );
    call();
    return BENCH_STOP( call );
}

static inline void run( call_t call )
{
    if( call != NULL )
    {
        call();
    }
}

/* Returns mtime's cycles of a call, another task's included. */
static uint32_t duration( unsigned n )
{
    uint32_t cycles;

    run( calls[ n ].before );
    cycles = ticks_mtime();
    calls[ n ].call();
    cycles = ticks_mtime() - cycles;
    run( calls[ n ].behind );
    return cycles;
}

/* The cycles from the loop in front of the call to the release. */
static uint32_t ahead_of( unsigned n, uint32_t phase )
{
    return windows_loop( LEAD_ROUNDS ) + ( calls[ n ].ends == WAITED ? EARLIER : 0U ) + phase;
}

/* The mtime of the release, and what is done in front of the call. */
static uint32_t prepare( unsigned n, uint32_t phase )
{
    high_wakes = xTaskGetTickCount() + ( calls[ n ].sleepers > 0U ? FAR_AHEAD : AHEAD );

    for( unsigned i = 0; i < calls[ n ].sleepers; i++ )
    {
        xTaskNotifyGive( sleeping[ i ] );
    }

    if( calls[ n ].sleepers > 0U )
    {
        vTaskDelay( FAR_AHEAD - AHEAD ); /* they get to their delay */
    }

    #if ( CALLS_BY_LINE == 0 )
    xTaskNotifyGive( high_task );
    #endif
    ticks_wait_for( high_wakes - 1U );
    run( calls[ n ].before );
    #if ( CALLS_BY_LINE == 1 )
    return ticks_mtime() + LINE_AHEAD + ahead_of( n, phase );
    #else
    ( void ) phase;
    return ticks_at( high_wakes );
    #endif
}

/* Waits until the call begins so many cycles before the release, but for the loop in front of it. */
static inline void approach( unsigned n, uint32_t release, uint32_t phase )
{
    ticks_wait_exactly( release - ahead_of( n, phase ) );
}

#if ( CALLS_BY_LINE == 1 )

/* Lets the line rise at a time, at most some cycles later, and always as many. */
static inline void arm_line( uint32_t release )
{
    board_arm_interrupt( BENCH_LINE, release - ticks_mtime(), 0 );
}

#endif

static uint32_t measure_latency( unsigned n, uint32_t phase )
{
    uint32_t release = prepare( n, phase );

    low_waits = ( calls[ n ].call == wait_own );
    high_is_timed = 1;

    #if ( CALLS_BY_LINE == 1 )
    BENCH_START_AT_LINE( BENCH_LINE );
    approach( n, release, phase );
    arm_line( release );
    bench_busy_loop( LEAD_ROUNDS );
    #else
    approach( n, release, phase );
    release_behind_call_begin( LEAD_ROUNDS );
    #endif
    calls[ n ].call();
    bench_busy_loop( TRAIL_ROUNDS + SERVED_ROUNDS );
    high_is_timed = 0;
    low_waits = 0;
    run( calls[ n ].behind );

    #if ( CALLS_BY_LINE == 1 )
    bench_sample( "release-behind-call", high_cycles, "call=%s", calls[ n ].name );
    return high_cycles;
    #else
    uint32_t before = windows_to_tick( release_behind_call_from, high_wakes );

    bench_sample_stolen( "release-behind-call", high_cycles, before, "call=%s", calls[ n ].name );
    return high_cycles - before;
    #endif
}

static BENCH_FUNCTION uint32_t loops_around( call_t call, uint32_t trail_rounds )
{
    call = BENCH_START( release_in_call, call );
    bench_busy_loop( LEAD_ROUNDS );
    call();
    bench_busy_loop( trail_rounds );
    return BENCH_STOP( release_in_call );
}

static uint32_t measure_whole( unsigned n, uint32_t phase, uint32_t call_cycles )
{
    uint32_t release = prepare( n, phase );
    uint32_t trail_rounds =
        TRAIL_ROUNDS + varies / windows_round; /* a release is never at the end of the window */
    uint32_t alone = windows_loop( LEAD_ROUNDS ) + windows_loop( trail_rounds ) + call_cycles;
    uint32_t cycles;

    approach( n, release, phase );
    #if ( CALLS_BY_LINE == 1 )
    arm_line( release );
    #endif
    cycles = loops_around( calls[ n ].call, trail_rounds );
    run( calls[ n ].behind );
    alone = ( alone < cycles ) ? alone : cycles; /* a buffer of bytes is not always as it was then */
    bench_sample_stolen( "release-in-call", cycles, alone, "call=%s", calls[ n ].name );
    return cycles - alone;
}

static uint32_t measure( unsigned n, int whole, uint32_t phase, uint32_t call_cycles )
{
    vTaskDelay( calls[ n ].sleepers > 0U ? DELAY : 1U );
    return whole ? measure_whole( n, phase, call_cycles ) : measure_latency( n, phase );
}

/* Some moments, and then all around the worst of them. The call begins `phase` cycles before the
 * release, which may be less than none. */
static void search( unsigned n, int whole, uint32_t span, uint32_t call_cycles )
{
    uint32_t step = whole ? ( span + BEFORE ) / WHOLE_PHASES + 1U : STEP;
    uint32_t worst = 0;
    uint32_t largest = 0;

    for( uint32_t phase = 0; phase < span + BEFORE; phase += step )
    {
        uint32_t cycles = measure( n, whole, phase - BEFORE, call_cycles );

        if( cycles > largest )
        {
            largest = cycles;
            worst = phase;
        }
    }

    for( uint32_t beside = 1; beside < step; beside++ )
    {
        measure( n, whole, worst + beside - BEFORE, call_cycles );
        measure( n, whole, worst - beside - BEFORE, call_cycles );
    }
}

static void low( void * parameters )
{
    uint32_t nothing_cycles = 0;

    vTaskDelay( 1 );
    ticks_find_epoch();
    #if ( CALLS_BY_LINE == 1 )
    line_notifies( high_task );
    #endif

    for( unsigned n = 0; n < sizeof( calls ) / sizeof( calls[ 0 ] ); n++ )
    {
        bytes = calls[ n ].bytes;
        other_waits = calls[ n ].other;
        xTaskNotifyGive( other_task ); /* it waits anew */
        sleepers_due = calls[ n ].due;
        others_compute = ( calls[ n ].ends == WAITS_OVER_TASK );
        xTaskNotifyGive( computing_task );
        vTaskDelay( 2 );

        if( calls[ n ].ends != RETURNS )
        {
            search( n, 0, WAITING_BEHIND, 0 );
        }
        else
        {
            uint32_t span = 0;
            uint32_t shortest = UINT32_MAX;
            uint32_t largest = 0;

            for( unsigned time = 0; time < TIMES; time++ )
            {
                uint32_t cycles = duration( n );

                span = ( cycles > span ) ? cycles : span;
                shortest = ( cycles < shortest ) ? cycles : shortest;
                run( calls[ n ].before );
                vTaskDelay( 1 );
                cycles = time_of( calls[ n ].call );
                run( calls[ n ].behind );
                bench_sample_stolen( "call", cycles, nothing_cycles, "call=%s", calls[ n ].name );
                largest = ( cycles > largest ) ? cycles : largest;
            }

            varies = span - shortest;
            search( n, 0, span + BEHIND, 0 );
            search( n, 1, span + BEHIND, largest );
            nothing_cycles = ( n == 0U ) ? largest : nothing_cycles; /* the others are without it */
        }

        others_compute = 0;
        other_waits = NULL;
        xSemaphoreGive( waited_for );
        xTaskNotifyGive( other_task );
        xEventGroupSetBits( group, 2 );
        vTaskDelay( 1 );
        xSemaphoreTake( waited_for, 0 );
        xEventGroupClearBits( group, 3 );
    }

    bench_end();
}

int main( void )
{
    windows_begin();
    free_semaphore = xSemaphoreCreateBinary();
    waited_for = xSemaphoreCreateBinary();
    mutex = xSemaphoreCreateMutex();
    group = xEventGroupCreate();
    stream = xStreamBufferCreate( 128, 1 );
    xTaskCreate( low, "low", BENCH_STACK, NULL, LOW_PRIORITY, &low_task );
    xTaskCreate( high, "high", configMINIMAL_STACK_SIZE, NULL, HIGH_PRIORITY, &high_task );
    xTaskCreate( other, "other", configMINIMAL_STACK_SIZE, NULL, OTHER_PRIORITY, &other_task );

    xTaskCreate( computing, "computing", configMINIMAL_STACK_SIZE, NULL, OTHERS_PRIORITY, &computing_task );

    for( unsigned i = 0; i < SLEEPERS; i++ )
    {
        xTaskCreate( sleeper, "sleeper", configMINIMAL_STACK_SIZE, NULL, OTHERS_PRIORITY, &sleeping[ i ] );
    }

    vTaskStartScheduler();
}
