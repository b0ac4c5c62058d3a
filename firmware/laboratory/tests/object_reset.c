/* SPDX-License-Identifier: Apache-2.0 */

/* xQueueReset() of what is no queue. It takes a semaphore's tokens away, and no more than that. It
 * takes a mutex from whoever holds it, or from nobody: then nobody holds it and nobody can take it
 * until somebody gives it. Who waits goes on waiting, and what was inherited stays. */
#include "board.h"
#include "check.h"
#include "semphr.h"

#define LOW    1
#define MIDDLE 3
#define SELF   5
#define HIGH   7
#define TOP    8

#define LINE       3
#define SEMAPHORES 4
#define DEPTH      3

static SemaphoreHandle_t semaphores[ SEMAPHORES ];
static SemaphoreHandle_t mutex, other;

/* ------------------------------------------------------------------------- */
/* Semaphores                                                                */

/* Takes the semaphore of that number once. */
static void taker( void * number )
{
    CHECK_EQUAL( xSemaphoreTake( semaphores[ ( uintptr_t ) number ], portMAX_DELAY ), pdTRUE );
    mark( ( char ) ( '0' + ( uintptr_t ) number ) );
    vTaskDelete( NULL );
}

static void create_semaphores( UBaseType_t count )
{
    for( int i = 0; i < SEMAPHORES; i++ )
    {
        semaphores[ i ] = xSemaphoreCreateCounting( 3, count );
    }
}

static void delete_semaphores( void )
{
    for( int i = 0; i < SEMAPHORES; i++ )
    {
        vSemaphoreDelete( semaphores[ i ] );
    }
}

static void test_a_semaphore_keeps_its_maximum( void )
{
    create_semaphores( 2 );

    for( int i = 0; i < SEMAPHORES; i++ )
    {
        CHECK_EQUAL( xQueueReset( semaphores[ i ] ), pdPASS );
        CHECK_EQUAL( uxSemaphoreGetCount( semaphores[ i ] ), 0 );
        CHECK_EQUAL( xSemaphoreTake( semaphores[ i ], 1 ), pdFALSE );

        for( int count = 0; count < 3; count++ )
        {
            CHECK_EQUAL( xSemaphoreGive( semaphores[ i ] ), pdTRUE );
        }

        CHECK_EQUAL( xSemaphoreGive( semaphores[ i ] ), pdFALSE );
        CHECK_EQUAL( xQueueReset( semaphores[ i ] ), pdPASS );
        CHECK_EQUAL( xQueueReset( semaphores[ i ] ), pdPASS );
        CHECK_EQUAL( uxSemaphoreGetCount( semaphores[ i ] ), 0 );
    }

    delete_semaphores();
}

/* Nobody is woken, neither who waits for this one nor who waits for another. */
static void test_who_waits_for_a_semaphore_stays( void )
{
    TaskHandle_t tasks[ SEMAPHORES ];

    create_semaphores( 0 );

    for( int i = 0; i < SEMAPHORES; i++ )
    {
        tasks[ i ] = create( taker, ( uintptr_t ) i, HIGH );
    }

    for( int i = 0; i < SEMAPHORES; i++ )
    {
        CHECK_EQUAL( xQueueReset( semaphores[ i ] ), pdPASS );
    }

    for( int i = 0; i < SEMAPHORES; i++ )
    {
        CHECK_EQUAL( eTaskGetState( tasks[ i ] ), eBlocked );
    }

    CHECK_ORDER( "" );

    for( int i = SEMAPHORES - 1; i >= 0; i-- )
    {
        CHECK_EQUAL( xSemaphoreGive( semaphores[ i ] ), pdTRUE );
    }

    CHECK_ORDER( "3210" );
    delete_semaphores();
}

/* Who was woken finds nothing, and waits again. */
static void test_a_woken_task_can_lose_the_token( void )
{
    create_semaphores( 0 );
    create( taker, 1, LOW );
    vTaskDelay( 1 );
    CHECK_EQUAL( xSemaphoreGive( semaphores[ 1 ] ), pdTRUE );
    CHECK_EQUAL( xQueueReset( semaphores[ 1 ] ), pdPASS );
    vTaskDelay( 1 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xSemaphoreGive( semaphores[ 1 ] ), pdTRUE );
    vTaskDelay( 1 );
    CHECK_ORDER( "1" );
    delete_semaphores();
}

