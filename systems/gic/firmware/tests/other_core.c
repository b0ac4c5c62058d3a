/* SPDX-License-Identifier: Apache-2.0 */

/* What a task of one core does to those of another one, step by step: a call for another core's task
 * has the effect that it has on one's own. The director, on core 0 and of the highest priority, gives
 * core 1 time to answer, and says what became of each call. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "interrupts.h"
#include "task.h"

#define LOW         3
#define HIGH        6
#define STACK       256
#define TICKS       3    /* in which a core has answered, and equals have taken turns */
#define PRIORITIES  0x400U /* of the distributor's registers; a byte for each interrupt */
#define ENABLE      0x100U
#define DISABLE     0x180U
#define OWN         32U  /* the first interrupts are a core's own */
#define HEAP_HEADER 8    /* bytes of heap_4 before each block */
#define NOWHERE     9
/* Ticks: the emulator gives a core up to 100 ms before it is another one's turn, and then that one's
 * ticks come at once. */
#define PATIENCE    100

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

    for( ;; )
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
    while( !may_leave )
    {
    }

    vTaskDelete( NULL );
}

static void pass_ticks( void )
{
    for( volatile int i = 0; i < 500000; i++ )
    {
    }
}

static volatile uint32_t ran_on = NOWHERE;

/* Says where it runs, and waits for the next time. */
static void tell( void * unused )
{
    for( ;; )
    {
        ran_on = board_core();
        vTaskSuspend( NULL );
    }
}

/* Whether its core hears the tick. */
static void hear_tick( void * registers )
{
    BOARD_REGISTER( BOARD_GIC_DISTRIBUTOR + ( uintptr_t ) registers ) = 1UL << BOARD_TICK_INTERRUPT;
}

static void hear_tick_there( void * registers )
{
    hear_tick( registers );
    vTaskDelete( NULL );
}

static TaskHandle_t director_handle, to_suspend, to_move;
static volatile uint32_t was_suspended = 1;

/* Runs for some time, if nobody suspends it. */
static void run_for_a_while( void * unused )
{
    for( int i = 0; i < 100; i++ )
    {
        pass_ticks();
    }

    was_suspended = 0;
    vTaskResume( director_handle );
    vTaskSuspend( NULL );
}

/* Calls of core 1 for tasks of core 0, and for one that is to go there. */
static void call_from_there( void * unused )
{
    vTaskSuspend( to_suspend );
    vTaskResume( director_handle );
    vTaskSuspend( NULL );
    vTaskCoreAffinitySet( to_move, 1 );
    vTaskDelete( NULL );
}

static volatile uint32_t passes;

/* Takes turns with the idle task, its equal. */
static void pass_by( void * unused )
{
    for( ;; )
    {
        passes++;
        taskYIELD();
    }
}

static void doze( void * unused )
{
    vTaskDelay( 3 * PATIENCE );

    for( ;; )
    {
        passes++;
        vTaskDelay( 2 );
    }
}

static void return_at_once( void * unused )
{
}

static volatile uint32_t device_core = NOWHERE;

static void device( void )
{
    board_clear_timer();
    device_core = board_core();
}

static void rest( void * unused )
{
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
                ( unsigned ) uxTaskPriorityGet( both[ i ]->handle ),
                ( both[ i ]->rounds != before[ i ] ) ? "runs" : "rests" );
    }

    printf( "\n" );
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

static void create( spinner_t * spinner, const char * name )
{
    xTaskCreateAffinitySet( spin, name, STACK, spinner, LOW, 1UL << 1, &spinner->handle );
}

