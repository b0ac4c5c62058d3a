/* SPDX-License-Identifier: Apache-2.0 */

/* Mutexes: order, holder, and who inherits which priority when, and until when. */
#include "board.h"
#include "check.h"
#include "semphr.h"

#define LOW    1
#define MIDDLE 3
#define SELF   5
#define HIGH   7
#define TOP    8

static SemaphoreHandle_t first, second;

/* What a task is to do, one letter each: T, G take and give the first mutex, t, g the second,
 * w takes the first and waits one tick, v two ticks, s suspends itself, d delays for one tick, any
 * digit sets its own priority. It marks its name in between, and deletes itself in the end. */
typedef struct
{
    char name;
    const char * script;
} Actor_t;

static void act( char step )
{
    switch( step )
    {
        case 'T':
            CHECK_EQUAL( xSemaphoreTake( first, portMAX_DELAY ), pdTRUE );
            break;

        case 'G':
            CHECK_EQUAL( xSemaphoreGive( first ), pdTRUE );
            break;

        case 't':
            CHECK_EQUAL( xSemaphoreTake( second, portMAX_DELAY ), pdTRUE );
            break;

        case 'g':
            CHECK_EQUAL( xSemaphoreGive( second ), pdTRUE );
            break;

        case 'w':
            CHECK_EQUAL( xSemaphoreTake( first, 1 ), pdFALSE );
            break;

        case 'v':
            CHECK_EQUAL( xSemaphoreTake( first, 2 ), pdFALSE );
            break;

        case 's':
            vTaskSuspend( NULL );
            break;

        case 'd':
            vTaskDelay( 1 );
            break;

        default:
            vTaskPrioritySet( NULL, ( UBaseType_t ) ( step - '0' ) );
            break;
    }
}

static void actor( void * parameters )
{
    const Actor_t * self = parameters;

    for( const char * step = self->script; *step != '\0'; step++ )
    {
        act( *step );
        mark( self->name );
    }

    vTaskDelete( NULL );
}

static TaskHandle_t play( const Actor_t * self, UBaseType_t priority )
{
    return create( actor, ( uintptr_t ) self, priority );
}

static void check_free( SemaphoreHandle_t mutex )
{
    CHECK( xSemaphoreGetMutexHolder( mutex ) == NULL );
    CHECK_EQUAL( uxSemaphoreGetCount( mutex ), 1 );
}

static void test_take_and_give( void )
{
    check_free( first );
    CHECK_EQUAL( xSemaphoreTake( first, 0 ), pdTRUE );
    CHECK( xSemaphoreGetMutexHolder( first ) == xTaskGetCurrentTaskHandle() );
    CHECK_EQUAL( uxSemaphoreGetCount( first ), 0 );
    CHECK_EQUAL( xSemaphoreTake( first, 0 ), pdFALSE );
    CHECK_EQUAL( xSemaphoreGive( first ), pdTRUE );
    check_free( first );
    CHECK_EQUAL( xSemaphoreGive( first ), pdFALSE );
    check_priorities( NULL, SELF, SELF );
}

static void test_creation( void )
{
    static StaticSemaphore_t memory;
    StaticSemaphore_t * buffer = NULL;
    SemaphoreHandle_t mutex = xSemaphoreCreateMutexStatic( &memory );
    SemaphoreHandle_t counting = xSemaphoreCreateCounting( 2, 1 );

    check_free( mutex );
    CHECK_EQUAL( xSemaphoreGetStaticBuffer( mutex, &buffer ), pdTRUE );
    CHECK( buffer == &memory );
    CHECK_EQUAL( xSemaphoreGetStaticBuffer( first, &buffer ), pdFALSE );
    CHECK( xSemaphoreGetMutexHolder( counting ) == NULL );
    CHECK_EQUAL( xSemaphoreTake( mutex, 1 ), pdTRUE );
    CHECK_EQUAL( xSemaphoreTake( mutex, 2 ), pdFALSE );
    CHECK_EQUAL( xSemaphoreGive( mutex ), pdTRUE );
    vSemaphoreDelete( mutex );
    vSemaphoreDelete( counting );
}

