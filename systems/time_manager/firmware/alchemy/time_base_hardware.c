/* SPDX-License-Identifier: Apache-2.0 */

/* The time base of the hardware time manager: nothing runs between two expiries. */
#include "time_base.h"

#if ( ALCHEMY_SOFTWARE_TIME_BASE == 0 )

    #include "task.h"

    #include "bits.h"
    #include "board.h"
    #include "channels.h"
    #include "isochron_time_manager.h"

static void serve( void )
{
    BaseType_t woken = pdFALSE;

    for( uint32_t word = 0; word < isochronTIME_MANAGER_WORDS; word++ )
    {
        uint32_t to_wake = ulIsochronTimeManagerToWake( word );

        vIsochronTimeManagerClear( word, to_wake );

        while( to_wake != 0U )
        {
            uint32_t bit = to_wake & -to_wake;
            struct time_base_timer * timer = channel_timers[ ( word * 32U ) + number_of_bit( bit ) ];

            to_wake ^= bit;
            timer->expired( timer, &woken );
        }
    }

    portYIELD_FROM_ISR( woken );
}

void time_base_begin( void )
{
    static BaseType_t begun = pdFALSE;

    if( begun == pdFALSE )
    {
        uint32_t tasks = ulIsochronTimeManagerTasks();

        begun = pdTRUE;
        channels_begin( 0, ( tasks < TIME_BASE_TIMERS ) ? tasks : TIME_BASE_TIMERS );
        board_set_time_manager_handler( serve );
    }
}

uint64_t time_base_now( void )
{
    return ullIsochronTimeManagerGetTime();
}

/* Nothing may come between reading the time and starting what remains. */
static inline void start( const struct time_base_timer * timer, uint64_t date )
{
    uint64_t now = ullIsochronTimeManagerGetTime();

    vIsochronTimeManagerDelay( timer->channel, ( date > now ) ? ( date - now ) : 0U );
}

void time_base_start( struct time_base_timer * timer, uint64_t date )
{
    taskENTER_CRITICAL();
    start( timer, date );
    taskEXIT_CRITICAL();
}

void time_base_start_from_isr( struct time_base_timer * timer, uint64_t date )
{
    start( timer, date );
}

BaseType_t time_base_next( struct time_base_timer * timer, uint64_t units )
{
    vIsochronTimeManagerNext( timer->channel, units );
    return pdFALSE; /* what has passed expires at once, and tells by its interrupt */
}

BaseType_t time_base_next_from_isr( struct time_base_timer * timer, uint64_t units )
{
    return time_base_next( timer, units );
}

void time_base_stop( struct time_base_timer * timer )
{
    taskENTER_CRITICAL();
    vIsochronTimeManagerCancel( timer->channel );
    taskEXIT_CRITICAL();
}

#endif /* ALCHEMY_SOFTWARE_TIME_BASE == 0 */
