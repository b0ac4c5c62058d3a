/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's SMP scheduler, its own sources, with cores that step one at a time as the standard input
 * says. After each event it prints what has happened, and a line `end`:
 *
 *   task PRIORITY                      before all others: there is one
 *   semaphore COUNT, mutex             the same; a semaphore has two tokens at most
 *   start                              the cores run their idle tasks
 *   tick                               the first core's tick
 *   routine CORE give|resume NUMBER    a service routine on that core
 *   interrupt CORE                     that core takes its software interrupt
 *   call CORE NAME NUMBER ARGUMENT     the task of that core makes a call
 *   go CORE                            ... goes on in the call in which it was switched out */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "FreeRTOS.h"
#include "task.h"
#include "semphr.h"
#include "scheduler_state.h"

#define MOST_TASKS      16
#define MOST_SEMAPHORES 8
#define MOST_TOKENS     2
#define STACK_SIZE      65536

BaseType_t xOracleCore;
BaseType_t xOracleInterrupts[ configNUMBER_OF_CORES ];
UBaseType_t uxOracleNesting[ configNUMBER_OF_CORES ];

static struct
{
    BaseType_t owner;
    int nesting;
} locks[ 2 ];

static struct
{
    TaskHandle_t handle;
    ucontext_t context;
    char * stack;
} tasks[ MOST_TASKS ];
static int number_of_tasks;

static SemaphoreHandle_t semaphores[ MOST_SEMAPHORES ];
static int number_of_semaphores;

static ucontext_t stepping;
/* A task runs, not a service routine. */
static int in_task;

static struct
{
    char name[ 16 ];
    long number;
    long argument;
} call;

void vOracleFail( const char * pcWhat )
{
    printf( "%s\n", pcWhat );
    exit( 1 );
}

void vOracleTakeLock( BaseType_t xCoreID, int lock )
{
    if( ( locks[ lock ].nesting != 0 ) && ( locks[ lock ].owner != xCoreID ) )
    {
        vOracleFail( "a lock is not free" );
    }

    locks[ lock ].owner = xCoreID;
    locks[ lock ].nesting++;
}

void vOracleGiveLock( BaseType_t xCoreID, int lock )
{
    if( ( locks[ lock ].nesting == 0 ) || ( locks[ lock ].owner != xCoreID ) )
    {
        vOracleFail( "a lock is given back that was not taken" );
    }

    locks[ lock ].nesting--;
}

int oracle_number( TaskHandle_t handle )
{
    int number = 0;

    while( tasks[ number ].handle != handle )
    {
        number++;
    }

    return number;
}

static void switch_context( BaseType_t core )
{
    const BaseType_t suspended = oracle_is_suspended();

    xOracleInterrupts[ core ] = 0;
    vTaskSwitchContext( core );

    if( !suspended )
    {
        printf( "dispatch %ld\n", core );
        oracle_print_state();
    }
}

/* The running task is switched out, unless it stays. */
static void dispatch( void )
{
    const int before = oracle_number( oracle_current( xOracleCore ) );

    switch_context( xOracleCore );

    if( oracle_current( xOracleCore ) != tasks[ before ].handle )
    {
        swapcontext( &tasks[ before ].context, &stepping );
    }
}

void vOracleYield( void )
{
    if( in_task )
    {
        dispatch();
    }
}

void vOracleEnableInterrupts( void )
{
    if( in_task && xOracleInterrupts[ xOracleCore ] && ( uxOracleNesting[ xOracleCore ] == 0 ) )
    {
        dispatch();
    }
}

StackType_t * pxPortInitialiseStack( StackType_t * pxTopOfStack, TaskFunction_t pxCode, void * pvParameters )
{
    ( void ) pxCode;
    ( void ) pvParameters;
    return pxTopOfStack;
}

BaseType_t xPortStartScheduler( void )
{
    return 0;
}

void vPortEndScheduler( void )
{
}

void * pvPortMalloc( size_t xSize )
{
    return calloc( 1, xSize );
}

void vPortFree( void * pv )
{
    free( pv );
}

static int is( const char * name )
{
    return strcmp( call.name, name ) == 0;
}

