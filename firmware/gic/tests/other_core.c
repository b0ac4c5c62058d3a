/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a task of one core does to those of another one, step by step: a call for another core's task
 * has the effect that it has on one's own. The director, on core 0 and of the highest priority, gives
 * core 1 time to answer, and says what became of each call.
 */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
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

/* Tasks that say nothing about a core get one in turn. */
static void turns( void )
{
    static TaskHandle_t some[ 4 ];
    uint32_t sum = 0;

    for( int i = 0; i < 4; i++ )
    {
        xTaskCreate( rest, "turn", STACK, NULL, LOW, &some[ i ] );
        sum += vTaskCoreAffinityGet( some[ i ] );
    }

    printf( "turns: %u\n", ( unsigned ) sum );

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
    vTaskDelete( first.handle );
    vTaskDelete( second.handle );
    vTaskDelay( TICKS );
    turns();
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
