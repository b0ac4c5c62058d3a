/* SPDX-License-Identifier: Apache-2.0 */

#include "isochron_time_library.h"

/* The test programs have the kernel's own nolibc.h, which is one file for all of these. */
#ifndef NOLIBC
    #include <errno.h>
    #include <fcntl.h>
    #include <stddef.h>
    #include <sys/ioctl.h>
    #include <sys/mman.h>
    #include <unistd.h>
#endif

#include "isochron_time_manager_constants.h"

#define PAGE_BYTES 4096

static int ask( const struct isochron_time * time, unsigned long request, void * argument )
{
    return ioctl( time->file, request, argument ) < 0 ? -errno : 0;
}

int isochron_time_open( struct isochron_time * time )
{
    void * page;
    int error;

    time->file = open( ISOCHRON_TIME_PATH, O_RDWR );

    if( time->file < 0 )
    {
        return -errno;
    }

    page = mmap( NULL, PAGE_BYTES, PROT_READ, MAP_SHARED, time->file, 0 );

    if( page == MAP_FAILED )
    {
        error = -errno;
        close( time->file );
        return error;
    }

    time->page = page;
    return ask( time, ISOCHRON_TIME_INFO, &time->info );
}

void isochron_time_close( struct isochron_time * time )
{
    munmap( ( void * ) time->page, PAGE_BYTES );
    close( time->file );
}

uint64_t isochron_time_now( const struct isochron_time * time )
{
    const volatile uint32_t * high_word = time->page + ISOCHRON_TIME_MANAGER_TIME_HIGH_OFFSET / 4;
    uint32_t high, low;

    /* If the low word wraps between the loads, the high words differ. */
    do
    {
        high = *high_word;
        low = time->page[ ISOCHRON_TIME_MANAGER_TIME_LOW_OFFSET / 4 ];
    } while( high != *high_word );

    return ( uint64_t ) high << 32 | low;
}

int isochron_time_set( const struct isochron_time * time, uint64_t now )
{
    return ask( time, ISOCHRON_TIME_SET, &now );
}

int isochron_time_claim( const struct isochron_time * time, uint32_t channel )
{
    return ask( time, ISOCHRON_TIME_CLAIM, &channel );
}

int isochron_time_unclaim( const struct isochron_time * time, uint32_t channel )
{
    return ask( time, ISOCHRON_TIME_UNCLAIM, &channel );
}

int isochron_time_set_periodic( const struct isochron_time * time, uint32_t channel, uint64_t first,
                                uint64_t period )
{
    struct isochron_time_start start = {
        .channel = channel,
        .flags = ISOCHRON_TIME_ABSOLUTE,
        .delay = first,
        .period = period,
    };

    return ask( time, ISOCHRON_TIME_START, &start );
}

int isochron_time_wait_period( const struct isochron_time * time, uint32_t channel, uint32_t * overruns,
                               uint64_t * release )
{
    struct isochron_time_wait wait = { .channel = channel };
    int error = ask( time, ISOCHRON_TIME_WAIT, &wait );

    if( ( error == 0 ) && ( overruns != NULL ) )
    {
        *overruns = wait.overruns;
    }

    if( ( error == 0 ) && ( release != NULL ) )
    {
        *release = wait.release;
    }

    return error;
}

int isochron_time_delay( const struct isochron_time * time, uint32_t channel, uint64_t cycles )
{
    struct isochron_time_start start = { .channel = channel, .delay = cycles };
    int error = ask( time, ISOCHRON_TIME_START, &start );

    return error != 0 ? error : isochron_time_wait_period( time, channel, NULL, NULL );
}

int isochron_time_stop( const struct isochron_time * time, uint32_t channel )
{
    return ask( time, ISOCHRON_TIME_STOP, &channel );
}

int isochron_time_set_base( struct isochron_time * time, uint32_t base )
{
    int error = ask( time, ISOCHRON_TIME_SET_BASE, &base );

    return error != 0 ? error : ask( time, ISOCHRON_TIME_INFO, &time->info );
}
