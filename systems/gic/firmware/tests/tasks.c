/* SPDX-License-Identifier: Apache-2.0 */

/* What can be asked about tasks, wrong arguments without assertions, delays, critical sections, and
 * memory that is given back: what is printed is the same on FreeRTOS and on the GIC. */
#include <stdio.h>
#include <string.h>

#include "FreeRTOS.h"
#include "board.h"
#include "interrupts.h"
#include "task.h"

#define LOW       1
#define SELF      3
#define HIGH      5
#define STACK     512
#define RAM_BYTES ( 64UL << 20 ) /* as qemu.py has it */
#define ROUNDS    300 /* more than there can be tasks at a time */

static StackType_t stack[ STACK ];
static StaticTask_t block;
static TaskHandle_t director_handle;
static volatile uintptr_t last_parameter;
static TaskHandle_t to_resume;
static volatile BaseType_t resumed;

static void sleeper( void * parameter )
{
    for( ;; )
    {
        last_parameter = ( uintptr_t ) parameter;
        vTaskSuspend( NULL );
    }
}

static void delayed( void * ticks )
{
    vTaskDelay( ( TickType_t ) ( uintptr_t ) ticks );
    vTaskDelete( NULL );
}

/* In the other instruction set, and on a stack that doubles can be on. */
__attribute__( ( target( "thumb" ) ) ) static void thumb( void * parameter )
{
    uintptr_t top;

    __asm volatile( "mov %0, sp" : "=r"( top ) );
    last_parameter = ( uintptr_t ) parameter + top % 8;
    vTaskSuspend( NULL );
}

static void pass_ticks( void )
{
    for( volatile int i = 0; i < 500000; i++ )
    {
    }
}

/* Its ticks go on behind a critical section. */
static void critical( void * unused )
{
    TickType_t start;

    taskENTER_CRITICAL();
    taskEXIT_CRITICAL();
    start = xTaskGetTickCount();
    pass_ticks();
    printf( "%d\n", xTaskGetTickCount() > start );
    vTaskSuspend( NULL );
}

static TaskHandle_t create( TaskFunction_t function, const char * name, uintptr_t parameter,
                            UBaseType_t priority )
{
    TaskHandle_t task = NULL;

    if( xTaskCreate( function, name, STACK, ( void * ) parameter, priority, &task ) != pdPASS )
    {
        printf( "not created\n" );
        board_exit( 1 );
    }

    return task;
}

static void show( TaskHandle_t task )
{
    printf( "\"%s\" %c %u\n", pcTaskGetName( task ), "XRBSD"[ eTaskGetState( task ) ],
            ( unsigned ) uxTaskPriorityGet( task ) );
}

static void show_and_delete( TaskHandle_t task )
{
    show( task );
    vTaskDelete( task );
    vTaskDelay( 2 ); /* the idle task frees its memory */
}

static void names( void )
{
    show_and_delete( create( sleeper, "short", 0, HIGH ) );
    show_and_delete( create( sleeper, "fifteen letters", 0, HIGH ) );
    show_and_delete( create( sleeper, "a name that is too long", 0, HIGH ) );
    show_and_delete( create( sleeper, "", 0, HIGH ) );
    show_and_delete( create( sleeper, NULL, 0, HIGH ) );
    printf( "%s\n", pcTaskGetName( NULL ) );

    /* in memory that was used before */
    for( unsigned i = 0; i < 4; i++ )
    {
        static const char * const of_these[] = { "abc", "", NULL, "a name that is too long" };

        memset( &block, 'x', sizeof( block ) );
        show_and_delete( xTaskCreateStatic( sleeper, of_these[ i ], STACK, NULL, HIGH, stack, &block ) );
    }
}

/* Memory that a static task lies in may have held the address of memory in use, and a name may be the
 * last thing in the RAM. */
static void not_its_own( void )
{
    extern char _start[];
    char * const name = &_start[ RAM_BYTES - 2 ];
    void * const in_use = pvPortMalloc( 64 );
    const size_t before = xPortGetFreeHeapSize();

    name[ 0 ] = 'z';
    name[ 1 ] = '\0';

    for( unsigned i = 0; i < sizeof( block ) / sizeof( in_use ); i++ )
    {
        ( ( void ** ) &block )[ i ] = in_use;
    }

    show_and_delete( xTaskCreateStatic( sleeper, name, STACK, NULL, HIGH, stack, &block ) );
    printf( "%d\n", xPortGetFreeHeapSize() == before );
    vPortFree( in_use );
}

/* In memory that was used before, on a stack that begins anywhere. */
static void used_memory( void )
{
    memset( &block, 'x', sizeof( block ) );
    show_and_delete( xTaskCreateStatic( critical, "critical", STACK - 1, NULL, HIGH, stack + 1, &block ) );
    show_and_delete( xTaskCreateStatic( thumb, "thumb", STACK - 1, ( void * ) 16, HIGH, stack + 1, &block ) );
    printf( "%u\n", ( unsigned ) last_parameter );
}

