/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a kernel call takes, and how late it makes the highest task. In "call" nothing else happens,
 * and another task goes on only if the call wakes it. In "tick-behind-call" the highest task is due
 * at a tick that comes at any moment of a lower task's call: the latency is that from the tick to its
 * first instruction. Calls that need another one, before or behind them, get it outside.
 */
#include "FreeRTOS.h"
#include "event_groups.h"
#include "queue.h"
#include "semphr.h"
#include "stream_buffer.h"
#include "task.h"

#include "bench.h"
#include "ticks.h"
#include "windows.h"

#define OTHERS_PRIORITY    1 /* of those who sleep */
#define LOW_PRIORITY       2
#define RAISED_PRIORITY    20
#define OTHER_PRIORITY     21
#define HIGH_PRIORITY      30
#define SLEEPERS           8U

/* Moments of a call at which a tick comes, from some cycles before it to some behind its end. */
#define PHASES             64U
#define BEFORE             24U
#define BEHIND             200U

/* In ticks: until the highest task wakes, and with sleepers, who have to get to their delay first;
 * how much later they wake; and a delay that is over behind theirs. */
#define AHEAD              3U
#define FAR_AHEAD          8U
#define SLEEPERS_LATER     2U
#define DELAY              4U

typedef void ( * call_t )( void );

static SemaphoreHandle_t free_semaphore, waited_for, mutex;
static QueueHandle_t queue;
static EventGroupHandle_t group;
static StreamBufferHandle_t stream;
static TaskHandle_t low_task, other_task;
static UBaseType_t bytes;
static uint8_t message[ 512 ];
static volatile call_t other_waits;
static volatile uint32_t divisor = 3;

WINDOW_ACROSS( tick_behind_call )

#define CALL( name )    static BENCH_FUNCTION void name( void )

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
CALL( delay )           { vTaskDelay( DELAY ); }
CALL( raise_priority )  { vTaskPrioritySet( NULL, RAISED_PRIORITY ); }
CALL( lower_priority )  { vTaskPrioritySet( NULL, LOW_PRIORITY ); }
CALL( yield )           { taskYIELD(); }
CALL( divide )          { uint32_t n = ~0U; for( unsigned i = 0; i < 8U; i++ ) { n = n / divisor + ( 1U << 31 ); } divisor = n | 1U; }

/* What is called. `sleepers` tasks are delayed for less long; a call that `waits` has no time of
 * its own. */
static const struct
{
    const char * name;
    call_t before, call, behind, other;
    unsigned bytes, sleepers;
    int waits;
} calls[] =
{
    { "nothing",                NULL,           nothing,         NULL,           NULL,           0,   0,        0 },
    { "division",               NULL,           divide,          NULL,           NULL,           0,   0,        0 },
    { "semaphore-give",         NULL,           give,            take,           NULL,           0,   0,        0 },
    { "semaphore-take",         give,           take,            NULL,           NULL,           0,   0,        0 },
    { "semaphore-give-waking",  NULL,           give_waking,     NULL,           wait_semaphore, 0,   0,        0 },
    { "mutex",                  NULL,           mutex_pair,      NULL,           NULL,           0,   0,        0 },
    { "notify",                 NULL,           notify_own,      take_own,       NULL,           0,   0,        0 },
    { "notify-waking",          NULL,           notify_waking,   NULL,           wait_notify,    0,   0,        0 },
    { "event-set",              NULL,           set_bits,        NULL,           NULL,           0,   0,        0 },
    { "event-set-waking",       NULL,           set_bits_waking, NULL,           wait_bits,      0,   0,        0 },
    { "stream-send-64",         NULL,           stream_send,     stream_receive, NULL,           0,   0,        0 },
    { "stream-receive-64",      stream_send,    stream_receive,  NULL,           NULL,           0,   0,        0 },
    { "suspend-all",            NULL,           suspend_all,     NULL,           NULL,           0,   0,        0 },
    { "yield",                  NULL,           yield,           NULL,           NULL,           0,   0,        0 },
    { "priority-set",           NULL,           raise_priority,  lower_priority, NULL,           0,   0,        0 },
    { "queue-send-4",           make_queue,     send,            drop_queue,     NULL,           4,   0,        0 },
    { "queue-send-16",          make_queue,     send,            drop_queue,     NULL,           16,  0,        0 },
    { "queue-send-64",          make_queue,     send,            drop_queue,     NULL,           64,  0,        0 },
    { "queue-send-128",         make_queue,     send,            drop_queue,     NULL,           128, 0,        0 },
    { "queue-send-512",         make_queue,     send,            drop_queue,     NULL,           512, 0,        0 },
    { "queue-receive-4",        make_full,      receive,         drop_queue,     NULL,           4,   0,        0 },
    { "queue-receive-16",       make_full,      receive,         drop_queue,     NULL,           16,  0,        0 },
    { "queue-receive-64",       make_full,      receive,         drop_queue,     NULL,           64,  0,        0 },
    { "queue-receive-128",      make_full,      receive,         drop_queue,     NULL,           128, 0,        0 },
    { "queue-receive-512",      make_full,      receive,         drop_queue,     NULL,           512, 0,        0 },
    { "delay",                  NULL,           delay,           NULL,           NULL,           0,   0,        1 },
    { "delay-8-sleepers",       NULL,           delay,           NULL,           NULL,           0,   SLEEPERS, 1 },
    { "delay-from-priority-20", raise_priority, delay,           lower_priority, NULL,           0,   0,        1 },
};

