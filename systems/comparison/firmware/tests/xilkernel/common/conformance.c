/* SPDX-License-Identifier: Apache-2.0 */

#include "conformance.h"

uint32_t check_tick( void )
{
    return xget_clock_ticks();
}

pthread_t create( void * ( *start )( void * ), void * parameter, int priority )
{
    pthread_attr_t attr;
    struct sched_param param = { .sched_priority = priority };
    pthread_t thread;

    CHECK_EQUAL( pthread_attr_init( &attr ), 0 );
    CHECK_EQUAL( pthread_attr_setschedparam( &attr, &param ), 0 );
    CHECK_EQUAL( pthread_create( &thread, &attr, start, parameter ), 0 );
    return thread;
}

void conformance( void * ( *director )( void * ) )
{
    xilkernel_init();
    CHECK_EQUAL( xmk_add_static_thread( director, DIRECTOR_PRIORITY ), 0 );
    xilkernel_start();
}