/* One who waits lends its priority to the holder, who has it until it gives the mutex back. */
static void test_inheritance( void )
{
    static const Actor_t low = { 'l', "TsGs" }, high = { 'h', "TGs" };
    TaskHandle_t holder = play( &low, LOW ), waiter;

    vTaskDelay( 1 );
    check_priorities( holder, LOW, LOW );
    waiter = play( &high, HIGH );
    CHECK_ORDER( "l" );
    check_priorities( holder, HIGH, LOW );
    CHECK( xSemaphoreGetMutexHolder( first ) == holder );
    vTaskResume( holder );
    CHECK_ORDER( "lhh" );
    check_priorities( holder, LOW, LOW );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
    vTaskDelete( holder );
    vTaskDelete( waiter );
    check_free( first );
}

/* Nobody in between runs before the holder has given it back. */
static void test_no_inversion( void )
{
    static const Actor_t low = { 'l', "TsdGs" }, between = { 'm', "dds" }, high = { 'h', "TGs" };
    TaskHandle_t holder = play( &low, LOW ), middle, waiter;

    vTaskDelay( 1 );
    middle = play( &between, MIDDLE );
    waiter = play( &high, HIGH );
    vTaskResume( holder );
    vTaskDelay( 4 );
    CHECK_ORDER( "lllhhmlm" );
    vTaskDelete( holder );
    vTaskDelete( middle );
    vTaskDelete( waiter );
}

/* A holder that is ready goes behind its new equals. */
static void test_the_holder_goes_behind_its_new_equals( void )
{
    static const Actor_t low = { 'l', "TdGs" }, equal = { 'e', "s" }, high = { 'h', "TGs" };
    TaskHandle_t holder = play( &low, LOW ), other = play( &equal, HIGH ), waiter;

    vTaskDelay( 1 );
    vTaskPrioritySet( NULL, TOP );
    next_tick();
    CHECK_ORDER( "l" );
    waiter = play( &high, HIGH );
    vTaskResume( other );
    vTaskDelay( 1 );
    CHECK_ORDER( "elhhl" );
    vTaskPrioritySet( NULL, SELF );
    vTaskDelete( holder );
    vTaskDelete( waiter );
}

/* Two mutexes, given back in either order: the priority stays until none is held. */
static void test_nested( void )
{
    static const Actor_t inner = { 'i', "TtsgsGs" }, outer = { 'o', "TtsGsgs" }, high = { 'h', "TGs" };
    const Actor_t * actors[] = { &inner, &outer };

    for( unsigned i = 0; i < 2; i++ )
    {
        TaskHandle_t holder = play( actors[ i ], LOW ), waiter;

        vTaskDelay( 1 );
        waiter = play( &high, HIGH );
        CHECK_ORDER( ( i == 0 ) ? "ii" : "oo" );
        check_priorities( holder, HIGH, LOW );
        vTaskResume( holder );
        check_priorities( holder, HIGH, LOW );
        CHECK_ORDER( ( i == 0 ) ? "ii" : "oohh" );
        vTaskResume( holder );
        check_priorities( holder, LOW, LOW );
        vTaskDelay( 1 );
        CHECK_ORDER( ( i == 0 ) ? "ihhi" : "oo" );
        vTaskDelete( holder );
        vTaskDelete( waiter );
        check_free( first );
        check_free( second );
    }
}

/* Inheritance goes one step: the holder that itself waits for another mutex does not pass on. */
static void test_chain( void )
{
    static const Actor_t low = { 'l', "tsgs" }, middle = { 'm', "TtGgs" }, high = { 'h', "TGs" };
    TaskHandle_t a = play( &low, LOW ), b, c;

    vTaskDelay( 1 );
    b = play( &middle, MIDDLE );
    vTaskDelay( 1 );
    check_priorities( a, MIDDLE, LOW );
    c = play( &high, HIGH );
    check_priorities( b, HIGH, MIDDLE );
    check_priorities( a, MIDDLE, LOW );
    vTaskResume( a );
    vTaskDelay( 1 );
    CHECK_ORDER( "lmlmmhhml" );
    check_priorities( a, LOW, LOW );
    check_priorities( b, MIDDLE, MIDDLE );
    vTaskDelete( a );
    vTaskDelete( b );
    vTaskDelete( c );
}