static void resume( void )
{
    board_clear_timer();
    resumed = xTaskResumeFromISR( to_resume );
}

/* Says whether a service routine that resumes a task hears of a switch. */
static void resumed_by_a_routine( TaskHandle_t task )
{
    to_resume = task;
    resumed = -1;
    board_start_timer( 10 );

    while( resumed < 0 )
    {
    }

    printf( "%d\n", ( int ) resumed );
}

static void routines( void )
{
    TaskHandle_t lower = create( sleeper, "lower", 0, LOW );
    TaskHandle_t equal = create( sleeper, "equal", 0, SELF ), higher = create( sleeper, "higher", 0, HIGH );

    vTaskDelay( 1 ); /* all have suspended themselves */
    board_set_handler( BOARD_TIMER_INTERRUPT, resume, configMAX_PRIORITIES - 1, 0 );
    resumed_by_a_routine( lower );
    resumed_by_a_routine( equal );
    resumed_by_a_routine( higher );
    vTaskDelete( lower );
    vTaskDelete( equal );
    vTaskDelete( higher );
    higher = create( delayed, "delayed", 2, HIGH );
    resumed_by_a_routine( higher );
    vTaskDelay( 4 );
}

static void states( void )
{
    TaskHandle_t blocked = create( delayed, "blocked", 3, HIGH ), ready = create( sleeper, "ready", 0, LOW );
    TaskHandle_t suspended = create( sleeper, "suspended", 0, HIGH );

    show( blocked );
    show( ready );
    show( suspended );
    show( director_handle );
    printf( "%d %d\n", xTaskGetCurrentTaskHandle() == director_handle, ( int ) xTaskGetSchedulerState() );
    show( create( delayed, "ended", 0, HIGH ) );
    vTaskDelay( 1 );
    show( ready ); /* ran meanwhile */
    vTaskResume( blocked );
    show( blocked );
    vTaskResume( suspended );
    show( suspended );
    vTaskDelete( ready );
    vTaskDelete( suspended );
    vTaskDelay( 5 );
}

/* Assertions forbid these. */
static void wrong_arguments( void )
{
    TaskHandle_t task = create( sleeper, "priority", 0, HIGH );

    vTaskPrioritySet( task, configMAX_PRIORITIES );
    printf( "%d\n", uxTaskPriorityGet( task ) == configMAX_PRIORITIES - 1 );
    vTaskPrioritySet( task, configMAX_PRIORITIES - 1 );
    printf( "%d\n", uxTaskPriorityGet( task ) == configMAX_PRIORITIES - 1 );
    vTaskResume( NULL );
    vTaskDelete( task );
    task = create( sleeper, "priority", 0, configMAX_PRIORITIES );
    printf( "%d\n", uxTaskPriorityGet( task ) == configMAX_PRIORITIES - 1 );
    vTaskDelete( task );
    printf( "%d\n", xTaskCreateStatic( sleeper, "none", STACK, NULL, HIGH, NULL, &block ) == NULL );
    printf( "%d\n", xTaskCreateStatic( sleeper, "none", STACK, NULL, HIGH, stack, NULL ) == NULL );
    vTaskDelay( 2 );
}

/* The handle of a task that is gone says so, and does nothing to the one that has its interrupt now. */
static void deleted_handles( void )
{
    TaskHandle_t old = xTaskCreateStatic( sleeper, "old", STACK, NULL, HIGH, stack, &block ), other;

    vTaskDelete( old );
    vTaskDelay( 2 );
    other = create( sleeper, "other", 7, HIGH );
    last_parameter = 0;
    show( old );
    vTaskResume( old );
    printf( "%d\n", ( int ) xTaskResumeFromISR( old ) );
    vTaskPrioritySet( old, LOW );
    show( old );
    show( other );
    printf( "%u\n", ( unsigned ) last_parameter );
    vTaskResume( other );
    printf( "%u\n", ( unsigned ) last_parameter );
    vTaskDelete( other );
    vTaskDelay( 2 );
}

static void instruction_sets( void )
{
    TaskHandle_t task = create( thumb, "thumb", 8, HIGH );

    printf( "%u\n", ( unsigned ) last_parameter );
    vTaskDelete( task );
    vTaskDelay( 2 );
}

