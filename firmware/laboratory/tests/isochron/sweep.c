/* SPDX-License-Identifier: Apache-2.0 */

/* An interrupt at every cycle of every kernel call. Whatever it hits: the call returns what it
 * should, no register changes, nobody is lost and nobody runs twice.
 *
 * Each call is repeated with the interrupt one cycle later each time, from before it begins until
 * after it has ended, for each of the things that an interrupt can be to the kernel. Only the long
 * middle of a wait for a tick, in which the idle task runs, is left out. */
#include <stdio.h>

#include "board.h"
#include "check.h"
#include "isochron.h"

#define LINE          2
#define AFTER         8    /* interrupts that come when a call has returned, each a cycle later */
#define BEGINNING     260  /* cycles in which a call that waits for a tick has begun to wait */
#define WAKING        200  /* cycles before the tick that ends the wait: nothing happens before */
#define CYCLES_A_TICK ( configCPU_CLOCK_HZ / configTICK_RATE_HZ )

/* Cycles from one moment to the next. */
#ifndef TEST_STEP
    #define TEST_STEP 1
#endif

#define MSTATUS_MIE 0x8

#define LOW  1
#define SELF 4
#define HIGH 6

#define SEVERAL 7    /* tokens */

/* Runs a function with a pattern in every register that a call must preserve, and returns its
 * result; sets registers_changed if one was not preserved. */
uint32_t call_with_patterns( uint32_t ( *function )( void ) );

/* The same for every register, without a call: only interrupts could change them. Returns 1. */
uint32_t keep_all_registers( void );

/* Puts other values into every register that a call may destroy. */
void scribble( void );

volatile uint32_t registers_changed;

__asm( "    .macro for_each_saved macro                                            \n"
       "    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11                            \n"
       "    \\macro s\\n, \\n                                                       \n"
       "    .endr                                                                   \n"
       "    .endm                                                                   \n"
       "    .macro save register, n                                                 \n"
       "    sw   \\register, 4 * \\n( sp )                                          \n"
       "    .endm                                                                   \n"
       "    .macro restore register, n                                              \n"
       "    lw   \\register, 4 * \\n( sp )                                          \n"
       "    .endm                                                                   \n"
       "    .macro fill register, n                                                 \n"
       "    li   \\register, 0x5A3C9600 + \\n                                       \n"
       "    .endm                                                                   \n"
       "    .macro compare register, n                                              \n"
       "    li   t0, 0x5A3C9600 + \\n                                               \n"
       "    xor  t0, t0, \\register                                                 \n"
       "    or   t1, t1, t0                                                         \n"
       "    .endm                                                                   \n"
       "    .macro note_change                                                      \n"
       "    la   t0, registers_changed                                              \n"
       "    lw   t2, 0( t0 )                                                        \n"
       "    or   t2, t2, t1                                                         \n"
       "    sw   t2, 0( t0 )                                                        \n"
       "    .endm                                                                   \n"
       "    .section .text.call_with_patterns, \"ax\"                               \n"
       "    .global call_with_patterns                                              \n"
       "call_with_patterns:                                                         \n"
       "    addi sp, sp, -64                                                        \n"
       "    sw   ra, 48( sp )                                                       \n"
       "    for_each_saved save                                                     \n"
       "    for_each_saved fill                                                     \n"
       "    jalr a0                                                                 \n"
       "    li   t1, 0                                                              \n"
       "    for_each_saved compare                                                  \n"
       "    note_change                                                             \n"
       "    for_each_saved restore                                                  \n"
       "    lw   ra, 48( sp )                                                       \n"
       "    addi sp, sp, 64                                                         \n"
       "    ret                                                                     \n"
       "    .section .text.keep_all_registers, \"ax\"                               \n"
       "    .global keep_all_registers                                              \n"
       "keep_all_registers:                                                         \n"
       "    addi sp, sp, -64                                                        \n"
       "    sw   ra, 48( sp )                                                       \n"
       "    for_each_saved save                                                     \n"
       "    for_each_saved fill                                                     \n"
       "    .set number, 12                                                         \n"
       "    .irp register, ra, t0, t1, t2, t3, t4, t5, a0, a1, a2, a3, a4, a5, a6, a7 \n"
       "    fill \\register, number                                                 \n"
       "    .set number, number + 1                                                 \n"
       "    .endr                                                                   \n"
       "    li   t6, 20                                                             \n"
       "1:  addi t6, t6, -1                                                         \n"
       "    bnez t6, 1b                                                             \n"
       "    sw   t0, 52( sp )                       # t0 and t1 are needed to compare \n"
       "    sw   t1, 56( sp )                                                       \n"
       "    li   t1, 0                                                              \n"
       "    for_each_saved compare                                                  \n"
       "    .set number, 15                                                         \n"
       "    .irp register, t2, t3, t4, t5, a0, a1, a2, a3, a4, a5, a6, a7           \n"
       "    compare \\register, number                                              \n"
       "    .set number, number + 1                                                 \n"
       "    .endr                                                                   \n"
       "    compare ra, 12                                                          \n"
       "    lw   t2, 52( sp )                                                       \n"
       "    compare t2, 13                                                          \n"
       "    lw   t2, 56( sp )                                                       \n"
       "    compare t2, 14                                                          \n"
       "    note_change                                                             \n"
       "    for_each_saved restore                                                  \n"
       "    lw   ra, 48( sp )                                                       \n"
       "    addi sp, sp, 64                                                         \n"
       "    li   a0, 1                                                              \n"
       "    ret                                                                     \n"
       "    .section .text.scribble, \"ax\"                                         \n"
       "    .global scribble                                                        \n"
       "scribble:                                                                   \n"
       "    .irp register, t0, t1, t2, t3, t4, t5, t6, a0, a1, a2, a3, a4, a5, a6, a7 \n"
       "    li   \\register, -1                                                     \n"
       "    .endr                                                                   \n"
       "    ret                                                                     \n"
       "    .text                                                                   \n" );