/* A wait that fails takes back what it lent, whoever came first: the best of the others counts from
 * then on. */
static void test_time_out( int hasty_first )
{
    static const Actor_t low = { 'l', "TsG" }, patient = { 'p', "v" }, hasty = { 'h', "w" };
    TaskHandle_t holder = play( &low, LOW );

    vTaskDelay( 1 );

    if( hasty_first )
    {
        play( &hasty, TOP );
        play( &patient, HIGH );
    }
    else
    {
        play( &patient, HIGH );
        check_priorities( holder, HIGH, LOW );
        play( &hasty, TOP );
    }

    check_priorities( holder, TOP, LOW );
    vTaskDelay( 1 );
    check_priorities( holder, HIGH, LOW );
    vTaskDelay( 1 );
    check_priorities( holder, LOW, LOW );
    CHECK_ORDER( "lhp" );
    vTaskResume( holder );
    vTaskDelay( 1 );
    CHECK_ORDER( "ll" );
}

/* A holder of two keeps what it inherited when a wait fails. */
static void test_time_out_while_two_are_held( void )
{
    static const Actor_t low = { 'l', "tTsGg" }, hasty = { 'h', "w" };
    TaskHandle_t holder = play( &low, LOW );

    vTaskDelay( 1 );
    play( &hasty, HIGH );
    vTaskDelay( 2 );
    check_priorities( holder, HIGH, LOW );
    vTaskResume( holder );
    CHECK_ORDER( "llhll" );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
}

/* Giving back the last mutex yields to the woken task, and with nobody woken to any equal. */
static void test_giving_undoes_inheritance( void )
{
    static const Actor_t equal = { 'e', "s" }, hasty = { 'h', "w" };
    TaskHandle_t other;

    CHECK_EQUAL( xSemaphoreTake( second, 0 ), pdTRUE );
    CHECK_EQUAL( xSemaphoreTake( first, 0 ), pdTRUE );
    play( &hasty, HIGH );
    check_priorities( NULL, HIGH, SELF );
    vTaskDelay( 2 );
    CHECK_ORDER( "h" );
    check_priorities( NULL, HIGH, SELF );
    other = play( &equal, SELF );
    CHECK_EQUAL( xSemaphoreGive( first ), pdTRUE );
    check_priorities( NULL, HIGH, SELF );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xSemaphoreGive( second ), pdTRUE );
    check_priorities( NULL, SELF, SELF );
    vTaskResume( other );
    CHECK_ORDER( "" );
    vTaskDelay( 1 );
    CHECK_ORDER( "e" );
}

/* The base priority changes at once, the inherited one stays while it is higher. */
static void test_priority_set_while_inheriting( void )
{
    static const Actor_t low = { 'l', "TsGs" }, high = { 'h', "TGs" };
    TaskHandle_t holder = play( &low, LOW ), waiter;

    vTaskDelay( 1 );
    waiter = play( &high, HIGH );
    vTaskPrioritySet( holder, MIDDLE );
    check_priorities( holder, HIGH, MIDDLE );
    vTaskPrioritySet( holder, TOP );
    check_priorities( holder, TOP, TOP );
    vTaskPrioritySet( holder, LOW + 1 );
    check_priorities( holder, LOW + 1, LOW + 1 );
    CHECK_ORDER( "l" );
    vTaskResume( holder );
    vTaskDelay( 1 );
    CHECK_ORDER( "lhhl" );
    vTaskDelete( holder );
    vTaskDelete( waiter );
}

/* A waiter of a lower priority lends nothing. */
static void test_lower_waiter( void )
{
    static const Actor_t low = { 'l', "TG" };

    CHECK_EQUAL( xSemaphoreTake( first, 0 ), pdTRUE );
    play( &low, LOW );
    vTaskDelay( 1 );
    check_priorities( NULL, SELF, SELF );
    CHECK_EQUAL( xSemaphoreGive( first ), pdTRUE );
    CHECK_ORDER( "" );
    vTaskDelay( 1 );
    CHECK_ORDER( "ll" );
}

