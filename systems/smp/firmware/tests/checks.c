/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks on all cores check what FreeRTOS promises of cores. The judge, on the first core and above all
 * others, goes through it and prints each thing that held. */
#include <stdio.h>

#include "judge.h"

#define CORES        configNUMBER_OF_CORES
#define LAST         ( CORES - 1 )
#define ONLY( core ) ( ( UBaseType_t ) 1 << ( core ) )
#define ALL          ( ONLY( CORES ) - 1 )
#define STACK        200
#define JUDGE        6 /* priorities */
#define ABOVE        4
#define MIDDLE       3
#define BELOW        2

#define ROUNDS    100
#define ADDITIONS 50

static TaskHandle_t start( TaskFunction_t function, int argument, UBaseType_t priority, UBaseType_t cores )
{
    TaskHandle_t task;

    CHECK( xTaskCreateAffinitySet( function, "", STACK, ( void * ) argument, priority, cores, &task ) ==
           pdPASS );
    return task;
}

/* Adds one as slowly as it takes to be disturbed, if anybody can. */
static void add_one( volatile uint32_t * sum )
{
    const uint32_t before = *sum;

    busy( 20 );
    *sum = before + 1;
}

/* A token goes around all cores, while tasks that may run anywhere share two sums. */
static SemaphoreHandle_t token[ CORES ];
static volatile uint32_t in_sections, in_suspensions, cores_seen;

static void pass_token( void * argument )
{
    const int core = ( int ) argument;

    for( int round = 0; round < ROUNDS; round++ )
    {
        CHECK( xSemaphoreTake( token[ core ], portMAX_DELAY ) == pdPASS );
        CHECK( portGET_CORE_ID() == core );
        CHECK( xSemaphoreGive( token[ ( core + 1 ) % CORES ] ) == pdPASS );
    }

    end();
}

static void add( void * argument )
{
    for( int i = 0; i < ADDITIONS; i++ )
    {
        taskENTER_CRITICAL();
        add_one( &in_sections );
        cores_seen |= ONLY( portGET_CORE_ID() );
        taskEXIT_CRITICAL();

        vTaskSuspendAll();
        add_one( &in_suspensions );
        ( void ) xTaskResumeAll();
    }

    end();
}

static void tokens_and_sums( void )
{
    for( int core = 0; core < CORES; core++ )
    {
        token[ core ] = xSemaphoreCreateBinary();
    }

    for( int core = 0; core < CORES; core++ )
    {
        start( pass_token, core, ABOVE, ONLY( core ) );
        start( add, core, BELOW, ALL );
        start( add, core, BELOW, ALL );
    }

    xSemaphoreGive( token[ 0 ] );
    wait_for( 3 * CORES );
    CHECK( uxSemaphoreGetCount( token[ 0 ] ) == 1 );
    printf( "a token went around the cores\n" );
    CHECK( in_sections == 2 * CORES * ADDITIONS );
    CHECK( in_suspensions == 2 * CORES * ADDITIONS );
    CHECK( cores_seen == ALL );
    printf( "critical sections and suspensions excluded each other on all cores\n" );
}

static void affinity( void )
{
    const TaskHandle_t task = start( turn, 0, MIDDLE, ONLY( LAST ) );

    for( int core = LAST; core > 0; core-- )
    {
        vTaskCoreAffinitySet( task, ONLY( core ) );
        CHECK( vTaskCoreAffinityGet( task ) == ONLY( core ) );
        busy( 5000 );
        CHECK( goes_on() && ( where == core ) );
    }

    vTaskCoreAffinitySet( task, ONLY( 0 ) );
    busy( 5000 );
    CHECK( !goes_on() && ( eTaskGetState( task ) == eReady ) ); /* the judge is there */
    vTaskDelay( 2 );
    CHECK( where == 0 );
    vTaskDelete( task );
    printf( "a task went to the cores that it was given\n" );
}

