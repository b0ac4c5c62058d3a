/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a task of one core does to those of another one, step by step: a call for another core's task
 * has the effect that it has on one's own. The director, on core 0 and of the highest priority, gives
 * core 1 time to answer, and says what became of each call.
 */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "interrupts.h"
#include "task.h"

#define LOW           3
#define HIGH          6
#define STACK         256
#define TICKS         3    /* in which a core has answered, and equals have taken turns */
#define PRIORITIES    0x400U /* of the distributor's registers; a byte for each interrupt */
#define OWN           32U  /* the first interrupts are a core's own */

typedef struct
{
    TaskHandle_t handle;
    volatile uint32_t rounds;
    volatile uint32_t core;
    volatile uint32_t strangers; /* how often another one was said to run */
} spinner_t;

static spinner_t first, second;
static const spinner_t * volatile began;

static void spin( void * parameter )
{
    spinner_t * const self = parameter;

    if( began == NULL )
    {
        began = self;
    }

    for( ; ; )
    {
        self->strangers += xTaskGetCurrentTaskHandle() != self->handle;
        self->core = board_core();
        self->rounds++;
    }
}

static volatile uint32_t may_leave;

/* Runs above the two, and leaves its core in the midst of a tick. */
static void leave( void * unused )
{
    ( void ) unused;

    while( !may_leave )
    {
    }

    vTaskDelete( NULL );
}

static volatile uint32_t passes;

/* Takes turns with the idle task, its equal. */
static void pass_by( void * unused )
{
    ( void ) unused;

    for( ; ; )
    {
        passes++;
        taskYIELD();
    }
}

static void doze( void * unused )
{
    ( void ) unused;

    for( ; ; )
    {
        passes++;
        vTaskDelay( 2 );
    }
}

static void return_at_once( void * unused )
{
    ( void ) unused;
}

static volatile uint32_t device_core = 9;

static void device( void )
{
    board_clear_timer();
    device_core = board_core();
}

static void rest( void * unused )
{
    ( void ) unused;
    vTaskSuspend( NULL );
}

/* Says which of the two are ready, of which priority, and run. */
static void show( const char * what )
{
    const spinner_t * const both[] = { &first, &second };
    uint32_t before[ 2 ];

    vTaskDelay( TICKS );
    printf( "%s:", what );

    for( int i = 0; i < 2; i++ )
    {
        before[ i ] = both[ i ]->rounds;
    }

    vTaskDelay( TICKS );

    for( int i = 0; i < 2; i++ )
    {
        const eTaskState state = eTaskGetState( both[ i ]->handle );

        /* whether it runs, or is ready, may be told at any moment */
        printf( " %s %u %s", ( state == eSuspended ) ? "suspended" : "ready",
                ( unsigned ) uxTaskPriorityGet( both[ i ]->handle ), ( both[ i ]->rounds != before[ i ] ) ? "runs" : "rests" );
    }

    printf( "\n" );
}

static void pass_ticks( void )
{
    for( volatile int i = 0; i < 500000; i++ )
    {
    }
}

/* A request that nobody is interrupted for is found when the one leaves that ran above it; the
 * task that would have been next has its turn later. */
static void behind_a_switch( void )
{
    TaskHandle_t third;

    vTaskPrioritySet( second.handle, LOW - 1 );
    xTaskCreateAffinitySet( leave, "third", STACK, NULL, HIGH + 1, 1UL << 1, &third );
    show( "third is above" );
    vTaskPrioritySet( second.handle, HIGH );
    may_leave = 1;
    show( "second has risen, third leaves" );
    vTaskSuspend( second.handle );
    show( "second is suspended" );
    vTaskResume( second.handle );
}

/* Each call leaves the caller's interrupts as they were: its ticks go on. */
static void masks( void )
{
    TickType_t start = xTaskGetTickCount();

    vTaskSuspend( second.handle );
    pass_ticks();
    printf( "ticks: %d", xTaskGetTickCount() > start );
    start = xTaskGetTickCount();
    vTaskResume( second.handle );
    pass_ticks();
    printf( " %d", xTaskGetTickCount() > start );
    start = xTaskGetTickCount();
    vTaskPrioritySet( second.handle, LOW );
    pass_ticks();
    printf( " %d", xTaskGetTickCount() > start );
    start = xTaskGetTickCount();
    vTaskDelete( second.handle );
    pass_ticks();
    printf( " %d\n", xTaskGetTickCount() > start );
}

static void create( spinner_t * spinner,
                    const char * name )
{
    xTaskCreateAffinitySet( spin, name, STACK, spinner, LOW, 1UL << 1, &spinner->handle );
}

static void moves( void )
{
    TaskHandle_t sleeper;

    show( "second is above first" );
    vTaskCoreAffinitySet( second.handle, 1 );

    /* it may take a while: the emulator gives a core up to 100 ms before it is another one's turn */
    for( int tick = 0; ( tick < 100 ) && ( second.core != 0 ); tick++ )
    {
        vTaskDelay( 1 );
    }

    printf( "second is moved: %u %u %u\n", ( unsigned ) second.core, ( unsigned ) vTaskCoreAffinityGet( second.handle ),
            ( unsigned ) vTaskCoreAffinityGet( NULL ) );
    vTaskCoreAffinitySet( second.handle, 2 );
    xTaskCreateAffinitySet( doze, "dozes", STACK, NULL, HIGH, 1, &sleeper );
    vTaskDelay( TICKS );
    vTaskCoreAffinitySet( sleeper, 2 );
    passes = 0;
    vTaskDelay( 4 * TICKS );
    printf( "who sleeps is moved: %d\n", passes > TICKS );
    vTaskDelete( sleeper );
    printf( "strangers: %u %u\n", ( unsigned ) first.strangers, ( unsigned ) second.strangers );
}