static uint32_t scribble_everything( void )
{
    scribble();
    return 0;
}

/* ------------------------------------------------------------------------- */
/* The others.                                                               */

static TaskHandle_t urgent, giver, equal, waiting, notified;
static SemaphoreHandle_t from_giver, to_waiting, token, several;

static volatile uint32_t urgent_runs, giver_runs, services, waiting_runs, notified_runs, equal_runs;
static volatile int giver_must_give;

/* Woken by the interrupt, above everybody. */
static void urgent_task( void * parameters )
{
    for( ;; )
    {
        CHECK_EQUAL( ulTaskNotifyTake( pdTRUE, portMAX_DELAY ), 1 );
        call_with_patterns( scribble_everything );
        urgent_runs = urgent_runs + 1;
    }
}

/* Below: runs when the task under test has blocked, and gives it what it waits for. */
static void giver_task( void * parameters )
{
    for( ;; )
    {
        if( giver_must_give )
        {
            giver_must_give = 0;
            CHECK_EQUAL( xSemaphoreGive( from_giver ), pdTRUE );
        }

        giver_runs = giver_runs + ulTaskNotifyTake( pdTRUE, 0 );
    }
}

static void equal_task( void * parameters )
{
    for( ;; )
    {
        equal_runs = equal_runs + 1;
        call_with_patterns( scribble_everything );
        taskYIELD();
    }
}

static void waiting_task( void * parameters )
{
    for( ;; )
    {
        CHECK_EQUAL( xSemaphoreTake( to_waiting, portMAX_DELAY ), pdTRUE );
        waiting_runs = waiting_runs + 1;
    }
}

static void notified_task( void * parameters )
{
    for( ;; )
    {
        CHECK_EQUAL( ulTaskNotifyTake( pdTRUE, portMAX_DELAY ), 1 );
        notified_runs = notified_runs + 1;
    }
}

/* ------------------------------------------------------------------------- */
/* The calls. Each returns 1.                                                */

static uint32_t give_and_take( void )
{
    return xSemaphoreGive( token ) == pdTRUE && xSemaphoreTake( token, 0 ) == pdTRUE;
}

static uint32_t take_in_vain( void )
{
    return xSemaphoreTake( token, 0 ) == pdFALSE;
}

static uint32_t take_and_block( void )
{
    giver_must_give = 1;
    return xSemaphoreTake( from_giver, portMAX_DELAY ) == pdTRUE && !giver_must_give;
}

static uint32_t take_and_time_out( void )
{
    return xSemaphoreTake( token, 1 ) == pdFALSE;
}

static uint32_t give_to_waiter( void )
{
    uint32_t before = waiting_runs;

    return xSemaphoreGive( to_waiting ) == pdTRUE && waiting_runs == before + 1;
}

static uint32_t notify_waiter( void )
{
    uint32_t before = notified_runs;

    return xTaskNotifyGive( notified ) == pdPASS && notified_runs == before + 1;
}

static uint32_t yield_to_equal( void )
{
    uint32_t before = equal_runs;

    /* Once, once more because the equal may have been stopped right before its own yield by the
     * interrupt of the last offset, once more because of that of this offset, and once more
     * because of a tick. */
    vTaskResume( equal );
    taskYIELD();
    taskYIELD();
    taskYIELD();
    taskYIELD();
    vTaskSuspend( equal );
    return equal_runs != before;
}