/* A task that runs on another core is suspended and deleted. */
static void suspended_and_deleted( void )
{
    size_t heap;
    TaskHandle_t task;

    vTaskDelay( 2 ); /* the idle tasks free what was deleted */
    heap = xPortGetFreeHeapSize();
    task = start( turn, 0, MIDDLE, ONLY( LAST ) );

    busy( 5000 );
    CHECK( goes_on() && ( eTaskGetState( task ) == eRunning ) );
    vTaskSuspend( task );
    busy( 5000 );
    CHECK( !goes_on() && ( eTaskGetState( task ) == eSuspended ) );
    vTaskResume( task );
    busy( 5000 );
    CHECK( goes_on() && ( eTaskGetState( task ) == eRunning ) );
    printf( "a task of another core was suspended and resumed\n" );

    vTaskDelete( task );
    busy( 5000 );
    CHECK( !goes_on() );
    vTaskDelay( 2 );
    CHECK( xPortGetFreeHeapSize() == heap );
    printf( "a task of another core was deleted, and freed\n" );
}

/* A task that disables its preemption stays, whoever is above it. */
static volatile int may_go, has_come;

static void stay( void * argument )
{
    vTaskPreemptionDisable( NULL );

    while( may_go == 0 )
    {
        turns++;
    }

    vTaskPreemptionEnable( NULL );
    end();
}

static void come( void * argument )
{
    has_come = 1;
    end();
}

static void preemption( void )
{
    start( stay, 0, BELOW, ONLY( LAST ) );
    busy( 5000 );
    start( come, 0, ABOVE, ONLY( LAST ) );
    vTaskDelay( 2 );
    CHECK( goes_on() && ( has_come == 0 ) );
    may_go = 1;
    wait_for( 2 );
    CHECK( has_come == 1 );
    printf( "a task stayed while its preemption was disabled\n" );
}

/* The tick's routine, on the first core, gives to a task of the last. */
static SemaphoreHandle_t ticks;
static volatile uint32_t given, taken;

void vApplicationTickHook( void )
{
    if( ticks != NULL )
    {
        given++;
        xSemaphoreGiveFromISR( ticks, NULL );
    }
}

static void take( void * argument )
{
    for( ;; )
    {
        CHECK( xSemaphoreTake( ticks, portMAX_DELAY ) == pdPASS );
        CHECK( portGET_CORE_ID() == LAST );
        taken++;
    }
}

static void from_a_routine( void )
{
    TaskHandle_t task;

    ticks = xSemaphoreCreateCounting( 100, 0 );
    task = start( take, 0, MIDDLE, ONLY( LAST ) );
    vTaskDelay( 20 );
    busy( 2000 );
    CHECK( ( given >= 20 ) && ( taken == given ) );
    vTaskDelete( task );
    printf( "a routine gave to a task of another core\n" );
}

/* A mutex' owner inherits the priority of who waits on another core. */
static SemaphoreHandle_t mutex;
static volatile int owned, may_give;

static void own( void * argument )
{
    CHECK( xSemaphoreTake( mutex, 0 ) == pdPASS );
    owned = 1;

    while( may_give == 0 )
    {
    }

    CHECK( uxTaskPriorityGet( NULL ) == JUDGE );
    CHECK( xSemaphoreGive( mutex ) == pdPASS );
    CHECK( uxTaskPriorityGet( NULL ) == BELOW );
    end();
}

static void inheritance( void )
{
    TaskHandle_t task;

    mutex = xSemaphoreCreateMutex();
    start( own, 0, BELOW, ONLY( LAST ) );

    while( owned == 0 )
    {
    }

    task = start( turn, 0, MIDDLE, ONLY( LAST ) );
    busy( 5000 );
    CHECK( goes_on() );
    may_give = 1;
    CHECK( xSemaphoreTake( mutex, 10 ) == pdPASS );
    CHECK( xSemaphoreGive( mutex ) == pdPASS );
    vTaskDelete( task );
    wait_for( 1 );
    printf( "the owner of a mutex inherited from another core\n" );
}

static void run( void * argument )
{
    tokens_and_sums();
    affinity();
    suspended_and_deleted();
    preemption();
    calls = xSemaphoreCreateBinary();
    check_that_calls_wait( start( call, 0, MIDDLE, ONLY( LAST ) ) );
    check_that_others_go_on( start( turn, 0, MIDDLE, ONLY( LAST ) ) );
    from_a_routine();
    inheritance();
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    judge = start( run, 0, JUDGE, ONLY( 0 ) );
    vTaskStartScheduler();
    return BOARD_EXIT_FAILURE;
}