/* A request that is still there is not lost by the next one. */
static void two_requests( void )
{
    vTaskPrioritySet( first.handle, HIGH );
    vTaskDelay( TICKS );
    vTaskSuspend( second.handle );
    vTaskPrioritySet( second.handle, LOW + 1 );
    show( "two requests" );
    vTaskResume( second.handle );
    vTaskPrioritySet( first.handle, LOW );
}

/* Many turns in a tick. */
static void beside_idle( void )
{
    TaskHandle_t task;

    xTaskCreateAffinitySet( pass_by, "passes by", STACK, NULL, 0, 1, &task );
    vTaskDelay( TICKS );
    passes = 0;
    vTaskDelay( TICKS );
    printf( "beside idle: %d\n", passes > 10 * TICKS );
    vTaskDelete( task );
    vTaskDelay( TICKS );
}

/* A device interrupts core 0. */
static void devices( void )
{
    board_set_handler( BOARD_TIMER_INTERRUPT, device, HIGH );
    board_start_timer( 10 );
    vTaskDelay( TICKS );
    printf( "device: %u\n", ( unsigned ) device_core );
}

/* Where assertions do not forbid it. */
static void returns( void )
{
    const size_t before = xPortGetFreeHeapSize();

    xTaskCreateAffinitySet( return_at_once, "returns", STACK, NULL, LOW, 2, NULL );
    printf( "returns: %d", xPortGetFreeHeapSize() != before );
    vTaskDelay( TICKS );
    printf( " %d\n", xPortGetFreeHeapSize() == before );
}

/* Tasks that say nothing about a core get one in turn. */
static void turns( void )
{
    static TaskHandle_t some[ 4 ];

    for( int i = 0; i < 4; i++ )
    {
        xTaskCreate( rest, "turn", STACK, NULL, LOW, &some[ i ] );
        printf( "%s%u", ( i == 0 ) ? "turns: " : " ", ( unsigned ) vTaskCoreAffinityGet( some[ i ] ) );
    }

    printf( "\n" );

    for( int i = 0; i < 4; i++ )
    {
        vTaskDelete( some[ i ] );
    }

    vTaskDelay( TICKS );
}

/* There are as many tasks as the kernel has interrupts for; beyond, none is made, and no memory lost. */
static void all( void )
{
    static StaticTask_t block;
    static StackType_t stack[ STACK ];
    static TaskHandle_t tasks[ 256 ];
    const size_t before = xPortGetFreeHeapSize();
    unsigned count = 0;

    while( ( count < 256 ) && ( xTaskCreate( rest, "one of many", STACK, NULL, LOW, &tasks[ count ] ) == pdPASS ) )
    {
        count++;
    }

    const size_t full = xPortGetFreeHeapSize();

    printf( "all: %u", count );
    printf( " %d", xTaskCreateStatic( rest, "static", STACK, NULL, LOW, stack, &block ) == NULL );
    printf( " %d", ( int ) xTaskCreate( rest, "dynamic", STACK, NULL, LOW, NULL ) );
    printf( " %d", xPortGetFreeHeapSize() == full );

    while( count > 0 )
    {
        vTaskDelete( tasks[ --count ] );
    }

    vTaskDelay( TICKS );
    printf( " %d\n", xPortGetFreeHeapSize() == before );
}

static void director( void * unused )
{
    ( void ) unused;
    show( "equals" );
    printf( "the last created one began: %d\n", began == &second );
    vTaskPrioritySet( second.handle, HIGH );
    show( "second rises" );
    vTaskSuspend( first.handle );
    show( "first, which does not run, is suspended" );
    vTaskResume( first.handle );
    show( "first is resumed" );
    vTaskPrioritySet( first.handle, HIGH + 1 );
    show( "first rises above" );
    vTaskPrioritySet( first.handle, LOW );
    show( "first falls" );
    vTaskSuspend( second.handle );
    show( "second, which runs, is suspended" );
    vTaskResume( second.handle );
    show( "second is resumed" );
    vTaskResume( NULL );
    behind_a_switch();
    masks();
    vTaskDelay( TICKS );
    create( &second, "second" );
    show( "second is created anew" );
    two_requests();
    moves();
    vTaskDelete( first.handle );
    vTaskDelete( second.handle );
    vTaskDelay( TICKS );
    turns();
    beside_idle();
    devices();
    returns();
    all();
    board_exit( 0 );
}

int main( void )
{
    TaskHandle_t task;

    /* A boot loader may have left anything there. */
    for( uint32_t interrupt = 0; interrupt < OWN; interrupt++ )
    {
        *( volatile uint8_t * ) ( BOARD_GIC_DISTRIBUTOR + PRIORITIES + interrupt ) = 0xF0;
    }

    create( &first, "first" );
    create( &second, "second" );
    xTaskCreateAffinitySet( director, "director", 512, NULL, LOW, 1, &task );

    /* who is to run first on this core, and does not run yet */
    vTaskPrioritySet( task, LOW - 1 );
    vTaskPrioritySet( task, configMAX_PRIORITIES - 1 );
    vTaskStartScheduler();
    return 1;
}
