/* SPDX-License-Identifier: Apache-2.0 */

/* Every call of the thin API, in the order in which two tasks and a routine see it. */
#include "board_bare.h"
#include "isochron_bare.h"
#include "soc.h"

#define CHECK( condition )                             \
    do                                                 \
    {                                                  \
        checks++;                                      \
        if( !( condition ) )                           \
        {                                              \
            board_print( "failed: " #condition "\n" ); \
            board_exit( BOARD_EXIT_FAILURE );          \
        }                                              \
    } while( 0 )

enum
{
    HIGH = 1,
    LOW,
    BRIEF,
    TASKS
};
enum
{
    SEMAPHORE,
    MUTEX,
    QUEUE,
    FLAGS = 4,
    LINE_SEMAPHORE
};
enum
{
    TO_SEMAPHORE,
    TO_TASK,
    TO_ROUTINE
};

#define CYCLES_PER_TICK 2000U

static uint32_t stacks[ TASKS ][ 128 ];
static uint32_t checks;
static volatile uint32_t steps; /* a digit for each step, the newest last */

static void step( uint32_t digit )
{
    steps = steps * 10U + digit;
}

static uint32_t taken( void )
{
    uint32_t result = steps;

    steps = 0;
    return result;
}

/* A service routine makes all calls that routines may. */
static volatile uint32_t routines;

static void routine( uint32_t line )
{
    static const uint32_t message[] = { 7, 8 };

    board_acknowledge_interrupt( line );
    routines++;

    CHECK( iso_isr_give( SEMAPHORE ) );
    CHECK( !iso_isr_give( SEMAPHORE ) ); /* it is full */
    CHECK( iso_isr_send( QUEUE, message, 2 ) );
    iso_isr_notify( LOW );
    iso_isr_flags_set( FLAGS, 4 );
}

void freertos_risc_v_application_interrupt_handler( uint32_t mcause )
{
    ( void ) mcause;
    routine( TO_ROUTINE );
}

static void raise( uint32_t line )
{
    SOC_REGISTER_OF( SOC_INTERRUPT_GENERATOR_MASK_OFFSET, line ) = 0;
    SOC_REGISTER_OF( SOC_INTERRUPT_GENERATOR_DELAY_OFFSET, line ) = 1;
}

void board_acknowledge_interrupt( uint32_t line )
{
    SOC_REGISTER( SOC_INTERRUPT_GENERATOR_ACKNOWLEDGE_OFFSET ) = 1U << line;
}

/* The higher task takes what the lower one gives, at once. */
static void high( void * argument )
{
    uint32_t message[ 2 ], seen;

    CHECK( argument == &checks );

    CHECK( iso_take( SEMAPHORE, ISO_FOREVER ) );
    step( 2 );
    CHECK( iso_receive( QUEUE, message, 2, ISO_FOREVER ) );
    CHECK( ( message[ 0 ] == 11 ) && ( message[ 1 ] == 12 ) );
    step( 4 );
    CHECK( iso_flags_wait( FLAGS, 3 | ISO_FLAGS_ALL | ISO_FLAGS_CLEAR, &seen, ISO_FOREVER ) );
    CHECK( seen == 3 );
    step( 6 );
    CHECK( iso_await( ISO_FOREVER ) == 1 );
    step( 8 );
    CHECK( iso_take( LINE_SEMAPHORE, ISO_FOREVER ) );
    step( 1 );
    CHECK( iso_await( ISO_FOREVER ) == 1 );
    step( 3 );

    /* The lower one holds the mutex, and has this priority until it gives it back. */
    CHECK( iso_take( MUTEX, ISO_FOREVER ) );
    step( 5 );
    CHECK( iso_give( MUTEX ) );

    iso_suspend( HIGH );
    step( 7 );
    iso_task_delete( HIGH );
    CHECK( false );
}

static void brief( void * unused )
{
    ( void ) unused;
    step( 9 );
    iso_yield();
    step( 9 );
    iso_task_delete( BRIEF );
}

static void low( void * unused )
{
    static const uint32_t message[] = { 11, 12 };
    uint32_t received[ 2 ], seen, wake, status;

    ( void ) unused;

    CHECK( iso_take( MUTEX, 0 ) );
    step( 1 );
    CHECK( iso_give( SEMAPHORE ) );
    step( 3 );
    CHECK( iso_send( QUEUE, message, 2, 0 ) );
    step( 5 );
    iso_flags_set( FLAGS, 1 );
    iso_flags_set( FLAGS, 2 );
    step( 7 );
    iso_notify( HIGH );
    CHECK( taken() == 12345678U );
    CHECK( !iso_flags_wait( FLAGS, 3, &seen, 0 ) && ( seen == 0 ) ); /* the waiter has cleared them */

    /* Lines. */
    raise( TO_SEMAPHORE );
    for( int i = 0; i < 40; i++ )
    {
        __asm volatile( "nop" );
    }
    step( 2 );
    raise( TO_TASK );
    for( int i = 0; i < 40; i++ )
    {
        __asm volatile( "nop" );
    }
    CHECK( taken() == 123 );
    iso_line_release( TO_SEMAPHORE );
    raise( TO_SEMAPHORE );
    CHECK( !iso_take( LINE_SEMAPHORE, 1 ) );

    /* The higher one waits for the mutex: a task in between does not run. */
    iso_task_create( BRIEF, 2, brief, NULL, stacks[ BRIEF ], 128 );
    CHECK( taken() == 0 );
    CHECK( iso_give( MUTEX ) );
    CHECK( taken() == 599 );
    CHECK( !iso_resume( LOW ) );
    CHECK( iso_resume( HIGH ) );
    CHECK( taken() == 7 );

    /* Time. */
    wake = iso_ticks();
    CHECK( iso_period( &wake, 3 ) && ( iso_ticks() == wake ) );
    CHECK( iso_period( &wake, 3 ) && ( iso_ticks() == wake ) );
    iso_delay( 5 );
    CHECK( iso_ticks() == wake + 5 );
    CHECK( !iso_period( &wake, 2 ) ); /* missed */
    seen = iso_ticks();
    CHECK( !iso_take( SEMAPHORE, 4 ) && ( iso_ticks() == seen + 4 ) );
    CHECK( !iso_receive( QUEUE, received, 2, 2 ) && ( iso_ticks() == seen + 6 ) );
    CHECK( iso_await( 1 ) == 0 );

    /* A task that waits with interrupts off finds them so. */
    status = iso_mask();
    CHECK( status != 0 );
    iso_delay( 1 );
    CHECK( iso_mask() == 0 );
    iso_unmask( status );

    /* A full queue. */
    CHECK( iso_send( QUEUE, message, 2, 0 ) && iso_send( QUEUE, message, 2, 0 ) &&
           !iso_send( QUEUE, message, 2, 1 ) );
    CHECK( iso_receive( QUEUE, received, 2, 0 ) && iso_receive( QUEUE, received, 2, 0 ) &&
           !iso_receive( QUEUE, received, 2, 0 ) );

    /* A routine. */
    SOC_REGISTER( SOC_INTERRUPT_GENERATOR_ENABLE_OFFSET ) = 1U << TO_ROUTINE;
    raise( TO_ROUTINE );
    CHECK( iso_take( SEMAPHORE, 2 ) && ( routines == 1 ) );
    CHECK( iso_receive( QUEUE, received, 2, 0 ) && ( received[ 0 ] == 7 ) && ( received[ 1 ] == 8 ) );
    CHECK( iso_await( 0 ) == 1 );
    CHECK( iso_flags_wait( FLAGS, 4, &seen, 0 ) && ( seen == 4 ) );
    iso_flags_clear( FLAGS, 4 );
    CHECK( !iso_flags_wait( FLAGS, 4, NULL, 0 ) );

    /* A task of the same priority runs when it is lowered to it, and by yields. */
    iso_task_create( BRIEF, 1, brief, NULL, stacks[ BRIEF ], 128 );
    CHECK( taken() == 0 );
    iso_yield();
    CHECK( taken() == 9 );
    iso_priority( BRIEF, 2 );
    CHECK( taken() == 9 );

    board_print( "passed " );
    board_print_number( checks );
    board_print( " checks\n" );
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    iso_init( CYCLES_PER_TICK );
    iso_semaphore_create( SEMAPHORE, 1, 0 );
    iso_semaphore_create( LINE_SEMAPHORE, 1, 0 );
    iso_mutex_create( MUTEX );
    iso_queue_create( QUEUE, 2, 2 );
    iso_flags_create( FLAGS );
    iso_task_create( LOW, 1, low, NULL, stacks[ LOW ], 128 );
    iso_task_create( HIGH, 3, high, &checks, stacks[ HIGH ], 128 );
    iso_line_to_object( TO_SEMAPHORE, LINE_SEMAPHORE );
    iso_line_to_task( TO_TASK, HIGH );
    iso_start();
}