static void memory( void )
{
    const size_t before = xPortGetFreeHeapSize();
    TaskHandle_t task;

    for( uintptr_t round = 0; round < ROUNDS; round++ )
    {
        last_parameter = ROUNDS;
        task = create( sleeper, "round", round, HIGH );

        if( last_parameter != round )
        {
            printf( "did not run\n" );
        }

        vTaskDelete( task );
        vTaskDelay( 1 );
    }

    printf( "%d\n", xPortGetFreeHeapSize() == before );

    for( int round = 0; round < 3; round++ )
    {
        task = xTaskCreateStatic( sleeper, "static", STACK, NULL, HIGH, stack, &block );
        printf( "%d\n", task == ( TaskHandle_t ) &block );
        show_and_delete( task );
    }

    printf( "%d\n", xPortGetFreeHeapSize() == before );
}

static void no_memory( void )
{
    TaskHandle_t task = NULL;

    printf( "%d\n", ( int ) xTaskCreate( sleeper, "large", configTOTAL_HEAP_SIZE / sizeof( StackType_t ),
                                         NULL, HIGH, &task ) );
    printf( "%d\n", task == NULL );
}

static void delays( void )
{
    TickType_t last, start;

    vTaskDelay( 1 );
    last = start = xTaskGetTickCount();
    printf( "%d\n", xTaskGetTickCountFromISR() == start );
    printf( "%d\n", ( int ) xTaskDelayUntil( &last, 4 ) );
    printf( "%u %u\n", ( unsigned ) ( last - start ), ( unsigned ) ( xTaskGetTickCount() - start ) );
    vTaskDelay( 6 );
    printf( "%d\n", ( int ) xTaskDelayUntil( &last, 4 ) );
    printf( "%u %u\n", ( unsigned ) ( last - start ), ( unsigned ) ( xTaskGetTickCount() - start ) );
    printf( "%d\n", ( int ) xTaskDelayUntil( &last, 4 ) );
    printf( "%u %u\n", ( unsigned ) ( last - start ), ( unsigned ) ( xTaskGetTickCount() - start ) );
    vTaskDelay( 0 );
    printf( "%u\n", ( unsigned ) ( xTaskGetTickCount() - start ) );
}

static void critical_sections( void )
{
    TickType_t start;

    vTaskDelay( 1 );
    start = xTaskGetTickCount();
    taskENTER_CRITICAL();
    taskENTER_CRITICAL();
    pass_ticks();
    taskEXIT_CRITICAL();
    pass_ticks();
    printf( "%d\n", xTaskGetTickCount() == start );
    taskEXIT_CRITICAL();
    pass_ticks();
    printf( "%d\n", xTaskGetTickCount() > start );
}

/* No call leaves interrupts masked. */
static void ticks_go_on( void )
{
    const TickType_t start = xTaskGetTickCount();

    pass_ticks();
    printf( "%d", xTaskGetTickCount() > start );
}

static void masks( void )
{
    TaskHandle_t task = create( sleeper, "low", 0, LOW );

    vTaskSuspend( task );
    ticks_go_on();
    vTaskResume( task );
    ticks_go_on();
    vTaskPrioritySet( task, LOW + 1 );
    ticks_go_on();
    vTaskPrioritySet( NULL, SELF + 1 );
    ticks_go_on();
    vTaskPrioritySet( NULL, configMAX_PRIORITIES - 1 );
    ticks_go_on();
    vTaskPrioritySet( NULL, SELF );
    ticks_go_on();
    ( void ) uxTaskPriorityGet( task );
    ticks_go_on();
    ( void ) eTaskGetState( task );
    ticks_go_on();
    ( void ) pcTaskGetName( task );
    ticks_go_on();
    ( void ) xTaskGetCurrentTaskHandle();
    ticks_go_on();
    vTaskDelay( 0 );
    ticks_go_on();
    taskYIELD();
    ticks_go_on();
    vTaskDelete( task );
    ticks_go_on();
    printf( "\n" );
}

static void director( void * unused )
{
    names();
    used_memory();
    not_its_own();
    states();
    routines();
    wrong_arguments();
    deleted_handles();
    instruction_sets();
    memory();
    no_memory();
    delays();
    critical_sections();
    masks();
    board_exit( 0 );
}

/* The register in which a core has the kernel's address holds anything until a task is created. */
static void before_the_first_task( void )
{
    static uint32_t anything[ 1024 ];

    memset( anything, 'x', sizeof( anything ) );
    __asm volatile( "mcr p15, 0, %0, c13, c0, 4" : : "r"( anything ) );
    printf( "%d %lu %d\n", ( int ) xTaskGetSchedulerState(), ( unsigned long ) xTaskGetTickCount(),
            xTaskGetCurrentTaskHandle() == NULL );
}

int main( void )
{
    before_the_first_task();
    director_handle = create( director, "director", 0, SELF );
    printf( "%d\n", xTaskGetCurrentTaskHandle() == director_handle );
    taskENTER_CRITICAL();
    taskEXIT_CRITICAL();
    vTaskStartScheduler();
    return 1;
}