static TaskHandle_t sleeping[ SLEEPERS ];
static TaskHandle_t high_task;
static volatile TickType_t high_wakes;
static volatile uint32_t high_cycles;

static void high( void * parameters )
{
    ( void ) parameters;

    for( ; ; )
    {
        TickType_t from;

        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        from = high_wakes - AHEAD;
        vTaskDelayUntil( &from, AHEAD );
        high_cycles = tick_behind_call_end();
    }
}

static void other( void * parameters )
{
    ( void ) parameters;

    for( ; ; )
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
    ( void ) parameters;

    for( ; ; )
    {
        TickType_t from;

        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        from = high_wakes - FAR_AHEAD;
        vTaskDelayUntil( &from, FAR_AHEAD + SLEEPERS_LATER );
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

static void measure_latency( unsigned n,
                             uint32_t span )
{
    for( unsigned phase = 0; phase < PHASES; phase++ )
    {
        uint32_t tick;

        high_wakes = xTaskGetTickCount() + ( calls[ n ].sleepers > 0U ? FAR_AHEAD : AHEAD );

        for( unsigned i = 0; i < calls[ n ].sleepers; i++ )
        {
            xTaskNotifyGive( sleeping[ i ] );
        }

        if( calls[ n ].sleepers > 0U )
        {
            vTaskDelay( FAR_AHEAD - AHEAD ); /* they get to their delay */
        }

        xTaskNotifyGive( high_task );
        run( calls[ n ].before );
        ticks_wait_for( high_wakes - 1U );
        tick = ticks_at( high_wakes );
        ticks_wait_until( tick - BEFORE - span );
        tick_behind_call_begin( 1 );
        ticks_wait_until( tick + BEFORE - span * phase / PHASES );
        calls[ n ].call();
        ticks_wait_for( high_wakes );
        run( calls[ n ].behind );
        bench_sample_stolen( "tick-behind-call", high_cycles, windows_to_tick( tick_behind_call_from, high_wakes ),
                             "call=%s", calls[ n ].name );
        vTaskDelay( calls[ n ].sleepers > 0U ? DELAY : 1U );
    }
}

static void low( void * parameters )
{
    uint32_t nothing_cycles = 0;

    ( void ) parameters;
    vTaskDelay( 1 );
    ticks_find_epoch();

    for( unsigned n = 0; n < sizeof( calls ) / sizeof( calls[ 0 ] ); n++ )
    {
        uint32_t span;

        bytes = calls[ n ].bytes;
        other_waits = calls[ n ].other;
        xTaskNotifyGive( other_task ); /* it waits anew */
        vTaskDelay( 1 );
        span = duration( n );

        if( calls[ n ].waits )
        {
            span = CYCLES_PER_TICK / 4U;
        }
        else
        {
            uint32_t cycles;

            run( calls[ n ].before );
            cycles = time_of( calls[ n ].call );
            run( calls[ n ].behind );
            bench_sample_stolen( "call", cycles, nothing_cycles, "call=%s", calls[ n ].name );
            nothing_cycles = ( n == 0U ) ? cycles : nothing_cycles; /* the others are without it */
        }

        measure_latency( n, span + BEHIND );
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

    for( unsigned i = 0; i < SLEEPERS; i++ )
    {
        xTaskCreate( sleeper, "sleeper", configMINIMAL_STACK_SIZE, NULL, OTHERS_PRIORITY, &sleeping[ i ] );
    }

    vTaskStartScheduler();
}
