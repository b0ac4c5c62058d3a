/* SPDX-License-Identifier: Apache-2.0 */

#include "isochron_channel_library.h"

/* The test programs have the kernel's own nolibc.h, which is one file for all of these. */
#ifndef NOLIBC
    #include <errno.h>
    #include <fcntl.h>
    #include <poll.h>
    #include <stddef.h>
    #include <string.h>
    #include <sys/mman.h>
    #include <sys/syscall.h>
    #include <unistd.h>
#endif

#define NAME_BYTES 64

/* What is left of a time-out; the kernel counts it down, so several waits together are no longer than it
 * says. */
struct time_left
{
    int64_t seconds;
    int64_t nanoseconds;
};

static struct time_left time_of( int milliseconds )
{
    uint32_t positive = ( milliseconds > 0 ) ? ( uint32_t ) milliseconds : 0U;

    return ( struct time_left ) { positive / 1000U, positive % 1000U * 1000000U };
}

/* Wait until the file is ready for what failed with EAGAIN; 0, or why it is not worth another attempt. The
 * system call itself: nolibc.h's poll() is none on 32 bits, and others hide what is left. */
static int wait_for( const struct isochron_channel * channel, short events, int milliseconds,
                     struct time_left * left )
{
    struct pollfd poll = { .fd = channel->file, .events = events };
    struct time_left * until = ( milliseconds < 0 ) ? NULL : left;
    long ready = ( milliseconds == 0 ) ? 0 : syscall( __NR_ppoll_time64, &poll, 1, until, NULL, 0 );

    return ready > 0 ? 0 : ready == 0 ? -ETIMEDOUT : -errno;
}

int isochron_channel_open( struct isochron_channel * channel, const char * name )
{
    static const char folder[] = ISOCHRON_CHANNEL_FOLDER;
    char path[ sizeof( folder ) + NAME_BYTES ];
    size_t length = strlen( name );

    if( length > NAME_BYTES )
    {
        return -ENOENT;
    }

    memcpy( path, folder, sizeof( folder ) - 1U );
    memcpy( path + sizeof( folder ) - 1U, name, length + 1U );
    channel->file = open( path, O_RDWR | O_NONBLOCK );

    if( channel->file < 0 )
    {
        return -errno;
    }

    channel->area = mmap( NULL, ISOCHRON_CHANNEL_AREA, PROT_READ | PROT_WRITE, MAP_SHARED, channel->file, 0 );

    if( channel->area == MAP_FAILED )
    {
        int error = -errno;

        close( channel->file );
        return error;
    }

    return 0;
}

void isochron_channel_close( struct isochron_channel * channel )
{
    munmap( ( void * ) channel->area, ISOCHRON_CHANNEL_AREA );
    close( channel->file );
}

int isochron_channel_send( const struct isochron_channel * channel, const void * message, uint32_t bytes,
                           int milliseconds )
{
    struct time_left left = time_of( milliseconds );
    int error = 0;

    while( ( error == 0 ) && ( write( channel->file, message, bytes ) < 0 ) )
    {
        error = ( errno == EAGAIN ) ? wait_for( channel, POLLOUT, milliseconds, &left ) : -errno;
    }

    return error;
}

int isochron_channel_receive( const struct isochron_channel * channel, void * message, uint32_t bytes,
                              int milliseconds )
{
    struct time_left left = time_of( milliseconds );
    int error = 0;

    while( error == 0 )
    {
        long received = read( channel->file, message, bytes );

        if( received >= 0 )
        {
            return ( int ) received;
        }

        error = ( errno == EAGAIN ) ? wait_for( channel, POLLIN, milliseconds, &left ) : -errno;
    }

    return error;
}