/* ------------------------------------------------------------------------- */
/* Mutexes                                                                   */

static void check_mutex( TaskHandle_t holder, UBaseType_t count )
{
    CHECK( xSemaphoreGetMutexHolder( mutex ) == holder );
    CHECK_EQUAL( uxSemaphoreGetCount( mutex ), count );
}

static void check_mine( void )
{
    check_mutex( xTaskGetCurrentTaskHandle(), 0 );
}

static void take( TickType_t ticks, BaseType_t expected )
{
    CHECK_EQUAL( xSemaphoreTake( mutex, ticks ), expected );
}

static void give( BaseType_t expected )
{
    CHECK_EQUAL( xSemaphoreGive( mutex ), expected );
}

/* Resets the mutex, which nobody can take then. */
static void reset( void )
{
    CHECK_EQUAL( xQueueReset( mutex ), pdPASS );
    check_mutex( NULL, 0 );
    take( 0, pdFALSE );
}

/* Takes the mutex; once it is resumed, another one, too, and gives that back. */
static void holder_task( void * who )
{
    take( portMAX_DELAY, pdTRUE );
    vTaskSuspend( NULL );
    CHECK_EQUAL( xSemaphoreTake( other, portMAX_DELAY ), pdTRUE );
    CHECK_EQUAL( xSemaphoreGive( other ), pdTRUE );
    mark( ( char ) ( uintptr_t ) who );
    vTaskSuspend( NULL );
}

/* Takes two; once it is resumed it gives the second one back. */
static void holder_of_two( void * who )
{
    take( portMAX_DELAY, pdTRUE );
    CHECK_EQUAL( xSemaphoreTake( other, portMAX_DELAY ), pdTRUE );
    vTaskSuspend( NULL );
    CHECK_EQUAL( xSemaphoreGive( other ), pdTRUE );
    mark( ( char ) ( uintptr_t ) who );
    vTaskSuspend( NULL );
}

/* Takes the mutex and gives it back. */
static void waiter( void * who )
{
    take( portMAX_DELAY, pdTRUE );
    check_mine();
    mark( ( char ) ( uintptr_t ) who );
    give( pdTRUE );
    vTaskDelete( NULL );
}

/* Gives up after some ticks. */
static void hasty( void * who )
{
    take( 3, pdFALSE );
    mark( ( char ) ( uintptr_t ) who );
    vTaskDelete( NULL );
}

/* Resets a mutex that it holds. */
static void own_resetter( void * who )
{
    for( int i = 0; i < 3; i++ )
    {
        take( 0, pdTRUE );
        check_mine();
        reset();
        give( pdTRUE );
        check_mutex( NULL, 1 );
        give( pdFALSE );
    }

    mark( ( char ) ( uintptr_t ) who );
    vTaskDelete( NULL );
}

/* A task that has the mutex. */
static TaskHandle_t create_holder( TaskFunction_t function )
{
    TaskHandle_t task = create( function, 'l', LOW );

    vTaskDelay( 1 );
    check_mutex( task, 0 );
    return task;
}

/* The mutex works as ever, once somebody has given it. */
static void give_and_take( void )
{
    ( void ) xSemaphoreGive( mutex );
    check_mutex( NULL, 1 );
    give( pdFALSE );
    take( 0, pdTRUE );
    check_mine();
    give( pdTRUE );
    check_mutex( NULL, 1 );
}

static void test_a_free_mutex( void )
{
    reset();
    take( 2, pdFALSE );
    reset();
    give_and_take();
    check_priorities( NULL, SELF, SELF );
}

static void test_reset_by_the_holder( void )
{
    create( own_resetter, 'o', HIGH );
    CHECK_ORDER( "o" );
    give_and_take();
}

/* The holder keeps what it has inherited; who waits stays, and gets the mutex when it is given, by
 * a task that has never held it. The former holder has one mutex too many in its account from then
 * on, so it falls to its own priority no more. */
