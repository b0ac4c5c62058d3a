/* SPDX-License-Identifier: Apache-2.0 */

/* The time base of a kernel without a tick and without the time manager's delays, for comparison: software
 * keeps the timers in a binary heap, the earliest at its top, and one hardware timer is set to that one.
 * The timer is a channel of the time manager, so that all time bases have the same interrupt, and the same
 * instruments. With n timers that run, to start, stop or expire takes up to log2(n) steps. */
#include "time_base.h"

#if ( ALCHEMY_SOFTWARE_TIME_BASE == 3 )

    #include "task.h"

    #include "board.h"
    #include "channels.h"
    #include "isochron_time_manager.h"

    #define ALARM_CHANNEL 0U
    #define TOP           1U

/* The children of the timer at place p are at 2 p and 2 p + 1. A timer that does not run is at place 0. */
static struct time_base_timer * heap[ TOP + TIME_BASE_TIMERS ];
static uint32_t count;

static void put( struct time_base_timer * timer, uint32_t place )
{
    heap[ place ] = timer;
    timer->place = place;
}

/* Puts a timer at a place or above. */
static void rise( struct time_base_timer * timer, uint32_t place )
{
    for( ; ( place > TOP ) && ( heap[ place / 2U ]->date > timer->date ); place /= 2U )
    {
        put( heap[ place / 2U ], place );
    }

    put( timer, place );
}

/* Puts a timer at a place or below. */
static void sink( struct time_base_timer * timer, uint32_t place )
{
    for( uint32_t child = 2U * place; child <= count; child = 2U * place )
    {
        if( ( child < count ) && ( heap[ child + 1U ]->date < heap[ child ]->date ) )
        {
            child++;
        }

        if( heap[ child ]->date >= timer->date )
        {
            break;
        }

        put( heap[ child ], place );
        place = child;
    }

    put( timer, place );
}

static void take_out( struct time_base_timer * timer )
{
    struct time_base_timer * last = heap[ count-- ];
    uint32_t place = timer->place;

    timer->place = 0;

    if( last == timer )
    {
        return;
    }

    if( last->date < timer->date )
    {
        rise( last, place );
    }
    else
    {
        sink( last, place );
    }
}

static void set_alarm( void )
{
    uint64_t now = ullIsochronTimeManagerGetTime();

    if( count == 0U )
    {
        vIsochronTimeManagerCancel( ALARM_CHANNEL );
    }
    else
    {
        uint64_t date = heap[ TOP ]->date;

        vIsochronTimeManagerDelay( ALARM_CHANNEL, ( date > now ) ? ( date - now ) : 0U );
    }
}

static void serve( void )
{
    BaseType_t woken = pdFALSE;
    uint64_t now = ullIsochronTimeManagerGetTime();

    vIsochronTimeManagerClear( ALARM_CHANNEL / 32U, 1U << ALARM_CHANNEL );

    while( ( count > 0U ) && ( heap[ TOP ]->date <= now ) )
    {
        struct time_base_timer * timer = heap[ TOP ];

        take_out( timer );
        timer->expired( timer, &woken );
    }

    set_alarm();
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
    }
}

uint64_t time_base_now( void )
{
    return ullIsochronTimeManagerGetTime();
}

/* Has a timer run until a date, or not run; with interrupts masked. */
static portFORCE_INLINE void change_masked( struct time_base_timer * timer, BaseType_t runs, uint64_t date )
{
    const struct time_base_timer * earliest = ( count > 0U ) ? heap[ TOP ] : NULL;

    if( timer->place != 0U )
    {
        take_out( timer );
    }

    if( runs )
    {
        timer->date = date;
        rise( timer, ++count );
    }

    if( ( timer == earliest ) || ( heap[ TOP ] != earliest ) )
    {
        set_alarm();
    }
}

static void change( struct time_base_timer * timer, BaseType_t runs, uint64_t date )
{
    taskENTER_CRITICAL();
    change_masked( timer, runs, date );
    taskEXIT_CRITICAL();
}

void time_base_start_from_isr( struct time_base_timer * timer, uint64_t date )
{
    change_masked( timer, pdTRUE, date );
}

void time_base_start( struct time_base_timer * timer, uint64_t date )
{
    change( timer, pdTRUE, date );
}

/* What has passed expires at once. The service routine sets the alarm itself. */
BaseType_t time_base_next_from_isr( struct time_base_timer * timer, uint64_t units )
{
    timer->date += units;
    rise( timer, ++count );
    return pdFALSE;
}

BaseType_t time_base_next( struct time_base_timer * timer, uint64_t units )
{
    change( timer, pdTRUE, timer->date + units );
    return pdFALSE;
}

void time_base_stop( struct time_base_timer * timer )
{
    change( timer, pdFALSE, 0 );
}

#endif /* ALCHEMY_SOFTWARE_TIME_BASE == 3 */
