/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks beside Linux for its checks and measurements: one with a period, two that check their registers
 * while others interrupt them, one that answers Linux's doorbell, and two that answer messages. */
#include "FreeRTOS.h"
#include "task.h"
#include "isochron.h"
#include "isochron_guest.h"

#include "board.h"
#include "channel.h"
#include "linux_task.h"
#include "machine.h"
#include "releases.h"
#include "shared.h"
#include "software_time.h"

#define PRIORITY_PERIODIC 10
#define PRIORITY_SWEPT    6
#define PRIORITY_ANSWERS  5
#define PRIORITY_BURSTS   3 /* and the one above */
#define PRIORITY_ASKED    3
#define PRIORITY_TELLS    3
#define STACK_WORDS       160

/* Tasks that only wait, for longer than any run lasts: a measurement's. */
#ifndef WAITERS
    #define WAITERS 0U
#endif
#define PRIORITY_WAITERS 9

/* Whether software releases the periodic task: a measurement's, too. */
#ifndef SOFTWARE_TIME
    #define SOFTWARE_TIME 0
#endif
#define WAITERS_STACK_WORDS 80

#define BURSTS            2U
#define SWEPT             BURSTS /* the line that rises once after an answer, if it is asked for */
#define ROUNDS_OF_A_BURST 5U
#define BELL              1U

uint32_t check_registers( uint32_t seed, uint32_t rounds );

static volatile struct shared * const shared = ( volatile struct shared * ) SHARED_ADDRESS;
static TaskHandle_t burst_tasks[ BURSTS ];
static uint32_t pace;

/* What is shown of them is a copy: Linux can overwrite that. */
static struct counts counts;

/* Starts the lines, if a program of Linux has asked for some since. */
static void follow_the_pace( void )
{
    uint32_t wanted = shared->pace;

    if( ( pace == 0 ) && ( wanted != 0 ) )
    {
        for( uint32_t i = 0; i < BURSTS; i++ )
        {
            ( void ) xTaskNotifyGive( burst_tasks[ i ] );
        }
    }

    pace = wanted;
}

static uint32_t what_linux_did( void )
{
    /* After the time: the compiler may not look at it before. */
    uint32_t status = ( ( volatile struct isochron_guest * ) &xIsochronGuest )->mstatus;

    if( ( status & MSTATUS_MPP ) != MSTATUS_MPP_S )
    {
        return 0;
    }

    return ( ( status & MSTATUS_SIE ) != 0 ) ? SAMPLE_KERNEL : SAMPLE_KERNEL | SAMPLE_MASKED;
}

/* Takes time, so many cycles from the release's date on; never the next release's. */
static void compute( uint32_t date, uint32_t cycles )
{
    uint32_t allowed = ( cycles < PERIOD / 2U ) ? cycles : PERIOD / 2U;

    while( RELEASES_TIME - date < allowed )
    {
    }
}

static void periodic_task( void * parameter )
{
    uint32_t date = SOFTWARE_TIME ? 0U : releases_begin( PERIOD );

    for( ;; )
    {
        uint32_t late = SOFTWARE_TIME ? software_time_wait( &date ) : releases_wait( &date, PERIOD );

        shared->samples[ counts.releases % SAMPLES ] = late | what_linux_did();
        counts.releases++;
        counts.late += ( late > LATE_ALLOWED ) ? 1U : 0U;
        counts.latest = ( late > counts.latest ) ? late : counts.latest;
        shared->counts = counts;
        follow_the_pace();
        compute( date - PERIOD, shared->taken );
    }
}

/* Woken by its line, or to arm it. */
static void burst_task( void * parameter )
{
    uint32_t line = ( uint32_t ) ( uintptr_t ) parameter;
    uint32_t seed = 0x1000000U << line;

    for( ;; )
    {
        ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        GENERATOR_ACKNOWLEDGE = 1U << line;
        seed = seed * 1664525U + 1013904223U;
        counts.faults += ( check_registers( seed, ROUNDS_OF_A_BURST ) != 0 ) ? 1U : 0U;
        counts.bursts++;

        if( pace != 0 )
        {
            GENERATOR_MASK( line ) = 0x7FF;
            GENERATOR_DELAY( line ) = pace;
        }
    }
}