static void test_reset_by_another_task( void )
{
    TaskHandle_t holder = create_holder( holder_task ), waiting = create( waiter, 'w', HIGH );

    check_priorities( holder, HIGH, LOW );
    reset();
    check_priorities( holder, HIGH, LOW );
    CHECK_EQUAL( eTaskGetState( waiting ), eBlocked );
    reset();
    CHECK_ORDER( "" );
    give( pdTRUE );
    CHECK_ORDER( "w" );
    check_mutex( NULL, 1 );
    check_priorities( NULL, SELF, SELF );
    vTaskResume( holder );
    CHECK_ORDER( "l" );
    check_priorities( holder, HIGH, LOW );
    vTaskPrioritySet( holder, MIDDLE );
    check_priorities( holder, HIGH, MIDDLE );
    vTaskDelete( holder );
    give_and_take();
}

/* Equals and others wait in their order as before. */
static void test_order_of_waiters( void )
{
    TaskHandle_t holder = create_holder( holder_task );

    create( waiter, 'a', LOW );
    create( waiter, 'b', LOW );
    create( waiter, 'c', MIDDLE );
    vTaskDelay( 1 );
    reset();
    vTaskDelay( 1 );
    CHECK_ORDER( "" );
    give( pdTRUE );
    CHECK_ORDER( "" );
    vTaskDelay( 1 );
    CHECK_ORDER( "cab" );
    vTaskDelete( holder );
    give_and_take();
}

/* Who gives up has lent its priority to nobody any more. */
static void test_time_out( void )
{
    TaskHandle_t holder = create_holder( holder_task );

    create( hasty, 'h', HIGH );
    check_priorities( holder, HIGH, LOW );
    reset();
    vTaskDelay( 4 );
    CHECK_ORDER( "h" );
    check_priorities( holder, HIGH, LOW );
    check_mutex( NULL, 0 );
    vTaskDelete( holder );
    give_and_take();
}

/* A waiter that is woken and comes too late lends its priority to the new holder; not the former one
 * but that one falls when it gives up. */
static void test_the_next_holder_inherits( void )
{
    TaskHandle_t holder = create_holder( holder_task );

    create( hasty, 'h', HIGH );
    check_priorities( holder, HIGH, LOW );
    reset();
    vTaskSuspendAll();
    give( pdTRUE );
    take( 0, pdTRUE );
    ( void ) xTaskResumeAll();
    check_mine();
    check_priorities( NULL, HIGH, SELF );
    vTaskDelay( 4 );
    CHECK_ORDER( "h" );
    check_priorities( NULL, SELF, SELF );
    check_priorities( holder, HIGH, LOW );
    give( pdTRUE );
    vTaskDelete( holder );
    give_and_take();
}

/* A waiter below the new holder lends it nothing, whatever it has lent to the former one. */
static void test_the_next_holder_is_above_the_waiter( void )
{
    TaskHandle_t holder = create_holder( holder_task );

    create( hasty, 'h', MIDDLE );
    vTaskDelay( 1 );
    check_priorities( holder, MIDDLE, LOW );
    reset();
    give( pdTRUE );
    take( 0, pdTRUE );
    vTaskDelay( 4 );
    CHECK_ORDER( "h" );
    check_priorities( NULL, SELF, SELF );
    check_priorities( holder, MIDDLE, LOW );
    give( pdTRUE );
    vTaskDelete( holder );
    give_and_take();
}

/* The other of two mutexes is not the last one. */
static void test_a_holder_of_two( void )
{
    TaskHandle_t holder = create_holder( holder_of_two );

    create( hasty, 'h', HIGH );
    check_priorities( holder, HIGH, LOW );
    reset();
    vTaskResume( holder );
    CHECK_ORDER( "l" );
    check_priorities( holder, HIGH, LOW );
    vTaskDelay( 4 );
    CHECK_ORDER( "h" );
    check_priorities( holder, HIGH, LOW );
    vTaskDelete( holder );
    give_and_take();
}