/* Waiters are served by priority, and equals first come first served. */
static void test_order_of_waiters( void )
{
    static const Actor_t a = { 'a', "TG" }, b = { 'b', "TG" }, c = { 'c', "TG" };

    CHECK_EQUAL( xSemaphoreTake( first, 0 ), pdTRUE );
    play( &a, LOW );
    play( &b, LOW );
    play( &c, MIDDLE );
    vTaskDelay( 1 );
    CHECK_EQUAL( xSemaphoreGive( first ), pdTRUE );
    vTaskDelay( 1 );
    CHECK_ORDER( "ccaabb" );
}

/* A holder that then waits for something else has the inherited priority there, too. */
static void test_the_holder_waits_with_its_new_priority( void )
{
    static const Actor_t low = { 'l', "TstgG" }, middle = { 'm', "tg" }, high = { 'h', "TG" };
    TaskHandle_t holder = play( &low, LOW );

    CHECK_EQUAL( xSemaphoreTake( second, 0 ), pdTRUE );
    vTaskDelay( 1 );
    play( &high, HIGH );
    play( &middle, MIDDLE );
    vTaskDelay( 1 );
    vTaskResume( holder );
    CHECK_ORDER( "ll" );
    CHECK_EQUAL( xSemaphoreGive( second ), pdTRUE );
    vTaskDelay( 1 );
    CHECK_ORDER( "llhhmml" );
}

/* An interrupt service routine may ask who holds a mutex. */
static TaskHandle_t seen_holder;
static UBaseType_t seen_base, seen_priority;

#define LINE 3

static void ask( uint32_t line )
{
    board_acknowledge_interrupt( line );
    seen_holder = xSemaphoreGetMutexHolderFromISR( first );
    seen_base = uxTaskBasePriorityGetFromISR( seen_holder );
    seen_priority = uxTaskPriorityGetFromISR( seen_holder );
}

static void test_asking_from_isr( void )
{
    static const Actor_t low = { 'l', "TsG" }, high = { 'h', "TG" };
    TaskHandle_t holder = play( &low, LOW );

    vTaskDelay( 1 );
    play( &high, HIGH );
    board_set_interrupt_handler( LINE, ask );
    board_arm_interrupt( LINE, 1, 0 );

    for( volatile int i = 0; i < 20; i = i + 1 )
    {
    }

    CHECK( seen_holder == holder );
    CHECK_EQUAL( seen_base, LOW );
    CHECK_EQUAL( seen_priority, HIGH );
    vTaskResume( holder );
    vTaskDelay( 1 );
    CHECK_ORDER( "llhhl" );
}

/* What the holder of a recursive mutex took without a count is held as well. */
static void test_taken_without_a_count( void )
{
    SemaphoreHandle_t recursive = xSemaphoreCreateRecursiveMutex();

    CHECK_EQUAL( xSemaphoreTake( recursive, 0 ), pdTRUE );
    CHECK_EQUAL( xSemaphoreTakeRecursive( recursive, 0 ), pdPASS );
    CHECK_EQUAL( xSemaphoreGiveRecursive( recursive ), pdPASS );
    CHECK( xSemaphoreGetMutexHolder( recursive ) == NULL );
    CHECK_EQUAL( xSemaphoreGiveRecursive( recursive ), pdFAIL );
    vSemaphoreDelete( recursive );
}

static void director( void * parameters )
{
    first = xSemaphoreCreateMutex();
    second = xSemaphoreCreateMutex();
    next_tick();

    test_take_and_give();
    test_creation();
    test_inheritance();
    test_no_inversion();
    test_the_holder_goes_behind_its_new_equals();
    test_nested();
    test_chain();
    test_time_out( 0 );
    test_time_out( 1 );
    test_time_out_while_two_are_held();
    test_giving_undoes_inheritance();
    test_priority_set_while_inheriting();
    test_lower_waiter();
    test_order_of_waiters();
    test_the_holder_waits_with_its_new_priority();
    test_asking_from_isr();
    test_taken_without_a_count();
    test_passed();
}

int main( void )
{
    /* There is no task that holds it. */
    SemaphoreHandle_t early = xSemaphoreCreateMutex();

    CHECK_EQUAL( xSemaphoreTake( early, 0 ), pdTRUE );
    CHECK_EQUAL( uxSemaphoreGetCount( early ), 0 );
    test_start( director, SELF );
}