static uint32_t delay( void )
{
    TickType_t before = xTaskGetTickCount();

    vTaskDelay( 1 );
    return xTaskGetTickCount() == before + 1;
}

static uint32_t suspend_scheduler( void )
{
    uint32_t before, after;

    vTaskSuspendAll();
    before = urgent_runs;

    for( volatile int i = 0; i < 5; i = i + 1 )
    {
    }

    after = urgent_runs;
    xTaskResumeAll();
    return before == after;
}

static uint32_t change_priority( void )
{
    vTaskPrioritySet( NULL, SELF + 1 );

    if( uxTaskPriorityGet( NULL ) != SELF + 1 )
    {
        return 0;
    }

    vTaskPrioritySet( NULL, SELF );
    return uxTaskPriorityGet( NULL ) == SELF;
}

static int interrupts_enabled( void )
{
    uint32_t mstatus;

    __asm volatile( "csrr %0, mstatus" : "=r"( mstatus ) );
    return ( mstatus & MSTATUS_MIE ) != 0;
}

/* The section is open while the task waits, closed again after that. */
static uint32_t block_in_critical_section( void )
{
    uint32_t result;

    giver_must_give = 1;
    taskENTER_CRITICAL();
    result = xSemaphoreTake( from_giver, portMAX_DELAY ) == pdTRUE && !interrupts_enabled();
    taskEXIT_CRITICAL();
    return result && interrupts_enabled();
}

/* Calls that neither block nor wake do not open the critical section that they are in. */
static uint32_t stay_in_critical_section( void )
{
    uint32_t before, after;

    taskENTER_CRITICAL();
    before = urgent_runs;
    xSemaphoreGive( token );
    xSemaphoreTake( token, 0 );
    after = urgent_runs;
    taskEXIT_CRITICAL();
    return before == after;
}

/* As FreeRTOS's own tests do: this function only reads. */
static uint32_t count_as_a_routine( void )
{
    return uxQueueMessagesWaitingFromISR( several ) == SEVERAL;
}

static uint32_t create_and_delete_semaphore( void )
{
    static StaticSemaphore_t storage;
    SemaphoreHandle_t semaphore = xSemaphoreCreateBinaryStatic( &storage );
    uint32_t result = semaphore != NULL && uxSemaphoreGetCount( semaphore ) == 0;

    vSemaphoreDelete( semaphore );
    return result;
}

/* Of a task that never runs: the task under test is above it. */
static uint32_t create_and_delete_task( void )
{
    static StaticTask_t storage;
    static StackType_t stack[ 64 ];
    TaskHandle_t task = xTaskCreateStatic( equal_task, "none", 64, NULL, LOW, stack, &storage );
    uint32_t result = task != NULL && eTaskGetState( task ) == eReady;

    vTaskDelete( task );
    return result;
}

static const struct
{
    const char * name;
    uint32_t ( *function )( void );
    int waits_for_tick; /* and begins right after one */
} calls[] = {
    { "no call", keep_all_registers, 0 },
    { "give and take", give_and_take, 0 },
    { "take in vain", take_in_vain, 0 },
    { "take and block", take_and_block, 0 },
    { "take and time out", take_and_time_out, 1 },
    { "give to a waiting task", give_to_waiter, 0 },
    { "notify a waiting task", notify_waiter, 0 },
    { "yield to an equal", yield_to_equal, 0 },
    { "delay", delay, 1 },
    { "suspend the scheduler", suspend_scheduler, 0 },
    { "change the priority", change_priority, 0 },
    { "block in critical section", block_in_critical_section, 0 },
    { "stay in critical section", stay_in_critical_section, 0 },
    { "count as a routine", count_as_a_routine, 0 },
    { "create and delete a semaphore", create_and_delete_semaphore, 0 },
    { "create and delete a task", create_and_delete_task, 0 },
};

/* ------------------------------------------------------------------------- */
/* The interrupts.                                                           */

static void service_alone( uint32_t line )
{
    board_acknowledge_interrupt( line );
    scribble();
    services = services + 1;
}

static void service_and_notify( uint32_t line )
{
    BaseType_t woken = pdFALSE;

    board_acknowledge_interrupt( line );
    vTaskNotifyGiveFromISR( urgent, &woken );
    portYIELD_FROM_ISR( woken );
}

static const struct
{
    const char * name;
    TaskHandle_t * bound_to;              /* without an interrupt service routine, or NULL */
    board_interrupt_handler_t handler;
    volatile uint32_t * counter;          /* goes up by one with each */
} interrupts[] = {
    { "a line to a higher task", &urgent, NULL, &urgent_runs },
    { "a line to a lower task", &giver, NULL, NULL },
    { "a routine", NULL, service_alone, &services },
    { "a routine that notifies", NULL, service_and_notify, &urgent_runs },
};

