/* SPDX-License-Identifier: Apache-2.0 */

#include <asm/siginfo.h>
#include <asm/signal.h>
#include <linux/wait.h>

#include "load.h"
#include "machine.h"

#define PAGE_BYTES  4096U
#define FAULT_BYTES 65536U
#define COPY_BYTES  32768U
#define PINGS       20

static void __attribute__( ( noreturn ) ) keep_busy( const char * path, const char * argument )
{
    static uint8_t from[ COPY_BYTES ], to[ COPY_BYTES ];
    int there[ 2 ], back[ 2 ];
    char byte = 0;

    if( ( pipe( there ) != 0 ) || ( pipe( back ) != 0 ) )
    {
        exit( 1 );
    }

    if( fork() == 0 )
    {
        close( there[ 1 ] );

        while( read( there[ 0 ], &byte, 1 ) == 1 )
        {
            write( back[ 1 ], &byte, 1 );
        }

        exit( 0 );
    }

    for( ;; )
    {
        uint8_t * area;

        for( int i = 0; i < PINGS; i++ )
        {
            write( there[ 1 ], &byte, 1 );
            read( back[ 0 ], &byte, 1 );
        }

        memcpy( to, from, COPY_BYTES );
        area = mmap( NULL, FAULT_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0 );

        for( uint32_t at = 0; at < FAULT_BYTES; at += PAGE_BYTES )
        {
            area[ at ] = 1;
        }

        munmap( area, FAULT_BYTES );
        ( void ) run_program( path, argument );
    }
}

int begin_work( const char * path, const char * argument )
{
    int process = fork();

    if( process == 0 )
    {
        keep_busy( path, argument );
    }

    return process;
}

void end_work( int process )
{
    siginfo_t end;

    kill( process, SIGKILL );
    my_syscall5( __NR_waitid, P_PID, process, &end, WEXITED, NULL );
}