/* In a suspension of the scheduler and in a critical section it is the same. */
static void test_in_sections( void )
{
    TaskHandle_t holder = create_holder( holder_task );

    create( waiter, 'w', HIGH );
    vTaskSuspendAll();
    CHECK_EQUAL( xQueueReset( mutex ), pdPASS );
    take( 0, pdFALSE );
    CHECK_EQUAL( xTaskResumeAll(), pdFALSE );
    check_mutex( NULL, 0 );
    taskENTER_CRITICAL();
    CHECK_EQUAL( xQueueReset( mutex ), pdPASS );
    take( 0, pdFALSE );
    taskEXIT_CRITICAL();
    check_mutex( NULL, 0 );
    CHECK_ORDER( "" );
    give( pdTRUE );
    CHECK_ORDER( "w" );
    vTaskDelete( holder );
    give_and_take();
}

/* Nobody holds it, so a routine may give it. */
static volatile BaseType_t given;
static TaskHandle_t seen_holder;

static void give_from_routine( uint32_t line )
{
    BaseType_t woken = pdFALSE;

    board_acknowledge_interrupt( line );
    seen_holder = xSemaphoreGetMutexHolderFromISR( mutex );
    given = xSemaphoreGiveFromISR( mutex, &woken );
    portYIELD_FROM_ISR( woken );
}

static void test_given_by_a_routine( void )
{
    TaskHandle_t holder = create_holder( holder_task );

    create( waiter, 'w', HIGH );
    reset();
    board_set_interrupt_handler( LINE, give_from_routine );
    board_arm_interrupt( LINE, 1, 0 );

    while( given == pdFALSE )
    {
        let_interrupts_come();
    }

    CHECK( seen_holder == NULL );
    CHECK_ORDER( "w" );
    check_priorities( holder, HIGH, LOW );
    vTaskDelete( holder );
    give_and_take();
}

/* ------------------------------------------------------------------------- */
/* Recursive mutexes                                                         */

/* Takes the mutex several times; once it is resumed it does not hold it any more, nor can it take it
 * until it has given it. */
static void recursive_holder( void * who )
{
    for( int i = 0; i < DEPTH; i++ )
    {
        CHECK_EQUAL( xSemaphoreTakeRecursive( mutex, portMAX_DELAY ), pdPASS );
    }

    vTaskSuspend( NULL );
    CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdFAIL );
    CHECK_EQUAL( xSemaphoreTakeRecursive( mutex, 0 ), pdFAIL );
    give( pdTRUE );

    /* None of what was taken before counts. */
    CHECK_EQUAL( xSemaphoreTakeRecursive( mutex, 0 ), pdPASS );
    CHECK_EQUAL( xSemaphoreTakeRecursive( mutex, 0 ), pdPASS );
    check_mine();
    CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdPASS );
    check_mine();
    CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdPASS );
    check_mutex( NULL, 1 );
    CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdFAIL );
    mark( ( char ) ( uintptr_t ) who );
    vTaskDelete( NULL );
}

static void test_a_recursive_mutex( void )
{
    TaskHandle_t holder;

    reset();
    CHECK_EQUAL( xSemaphoreTakeRecursive( mutex, 1 ), pdFAIL );
    CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdFAIL );
    give_and_take();
    holder = create_holder( recursive_holder );
    reset();
    CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdFAIL );
    vTaskResume( holder );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
    give_and_take();
}

/* ------------------------------------------------------------------------- */

TEST_PROGRAM( SELF )
{
    static void ( *const tests[] )( void ) = {
        test_a_free_mutex,
        test_reset_by_the_holder,
        test_reset_by_another_task,
        test_order_of_waiters,
        test_time_out,
        test_the_next_holder_inherits,
        test_a_holder_of_two,
        test_in_sections,
        test_the_next_holder_is_above_the_waiter,
        test_given_by_a_routine,
    };

    other = xSemaphoreCreateMutex();
    next_tick();
    test_a_semaphore_keeps_its_maximum();
    test_who_waits_for_a_semaphore_stays();
    test_a_woken_task_can_lose_the_token();

    for( unsigned i = 0; i < sizeof( tests ) / sizeof( tests[ 0 ] ); i++ )
    {
        mutex = xSemaphoreCreateMutex();
        tests[ i ]();
        vSemaphoreDelete( mutex );
    }

    mutex = xSemaphoreCreateRecursiveMutex();
    test_a_recursive_mutex();
}