static void perform( void )
{
    TaskHandle_t task = tasks[ call.number ].handle;

    if( is( "yield" ) )
    {
        taskYIELD();
    }
    else if( is( "delay" ) )
    {
        vTaskDelay( ( TickType_t ) call.argument );
    }
    else if( is( "suspend" ) )
    {
        vTaskSuspend( task );
    }
    else if( is( "resume" ) )
    {
        vTaskResume( task );
    }
    else if( is( "priority" ) )
    {
        vTaskPrioritySet( task, ( UBaseType_t ) call.argument );
    }
    else if( is( "suspend_all" ) )
    {
        vTaskSuspendAll();
    }
    else if( is( "resume_all" ) )
    {
        const BaseType_t yielded = xTaskResumeAll();

        printf( "result %d %ld\n", oracle_number( oracle_current( xOracleCore ) ), yielded );
    }
    else if( is( "give" ) )
    {
        xSemaphoreGive( semaphores[ call.number ] );
    }
    else if( is( "take" ) )
    {
        const BaseType_t taken = xSemaphoreTake( semaphores[ call.number ], ( TickType_t ) call.argument );

        printf( "result %d %ld\n", oracle_number( oracle_current( xOracleCore ) ), taken );
    }

    #if ( configUSE_CORE_AFFINITY == 1 )
    else if( is( "affinity" ) )
    {
        const UBaseType_t mask = ( UBaseType_t ) call.argument;

        taskENTER_CRITICAL();
        oracle_requeue( task );
        vTaskCoreAffinitySet( task, mask );
        taskEXIT_CRITICAL();
    }
    #endif
    #if ( configUSE_TASK_PREEMPTION_DISABLE == 1 )
    else if( is( "preemption" ) )
    {
        if( call.argument )
        {
            vTaskPreemptionEnable( task );
        }
        else
        {
            vTaskPreemptionDisable( task );
        }
    }
    #endif
    else
    {
        vOracleFail( "an unknown call" );
    }
}

static void run( void )
{
    for( ;; )
    {
        perform();
        swapcontext( &tasks[ oracle_number( oracle_current( xOracleCore ) ) ].context, &stepping );
    }
}

/* Until the running task has ended its call, or is switched out. */
static void step( void )
{
    const int number = oracle_number( oracle_current( xOracleCore ) );

    if( tasks[ number ].stack == NULL )
    {
        tasks[ number ].stack = malloc( STACK_SIZE );
        getcontext( &tasks[ number ].context );
        tasks[ number ].context.uc_stack.ss_sp = tasks[ number ].stack;
        tasks[ number ].context.uc_stack.ss_size = STACK_SIZE;
        makecontext( &tasks[ number ].context, run, 0 );
    }

    in_task = 1;
    swapcontext( &stepping, &tasks[ number ].context );
    in_task = 0;
    oracle_print_state();
}

static void end_routine( BaseType_t switches )
{
    printf( "woken %ld\n", switches );
    oracle_print_state();

    if( switches )
    {
        switch_context( xOracleCore );
    }
}

static void body( void * argument )
{
    ( void ) argument;
}

static void create_task( UBaseType_t priority )
{
    xTaskCreate( body, "", configMINIMAL_STACK_SIZE, NULL, priority, &tasks[ number_of_tasks++ ].handle );
}

static void start( void )
{
    vTaskStartScheduler();

    for( BaseType_t core = 0; core < configNUMBER_OF_CORES; core++ )
    {
        tasks[ number_of_tasks++ ].handle = oracle_current( core );
    }

    oracle_print_state();
}

static void tick( void )
{
    UBaseType_t status;
    BaseType_t switches;

    xOracleCore = 0;
    status = taskENTER_CRITICAL_FROM_ISR();
    switches = xTaskIncrementTick();
    taskEXIT_CRITICAL_FROM_ISR( status );
    end_routine( switches );
}

static void routine( const char * name, long number )
{
    BaseType_t switches = pdFALSE;

    if( strcmp( name, "give" ) == 0 )
    {
        xSemaphoreGiveFromISR( semaphores[ number ], &switches );
    }
    else
    {
        switches = xTaskResumeFromISR( tasks[ number ].handle );
    }

    end_routine( switches );
}

int main( void )
{
    char line[ 80 ];
    char name[ 16 ];
    long number;

    setvbuf( stdout, NULL, _IOLBF, BUFSIZ );

    while( fgets( line, sizeof( line ), stdin ) )
    {
        if( sscanf( line, "task %ld", &number ) == 1 )
        {
            create_task( ( UBaseType_t ) number );
        }
        else if( sscanf( line, "semaphore %ld", &number ) == 1 )
        {
            semaphores[ number_of_semaphores++ ] =
                xSemaphoreCreateCounting( MOST_TOKENS, ( UBaseType_t ) number );
        }
        else if( strcmp( line, "mutex\n" ) == 0 )
        {
            semaphores[ number_of_semaphores++ ] = xSemaphoreCreateMutex();
        }
        else if( strcmp( line, "start\n" ) == 0 )
        {
            start();
        }
        else if( strcmp( line, "tick\n" ) == 0 )
        {
            tick();
        }
        else if( sscanf( line, "routine %ld %15s %ld", &xOracleCore, name, &number ) == 3 )
        {
            routine( name, number );
        }
        else if( sscanf( line, "interrupt %ld", &xOracleCore ) == 1 )
        {
            switch_context( xOracleCore );
        }
        else if( sscanf( line, "call %ld %15s %ld %ld", &xOracleCore, call.name, &call.number,
                         &call.argument ) == 4 )
        {
            step();
        }
        else if( sscanf( line, "go %ld", &xOracleCore ) == 1 )
        {
            step();
        }
        else
        {
            vOracleFail( "an unknown event" );
        }

        printf( "end\n" );
    }

    return 0;
}