static void sweep( unsigned interrupt, unsigned call )
{
    volatile uint32_t * counter = interrupts[ interrupt ].counter;

    unsigned after = 0;

    for( uint32_t offset = 1; after < AFTER; offset += TEST_STEP )
    {
        uint32_t before = ( counter != NULL ) ? *counter : 0;
        uint32_t result;

        if( calls[ call ].waits_for_tick )
        {
            if( ( offset >= BEGINNING ) && ( offset < CYCLES_A_TICK - WAKING ) )
            {
                offset = CYCLES_A_TICK - WAKING;
            }

            next_tick();
        }

        board_arm_interrupt( LINE, offset, 0 );
        result = call_with_patterns( calls[ call ].function );

        if( board_interrupt_is_armed( LINE ) )
        {
            after++;

            while( board_interrupt_is_armed( LINE ) )
            {
            }
        }

        if( ( result != 1 ) || ( registers_changed != 0 ) )
        {
            printf( "%s, %s, %lu cycles after arming:\n", interrupts[ interrupt ].name, calls[ call ].name,
                    ( unsigned long ) offset );
        }

        CHECK_EQUAL( result, 1 );
        CHECK_EQUAL( registers_changed, 0 );

        if( counter != NULL )
        {
            CHECK_EQUAL( *counter, before + 1 );
        }

        /* A line that nobody serves stays high until it is acknowledged. */
        board_acknowledge_interrupt( LINE );
    }
}

/* ------------------------------------------------------------------------- */
/* A reset of the semaphore that the line gives.                             */

static uint32_t reset_token( void )
{
    return xQueueReset( token ) == pdPASS;
}

/* An edge comes before the reset, which takes its token away, or after it, and then the token is
 * there. It is never lost and never an error. */
static void sweep_reset( UBaseType_t tokens )
{
    UBaseType_t count = 0;
    unsigned after = 0;

    for( uint32_t offset = 1; after < AFTER; offset += TEST_STEP )
    {
        UBaseType_t before = count;

        while( uxSemaphoreGetCount( token ) < tokens )
        {
            xSemaphoreGive( token );
        }

        board_arm_interrupt( LINE, offset, 0 );
        CHECK_EQUAL( call_with_patterns( reset_token ), 1 );
        CHECK_EQUAL( registers_changed, 0 );
        after += ( unsigned ) board_interrupt_is_armed( LINE );

        while( board_interrupt_is_armed( LINE ) )
        {
        }

        let_interrupts_come(); /* the edge has reached the kernel */
        count = uxSemaphoreGetCount( token );
        CHECK( ( offset == 1 ) ? ( count == 0 ) : ( ( count == before ) || ( count == 1 ) ) );
        ( void ) xSemaphoreTake( token, 0 );
        board_acknowledge_interrupt( LINE );
    }

    CHECK_EQUAL( count, 1 );
    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
}

TEST_PROGRAM( SELF )
{
    from_giver = xSemaphoreCreateBinary();
    to_waiting = xSemaphoreCreateBinary();
    token = xSemaphoreCreateBinary();
    several = xSemaphoreCreateCounting( SEVERAL, SEVERAL );
    urgent = create( urgent_task, 0, HIGH + 1 );
    waiting = create( waiting_task, 0, HIGH );
    notified = create( notified_task, 0, HIGH );
    giver = create( giver_task, 0, LOW );
    equal = create( equal_task, 0, SELF );
    vTaskSuspend( equal );

    for( unsigned interrupt = 0; interrupt < sizeof( interrupts ) / sizeof( interrupts[ 0 ] ); interrupt++ )
    {
        if( interrupts[ interrupt ].bound_to != NULL )
        {
            CHECK_EQUAL( xIsochronLineToTask( LINE, *interrupts[ interrupt ].bound_to ), pdPASS );
        }
        else
        {
            CHECK_EQUAL( xIsochronLineRelease( LINE ), pdPASS );
            board_set_interrupt_handler( LINE, interrupts[ interrupt ].handler );
        }

        for( unsigned call = 0; call < sizeof( calls ) / sizeof( calls[ 0 ] ); call++ )
        {
            sweep( interrupt, call );
        }
    }

    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );

    board_set_interrupt_handler( LINE, NULL );
    vSemaphoreDelete( token );
    token = xSemaphoreCreateCounting( 3, 0 );
    CHECK_EQUAL( xIsochronLineToSemaphore( LINE, token ), pdPASS );

    for( UBaseType_t tokens = 0; tokens < 3; tokens++ )
    {
        sweep_reset( tokens );
    }
}