static void swept_task( void * parameter )
{
    for( ;; )
    {
        ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        GENERATOR_ACKNOWLEDGE = 1U << SWEPT;
        counts.faults += ( check_registers( counts.bursts, 1 ) != 0 ) ? 1U : 0U;
        shared->edges++;
    }
}

static void answering_task( void * parameter )
{
    for( ;; )
    {
        uint32_t edge;

        ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        DOORBELLS_PENDING = BELL;
        edge = shared->edge;

        if( edge != 0 )
        {
            GENERATOR_MASK( SWEPT ) = 0;
            GENERATOR_DELAY( SWEPT ) = edge;
        }

        shared->counts.answers = ++counts.answers;
        DOORBELLS_RING = BELL;
    }
}

/* The channels, as the device tree has them. */
#define ASKED 0U
#define TOLD  1U

/* Answers a program of Linux: a message of one word with that word and one more; of two, which name words of
 * the common area, after it has done the same to each of these. */
static void asked_task( void * parameter )
{
    volatile uint32_t * area = channel_area( ASKED );

    for( ;; )
    {
        struct channel_message message;
        uint32_t bytes = channel_receive( ASKED, &message );
        const uint32_t * words = message.words;

        if( bytes == 4U )
        {
            message.words[ 0 ]++;
        }
        else if( bytes == 8U )
        {
            for( uint32_t i = 0; i < words[ 1 ] % ( CHANNEL_AREA_BYTES / 4U ); i++ )
            {
                area[ ( words[ 0 ] + i ) % ( CHANNEL_AREA_BYTES / 4U ) ]++;
            }
        }

        ( void ) channel_send( ASKED, &message, bytes );
    }
}

/* Tells a program of Linux as many messages as it asks for by a word, in the order of their numbers. Each has
 * MESSAGE_MOST bytes. */
static void telling_task( void * parameter )
{
    for( ;; )
    {
        struct channel_message message = { 0 };
        uint32_t count;

        ( void ) channel_receive( TOLD, &message );
        count = message.words[ 0 ];
        message.words[ 0 ] = 0;

        while( ( message.words[ 0 ] < count ) && channel_send( TOLD, &message, MESSAGE_MOST ) )
        {
            message.words[ 0 ]++;
        }
    }
}

static void waiting_task( void * parameter )
{
    for( ;; )
    {
        ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY - 1U - ( uint32_t ) ( uintptr_t ) parameter );
    }
}

static TaskHandle_t start( TaskFunction_t body, const char * name, uint32_t line, uint32_t argument,
                           UBaseType_t priority )
{
    TaskHandle_t task = NULL;

    ( void ) xTaskCreate( body, name, STACK_WORDS, ( void * ) ( uintptr_t ) argument, priority, &task );
    ( void ) xIsochronLineToTask( line, task );
    return task;
}

int main( void )
{
    TaskHandle_t periodic = NULL;

    linux_begin();
    periodic = start( periodic_task, "periodic", LINE_OF_TIME_MANAGER, 0, PRIORITY_PERIODIC );
    ( void ) start( answering_task, "answers", LINE_OF_DOORBELLS, 0, PRIORITY_ANSWERS );
    ( void ) start( swept_task, "swept", LINE_OF_GENERATOR + SWEPT, 0, PRIORITY_SWEPT );

    for( uint32_t i = 0; i < BURSTS; i++ )
    {
        burst_tasks[ i ] = start( burst_task, "burst", LINE_OF_GENERATOR + i, i, PRIORITY_BURSTS + i );
    }

    ( void ) xTaskCreate( asked_task, "asked", STACK_WORDS, NULL, PRIORITY_ASKED, NULL );
    ( void ) xTaskCreate( telling_task, "tells", STACK_WORDS, NULL, PRIORITY_TELLS, NULL );

    for( uint32_t i = 0; i < WAITERS; i++ )
    {
        ( void ) xTaskCreate( waiting_task, "waits", WAITERS_STACK_WORDS, ( void * ) ( uintptr_t ) i,
                              PRIORITY_WAITERS, NULL );
    }

    if( SOFTWARE_TIME )
    {
        software_time_begin( periodic, WAITERS );
    }

    vTaskStartScheduler();
    return BOARD_EXIT_FAILURE;
}
