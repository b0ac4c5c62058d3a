/* SPDX-License-Identifier: Apache-2.0 */

/* Start, processes, errno. */
#include "internal.h"

void xilkernel_init( void )
{
}

void xilkernel_start( void )
{
    vTaskStartScheduler();
}

void xilkernel_main( void )
{
    xilkernel_init();
    xilkernel_start();
}

int yield( void )
{
    taskYIELD();
    return 0;
}

pid_t get_currentPID( void )
{
    return ( pid_t ) pthread_self();
}

int * xilkernel_errno( void )
{
    static int before_start;
    struct xilkernel_thread * self = xilkernel_self();

    return ( self == NULL ) ? &before_start : &self->error;
}

int xilkernel_fail( int error )
{
    errno = error;
    return -1;
}
