/* SPDX-License-Identifier: Apache-2.0 */

/* The points of Table I: which calls, and how many tasks of which priorities are there. */
#pragma once

#include "FreeRTOS.h"
#include "task.h"

/* The highest task directs the others; above what is measured. */
#define DIRECTOR_PRIORITY ( configMAX_PRIORITIES - 1 )
#define HIGHEST           ( configMAX_PRIORITIES - 2 )
#define LOWEST            2 /* there is room for a lower one, and idle */
#define MOST_TASKS        32
#define MOST_EQUALS       3
#define STACK_WORDS       512

typedef enum
{
    CREATE,
    DELETE,
    SUSPEND,
    RESUME,
    PRIORITY_SET, /* that of the running task is lowered, where it dispatches */
    RAISE,        /* that of another task is raised; only where it dispatches */
    CALLS
} call_t;

static const char * const call_names[ CALLS ] = { "create", "delete",       "suspend",
                                                  "resume", "priority-set", "raise" };

typedef struct
{
    call_t call;
    int dispatch;
    int tasks;      /* all together, without the director */
    int equals;     /* tasks of the lower priority */
    UBaseType_t high;
    UBaseType_t low;
} point_t;

#define SMALLEST_GAP ( ( HIGHEST + 8 ) / 8 ) /* the paper's: 32 of 256 */

#ifdef POINTS_EACH

/* Calls visit for every number of tasks, every priority, and every gap, one after the other. */
static void for_each_point( void ( *visit )( const point_t * point ) )
{
    for( call_t call = CREATE; call < CALLS; call++ )
    {
        for( int dispatch = 1; dispatch >= ( call == RAISE ? 1 : 0 ); dispatch-- )
        {
            for( int tasks = 2; tasks <= MOST_TASKS; tasks++ )
            {
                for( int equals = 1; equals <= MOST_EQUALS && equals + 1 <= tasks; equals++ )
                {
                    const point_t point = { call, dispatch, tasks, equals, HIGHEST, LOWEST };

                    visit( &point );
                }
            }

            for( UBaseType_t low = LOWEST; low + SMALLEST_GAP <= HIGHEST; low++ )
            {
                const point_t point = { call, dispatch, 2, 1, low + SMALLEST_GAP, low };

                visit( &point );
            }

            for( UBaseType_t low = LOWEST; low + SMALLEST_GAP <= HIGHEST; low++ )
            {
                const point_t point = { call, dispatch, 2, 1, HIGHEST, low };

                visit( &point );
            }
        }
    }
}
#else

/* Calls visit for each point; POINTS_FEW leaves points out, but none of the ends. */
static void for_each_point( void ( *visit )( const point_t * point ) )
{
    #ifdef POINTS_FEW
    static const int tasks[] = { 2, 8, MOST_TASKS };
    static const int quarters[] = { 4, 2 };
    const UBaseType_t factor = HIGHEST; /* the smallest gap and all */
    #else
    static const int tasks[] = { 2, 4, 8, 16, MOST_TASKS };
    static const int quarters[] = { 4, 3, 2 };
    const UBaseType_t factor = 2;
    #endif

    for( call_t call = CREATE; call < CALLS; call++ )
    {
        for( int dispatch = 1; dispatch >= ( call == RAISE ? 1 : 0 ); dispatch-- )
        {
            for( unsigned t = 0; t < sizeof( tasks ) / sizeof( tasks[ 0 ] ); t++ )
            {
                for( int equals = 1; equals <= MOST_EQUALS && equals + 1 <= tasks[ t ]; equals++ )
                {
                    for( unsigned h = 0; h < sizeof( quarters ) / sizeof( quarters[ 0 ] ); h++ )
                    {
                        const UBaseType_t high = LOWEST + ( HIGHEST - LOWEST ) * quarters[ h ] / 4;
                        const UBaseType_t all = high - LOWEST;
                        UBaseType_t gap = SMALLEST_GAP;

                        for( ; gap < all; gap *= factor )
                        {
                            const point_t point = { call, dispatch, tasks[ t ], equals, high, high - gap };

                            visit( &point );
                        }

                        const point_t point = { call, dispatch, tasks[ t ], equals, high, LOWEST };

                        visit( &point );
                    }
                }
            }
        }
    }
}

#endif /* ifdef POINTS_EACH */
