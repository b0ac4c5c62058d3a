/* SPDX-License-Identifier: Apache-2.0 */

#include "software_time.h"

#include "isochron.h"

#include "releases.h"
#include "shared.h"

#define PRIORITY    11 /* above whom it wakes */
#define STACK_WORDS 160
#define TIMERS      64U

static struct timer
{
    uint32_t left, ticks;
    TaskHandle_t task;
} timers[ TIMERS ];

static uint32_t count, next; /* tick's date */

static void time_task( void * parameter )
{
    next = releases_begin( PERIOD );

    for( ;; )
    {
        ( void ) releases_wait( &next, PERIOD );

        for( uint32_t i = 0; i < count; i++ )
        {
            if( --timers[ i ].left == 0 )
            {
                timers[ i ].left = timers[ i ].ticks;
                ( void ) xTaskNotifyGive( timers[ i ].task );
            }
        }
    }
}

void software_time_begin( TaskHandle_t task, uint32_t others )
{
    TaskHandle_t counts = NULL;

    configASSERT( others < TIMERS );
    count = others + 1U;

    for( uint32_t i = 0; i < count; i++ )
    {
        uint32_t ticks = ( i == 0 ) ? 1U : UINT32_MAX;

        timers[ i ] = ( struct timer ) { ticks, ticks, task };
    }

    ( void ) xTaskCreate( time_task, "time", STACK_WORDS, NULL, PRIORITY, &counts );
    ( void ) xIsochronLineToTask( LINE_OF_TIME_MANAGER, counts );
}

uint32_t software_time_wait( uint32_t * date )
{
    uint32_t now;

    ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    now = RELEASES_TIME;
    *date = next;
    return now - ( next - PERIOD );
}
