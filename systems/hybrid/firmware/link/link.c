/* SPDX-License-Identifier: Apache-2.0 */

/* The hybrid's link without a kernel: messages and replies by either attachment, a delay that ends
 * with an interrupt, and one whose end is reported. */
#include "check.h"
#include "isochron_hybrid_constants.h"
#include "isochron_link.h"

#define FIELD( layout, field, value ) ( ( uint32_t ) ( value ) << ISOCHRON_HYBRID_##layout##_##field##_SHIFT )
#define FIELD_OF( word, layout, field ) \
    ( ( ( word ) & ISOCHRON_HYBRID_##layout##_##field##_MASK ) >> ISOCHRON_HYBRID_##layout##_##field##_SHIFT )
#define COMMAND( name ) FIELD( LINK_SCHEDULER, COMMAND, ISOCHRON_HYBRID_COMMAND_##name )
#define TASK( id )      FIELD( LINK_SCHEDULER, ID, id )

#define TASKS              32U
#define CYCLES_PER_TICK    500U
#define SOFTWARE_INTERRUPT ( 1U << 3 )
#define MSTATUS_MIE        ( 1U << 3 )

/* Stands for the control block of a task. */
#define POINTER( id ) ( 0x40001000U + ( id ) * 0x100U )

static volatile unsigned interrupts;

/* The request is a level: it stays until the link is told, so the interrupt is masked here. */
__attribute__( ( interrupt, used ) ) void link_handler( void )
{
    interrupts = interrupts + 1U;
    __asm volatile( "csrc mie, %0" : : "r"( SOFTWARE_INTERRUPT ) );
}

/* Ibex has an entry for each interrupt. */
__asm( ".section .text.link_vectors, \"ax\"\n"
       ".balign 256\n"
       "link_vectors:\n"
       ".rept 32\n"
       "j link_handler\n"
       ".endr\n"
       ".previous\n" );
extern const uint32_t link_vectors[];

/* Waits until the hybrid interrupts, which it has not done yet. */
static void wait_for_interrupt( void )
{
    unsigned before = interrupts;

    __asm volatile( "csrs mie, %0" : : "r"( SOFTWARE_INTERRUPT ) );

    while( interrupts == before )
    {
    }
}

static void put( uint32_t word )
{
    vIsochronLinkPut( isochronLINK_SCHEDULER, word );
}

static uint32_t ask( uint32_t word )
{
    put( word );
    return ulIsochronLinkGet();
}

static uint32_t report( uint32_t what )
{
    return ask( COMMAND( REPORT ) | FIELD( LINK_SCHEDULER, REPORT, what ) );
}

static void make_ready( uint32_t id, uint32_t priority )
{
    vIsochronLinkPut( isochronLINK_SCHEDULER_MORE, COMMAND( WRITE ) | TASK( id ) |
                                                       FIELD( LINK_SCHEDULER, READY, 1 ) |
                                                       FIELD( LINK_SCHEDULER, PRIORITY, priority ) );
    put( POINTER( id ) );
}

static void delay( uint32_t id, uint32_t ticks, uint32_t event )
{
    vIsochronLinkPut( isochronLINK_TIMERS, FIELD( LINK_TIMERS, ID, id ) | FIELD( LINK_TIMERS, TICKS, ticks ) |
                                               FIELD( LINK_TIMERS, EVENT, event ) );
}

static void test_identification( void )
{
    uint32_t found = report( ISOCHRON_HYBRID_REPORT_IDENTIFICATION );

    CHECK_EQUAL( FIELD_OF( found, REPLIES_IDENTIFICATION, TASKS ), TASKS );
    CHECK_EQUAL( FIELD_OF( found, REPLIES_IDENTIFICATION, PRIORITIES ), configMAX_PRIORITIES );
    CHECK_EQUAL( FIELD_OF( found, REPLIES_IDENTIFICATION, PIPELINED ), 0 );
}

static void test_nothing_to_get( void )
{
    CHECK_EQUAL( ulIsochronLinkGet(), 0 );
}

/* One message after the other, as fast as they can be sent. */
static void test_all_tasks( void )
{
    for( uint32_t id = 0; id < TASKS; id++ )
    {
        make_ready( id, id );
    }

    put( COMMAND( START ) | TASK( TASKS - 1U ) );
    CHECK_EQUAL( FIELD_OF( report( ISOCHRON_HYBRID_REPORT_STATUS ), REPLIES_STATUS, CURRENT ), TASKS - 1U );

    for( uint32_t id = TASKS; id-- > 0U; )
    {
        CHECK_EQUAL( ask( COMMAND( READ ) ), POINTER( id ) );
        put( COMMAND( WRITE ) | TASK( id ) | FIELD( LINK_SCHEDULER, SUSPENDED, 1 ) |
             FIELD( LINK_SCHEDULER, PRIORITY, id ) );
    }

    CHECK_EQUAL( ask( COMMAND( READ ) ), 0 );
    CHECK( FIELD_OF( ask( COMMAND( GET ) | TASK( 3 ) ), REPLIES_TASK, SUSPENDED ) );
    CHECK_EQUAL( FIELD_OF( ask( COMMAND( GET ) | TASK( 3 ) ), REPLIES_TASK, PRIORITY ), 3 );
}

static void test_equals_take_turns( void )
{
    make_ready( 1, 5 );
    make_ready( 2, 5 );
    make_ready( 3, 5 );

    for( unsigned i = 0; i < 6; i++ )
    {
        CHECK_EQUAL( ask( COMMAND( READ ) ), POINTER( 1 + i % 3 ) );
    }
}

/* Task 1 runs, with priority 1; the others are suspended, but for 2, which has priority 2. */
static void test_a_delay( void )
{
    uint32_t status;

    make_ready( 1, 1 );
    make_ready( 2, 2 );
    put( COMMAND( WRITE ) | TASK( 3 ) | FIELD( LINK_SCHEDULER, SUSPENDED, 1 ) );
    delay( 2, 3, 0 );
    CHECK_EQUAL( ask( COMMAND( READ ) ), POINTER( 1 ) );
    vIsochronLinkPut( isochronLINK_SCHEDULER_MORE, COMMAND( PERIOD ) );
    put( CYCLES_PER_TICK );
    wait_for_interrupt();
    status = report( ISOCHRON_HYBRID_REPORT_STATUS );
    CHECK( FIELD_OF( status, REPLIES_STATUS, REQUESTED ) );
    CHECK( !FIELD_OF( status, REPLIES_STATUS, EXPIRED ) );
    CHECK_EQUAL( ask( COMMAND( REPORT ) | FIELD( LINK_SCHEDULER, REPORT, ISOCHRON_HYBRID_REPORT_TICK ) ), 3 );
    CHECK_EQUAL( ulIsochronLinkGet(), 0 ); /* overflows, the second word */
    CHECK_EQUAL( ask( COMMAND( READ ) ), POINTER( 2 ) );
}

static void test_a_delay_that_is_reported( void )
{
    uint32_t status;

    delay( 2, 2, 1 );
    CHECK_EQUAL( ask( COMMAND( READ ) ), POINTER( 1 ) );
    wait_for_interrupt();
    status = report( ISOCHRON_HYBRID_REPORT_STATUS );
    CHECK( FIELD_OF( status, REPLIES_STATUS, EXPIRED ) );
    CHECK_EQUAL( FIELD_OF( status, REPLIES_STATUS, TASK ), 2 );
    CHECK_EQUAL( ask( COMMAND( READ ) ), POINTER( 1 ) );
    put( COMMAND( RELEASE ) | TASK( 2 ) );
    CHECK_EQUAL( ask( COMMAND( READ ) ), POINTER( 2 ) );
}

static void test_a_refusal( void )
{
    uint32_t error;

    CHECK( !FIELD_OF( report( ISOCHRON_HYBRID_REPORT_STATUS ), REPLIES_STATUS, ERROR ) );
    put( COMMAND( PERIOD ) ); /* the second word is missing */
    error = report( ISOCHRON_HYBRID_REPORT_ERROR );
    CHECK_EQUAL( FIELD_OF( error, REPLIES_ERROR, CODE ), ISOCHRON_HYBRID_ERROR_LENGTH );
    CHECK_EQUAL( FIELD_OF( error, REPLIES_ERROR, COMMAND ), ISOCHRON_HYBRID_COMMAND_PERIOD );
    CHECK_EQUAL( FIELD_OF( error, REPLIES_ERROR, COUNT ), 1 );
}

int main( void )
{
    __asm volatile( "csrw mtvec, %0" : : "r"( link_vectors ) );
    __asm volatile( "csrs mstatus, %0" : : "r"( MSTATUS_MIE ) );
    test_identification();
    test_nothing_to_get();
    test_all_tasks();
    test_equals_take_turns();
    test_a_delay();
    test_a_delay_that_is_reported();
    test_a_refusal();
    test_passed();
}
