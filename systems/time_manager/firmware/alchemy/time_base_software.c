/* SPDX-License-Identifier: Apache-2.0 */

/* The time base that the paper replaced, for comparison: a periodic tick, at which software walks
 * over all timers that run. The tick is a channel of the time manager, used as a periodic timer and
 * as nothing else, so that both time bases have the same interrupt, and the same instruments. */
#include "time_base.h"

#if ( ALCHEMY_SOFTWARE_TIME_BASE == 1 )

    #include "task.h"

    #include "board.h"
    #include "channels.h"
    #include "isochron_time_manager.h"

    #define TICK_CHANNEL 0U
    #define TICK_CYCLES  ( ALCHEMY_TICK_NS / NS_PER_CYCLE )

static uint64_t ticks;
static struct time_base_timer * running;

static void serve( void )
{
    BaseType_t woken = pdFALSE;
    struct time_base_timer ** link = &running;

    vIsochronTimeManagerNext( TICK_CHANNEL, TICK_CYCLES );
    vIsochronTimeManagerClear( TICK_CHANNEL / 32U, 1U << TICK_CHANNEL );
    ticks++;

    while( *link != NULL )
    {
        struct time_base_timer * timer = *link;

        if( timer->date <= ticks )
        {
            *link = timer->next;
            timer->runs = pdFALSE;
            timer->expired( timer, &woken );
        }
        else
        {
            link = &timer->next;
        }
    }

    portYIELD_FROM_ISR( woken );
}

void time_base_begin( void )
{
    static BaseType_t begun = pdFALSE;

    if( begun == pdFALSE )
    {
        begun = pdTRUE;
        channels_begin( 0, TIME_BASE_TIMERS );
        board_set_time_manager_handler( serve );
        vIsochronTimeManagerDelay( TICK_CHANNEL, TICK_CYCLES );
    }
}

uint64_t time_base_now( void )
{
    uint64_t now;

    /* Two words, which the tick changes. */
    taskENTER_CRITICAL();
    now = ticks;
    taskEXIT_CRITICAL();
    return now;
}

/* With interrupts masked. */
static void run( struct time_base_timer * timer )
{
    timer->next = running;
    timer->runs = pdTRUE;
    running = timer;
}

/* With interrupts masked. */
static void unlink( struct time_base_timer * timer )
{
    struct time_base_timer ** link = &running;

    while( *link != timer )
    {
        link = &( *link )->next;
    }

    *link = timer->next;
    timer->runs = pdFALSE;
}

void time_base_start( struct time_base_timer * timer, uint64_t date )
{
    taskENTER_CRITICAL();

    if( timer->runs )
    {
        unlink( timer );
    }

    timer->date = date;
    run( timer );
    taskEXIT_CRITICAL();
}

BaseType_t time_base_next_from_isr( struct time_base_timer * timer, uint64_t units )
{
    timer->date += units;

    if( timer->date <= ticks )
    {
        return pdTRUE;
    }

    run( timer );
    return pdFALSE;
}

BaseType_t time_base_next( struct time_base_timer * timer, uint64_t units )
{
    BaseType_t passed;

    taskENTER_CRITICAL();
    passed = time_base_next_from_isr( timer, units );
    taskEXIT_CRITICAL();
    return passed;
}

void time_base_stop( struct time_base_timer * timer )
{
    taskENTER_CRITICAL();

    if( timer->runs )
    {
        unlink( timer );
    }

    taskEXIT_CRITICAL();
}

#endif /* ALCHEMY_SOFTWARE_TIME_BASE == 1 */
