/* SPDX-License-Identifier: Apache-2.0 */

/* Critical sections that are timed. Each is between two labels, at which the simulator's probe looks;
 * what is printed of it is compared with what that saw (tests/test_monitor.py). */
#include <stdbool.h>
#include <stdio.h>

#include "check.h"
#include "isochron_monitor.h"
#include "semphr.h"

#define SELF 4
#define HIGH 6

/* A label of the probe, on an instruction of its own; it exists once. */
#define LABEL( name ) __asm volatile( ".global " name "\n" name ":\n nop" ::: "memory" )
#define ONCE          __attribute__( ( noipa ) )

static SemaphoreHandle_t semaphore;
static volatile unsigned takes; /* of it, by the other task */

static ONCE void busy( uint32_t rounds )
{
    while( rounds-- != 0 )
    {
        __asm volatile( "" );
    }
}

ONCE static void plain( void )
{
    LABEL( "probe_start_plain" );
    taskENTER_CRITICAL();
    busy( 20 );
    taskEXIT_CRITICAL();
    LABEL( "probe_stop_plain" );
}

/* The outermost one counts. */
ONCE static void nested( void )
{
    LABEL( "probe_start_nested" );
    taskENTER_CRITICAL();
    busy( 10 );
    taskENTER_CRITICAL();
    busy( 50 );
    taskEXIT_CRITICAL();
    busy( 10 );
    taskEXIT_CRITICAL();
    LABEL( "probe_stop_nested" );
}

/* The longest of several. */
ONCE static void several( void )
{
    LABEL( "probe_start_several" );
    taskENTER_CRITICAL();
    busy( 5 );
    taskEXIT_CRITICAL();
    taskENTER_CRITICAL();
    busy( 200 );
    taskEXIT_CRITICAL();
    taskENTER_CRITICAL();
    busy( 30 );
    taskEXIT_CRITICAL();
    LABEL( "probe_stop_several" );
}

/* Another task runs meanwhile, with interrupts enabled: no part of the section. */
ONCE static void switches_late( void )
{
    LABEL( "probe_start_switches_late" );
    taskENTER_CRITICAL();
    busy( 100 );
    xSemaphoreGive( semaphore );
    busy( 10 );
    taskEXIT_CRITICAL();
    LABEL( "probe_stop_switches_late" );
}

ONCE static void switches_early( void )
{
    LABEL( "probe_start_switches_early" );
    taskENTER_CRITICAL();
    busy( 10 );
    xSemaphoreGive( semaphore );
    busy( 100 );
    taskEXIT_CRITICAL();
    LABEL( "probe_stop_switches_early" );
}

/* Runs for long, and has sections of its own. */
static void taker( void * parameters )
{
    for( ;; )
    {
        xSemaphoreTake( semaphore, portMAX_DELAY );
        takes++;
        busy( 1000 );
        taskENTER_CRITICAL();
        taskEXIT_CRITICAL();
    }
}

#if ( configISOCHRON_USE_SECTION_HOOK == 1 )
static unsigned calls;
static IsochronSection_t told;
static bool gives;

void vApplicationIsochronSectionHook( const IsochronSection_t * pxSection )
{
    calls++;
    told = *pxSection;

    if( gives )
    {
        ( void ) xSemaphoreGiveFromISR( semaphore, NULL );
    }
}

/* Called for those that are longer than all before, with what is known then; who it wakes runs as soon
 * as interrupts are enabled. */
static void test_hook( void )
{
    IsochronSection_t longest;

    vIsochronMonitorClearLongestSection();
    calls = 0;
    several();
    CHECK_EQUAL( calls, 2 );
    several();
    CHECK_EQUAL( calls, 2 );
    vIsochronMonitorGetLongestSection( &longest );
    CHECK_EQUAL( told.ulCycles, longest.ulCycles );
    CHECK( told.pvWhere == longest.pvWhere );

    gives = true;
    taskENTER_CRITICAL();
    busy( 300 );
    taskEXIT_CRITICAL();
    CHECK_EQUAL( takes, 1 );
    gives = false;
    CHECK_EQUAL( calls, 3 );
}
#endif /* configISOCHRON_USE_SECTION_HOOK */

static void report( const char * name, void ( *section )( void ), const char * begin, const char * end )
{
    IsochronSection_t longest;

    vIsochronMonitorClearLongestSection();
    section();
    vIsochronMonitorGetLongestSection( &longest );
    CHECK( ( ( const char * ) longest.pvWhere > begin ) && ( ( const char * ) longest.pvWhere < end ) );
    printf( "section %s %u\n", name, ( unsigned ) longest.ulCycles );
}

#define REPORT( name )                                                \
    do                                                                \
    {                                                                 \
        extern const char probe_start_##name[], probe_stop_##name[];  \
        report( #name, name, probe_start_##name, probe_stop_##name ); \
    } while( 0 )

/* Masked by hand is no section, also when it switches. */
static void test_masked_by_hand( void )
{
    IsochronSection_t longest;

    vIsochronMonitorClearLongestSection();
    portDISABLE_INTERRUPTS();
    busy( 500 );
    xSemaphoreGive( semaphore );
    portENABLE_INTERRUPTS();
    vIsochronMonitorGetLongestSection( &longest );
    CHECK( longest.ulCycles < 200 );
}

TEST_PROGRAM( SELF )
{
    semaphore = xSemaphoreCreateBinary();
    create( taker, 0, HIGH );
    #if ( configISOCHRON_USE_SECTION_HOOK == 1 )
    test_hook();
    #endif
    REPORT( plain );
    REPORT( nested );
    REPORT( several );
    REPORT( switches_late );
    REPORT( switches_early );
    test_masked_by_hand();
}