static void moves( void )
{
    TaskHandle_t sleeper;

    show( "second is above first" );
    vTaskCoreAffinitySet( second.handle, 1 );

    for( int tick = 0; ( tick < PATIENCE ) && ( second.core != 0 ); tick++ )
    {
        vTaskDelay( 1 );
    }

    printf( "second is moved: %u %u %u\n", ( unsigned ) second.core,
            ( unsigned ) vTaskCoreAffinityGet( second.handle ), ( unsigned ) vTaskCoreAffinityGet( NULL ) );
    vTaskCoreAffinitySet( second.handle, 2 );
    xTaskCreateAffinitySet( doze, "dozes", STACK, NULL, HIGH, 1, &sleeper );
    vTaskDelay( TICKS );
    vTaskCoreAffinitySet( sleeper, 2 );

    for( int tick = 0; ( tick < 4 * PATIENCE ) && ( passes <= TICKS ); tick++ )
    {
        vTaskDelay( 1 );
    }

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

/* A request changes nobody's turn: without a tick, who runs goes on running. */
static void whose_turn( void )
{
    uint32_t rounds[ 2 ];

    vTaskPrioritySet( second.handle, LOW );
    xTaskCreateAffinitySet( hear_tick_there, "no tick", STACK, ( void * ) DISABLE, HIGH, 2, NULL );
    vTaskDelay( TICKS );
    rounds[ 0 ] = first.rounds;
    rounds[ 1 ] = second.rounds;

    for( int i = 0; i < 10; i++ )
    {
        vTaskResume( first.handle );
        vTaskDelay( TICKS );
        vTaskResume( second.handle );
        vTaskDelay( TICKS );
    }

    printf( "have run without a tick: %d\n",
            ( first.rounds != rounds[ 0 ] ) + ( second.rounds != rounds[ 1 ] ) );
    xTaskCreateAffinitySet( hear_tick_there, "tick", STACK, ( void * ) ENABLE, HIGH, 2, NULL );
    vTaskDelay( TICKS );
    vTaskPrioritySet( second.handle, LOW + 1 );
}

/* A core whose ticks stand still hears of requests, and of who comes to it. */
static void without_ticks( void )
{
    TaskHandle_t caller;

    xTaskCreateAffinitySet( tell, "comes", STACK, NULL, configMAX_PRIORITIES - 1, 2, &to_move );
    vTaskDelay( PATIENCE );
    xTaskCreateAffinitySet( run_for_a_while, "runs", STACK, NULL, LOW, 1, &to_suspend );
    hear_tick( ( void * ) DISABLE );
    xTaskCreateAffinitySet( call_from_there, "calls", STACK, NULL, HIGH, 2, &caller );
    vTaskSuspend( NULL );
    printf( "without ticks: %d", was_suspended && ( eTaskGetState( to_suspend ) == eSuspended ) );
    vTaskResume( caller );

    for( int i = 0; ( i < 100 ) && ( vTaskCoreAffinityGet( to_move ) != 1 ); i++ )
    {
        pass_ticks();
    }

    vTaskResume( to_move ); /* on its way, or here */

    for( int i = 0; ( i < 100 ) && ( ran_on != 0 ); i++ )
    {
        pass_ticks();
        taskYIELD();
    }

    printf( " %u\n", ( unsigned ) ran_on );
    hear_tick( ( void * ) ENABLE );
    vTaskDelete( to_suspend );
    vTaskDelete( to_move );
    vTaskDelay( TICKS );
}

/* What lies at address 0, where a pointer to nothing points: the board shows its memory there, too. */
static uint32_t at_nothing( void )
{
    extern const volatile uint32_t _start[];
    uint32_t sum = 0;

    for( int i = 0; i < 64; i++ )
    {
        sum = 31U * sum + _start[ i ];
    }

    return sum;
}

/* Where no handle is given, or no task is made, nothing is written. */
static void no_handles( void )
{
    const uint32_t before = at_nothing();

    vTaskResume( NULL );
    xTaskCreateAffinitySet( return_at_once, "no handle", STACK, NULL, LOW, 1, NULL );
    printf( "no handles: %d\n", at_nothing() == before );
    vTaskDelay( TICKS );
}

/* A task's stack has all the words that were asked for. */
static void stacks( void )
{
    const size_t before = xPortGetFreeHeapSize();
    TaskHandle_t task;

    xTaskCreate( rest, "odd", STACK + 1, NULL, LOW, &task );
    printf( "stack: %d\n", before - xPortGetFreeHeapSize() >=
                               ( STACK + 1 ) * sizeof( StackType_t ) + sizeof( StaticTask_t ) + HEAP_HEADER );
    vTaskDelete( task );
    vTaskDelay( TICKS );
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
    board_set_handler( BOARD_TIMER_INTERRUPT, device, HIGH, 0 );
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
    const uint32_t nothing = at_nothing();
    unsigned count = 0;

    while( ( count < 256 ) &&
           ( xTaskCreate( rest, "one of many", STACK, NULL, LOW, &tasks[ count ] ) == pdPASS ) )
    {
        count++;
    }

    const size_t full = xPortGetFreeHeapSize();

    printf( "all: %u", count );
    printf( " %d", ( xTaskCreateStatic( rest, "static", STACK, NULL, LOW, stack, &block ) == NULL ) &&
                       ( at_nothing() == nothing ) );
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
    behind_a_switch();
    masks();
    vTaskDelay( TICKS );
    create( &second, "second" );
    show( "second is created anew" );
    two_requests();
    whose_turn();
    without_ticks();
    moves();
    vTaskDelete( first.handle );
    vTaskDelete( second.handle );
    vTaskDelay( TICKS );
    turns();
    no_handles();
    stacks();
    beside_idle();
    devices();
    returns();
    all();
    board_exit( 0 );
}

int main( void )
{
    printf( "nobody, %d ticks\n",
            ( xTaskGetCurrentTaskHandle() == NULL ) ? ( int ) xTaskGetTickCount() : -1 );

    /* A boot loader may have left anything there. */
    for( uint32_t interrupt = 0; interrupt < OWN; interrupt++ )
    {
        *( volatile uint8_t * ) ( BOARD_GIC_DISTRIBUTOR + PRIORITIES + interrupt ) = 0xF0;
    }

    create( &first, "first" );
    create( &second, "second" );
    xTaskCreateAffinitySet( director, "director", 512, NULL, LOW, 1, &director_handle );

    /* who is to run first on this core, and does not run yet */
    vTaskPrioritySet( director_handle, LOW - 1 );
    vTaskPrioritySet( director_handle, configMAX_PRIORITIES - 1 );
    vTaskStartScheduler();
    return 1;
}
