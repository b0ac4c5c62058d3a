/* SPDX-License-Identifier: Apache-2.0 */

#include "machine.h"

#include <asm/siginfo.h>
#include <asm/signal.h>
#include <linux/futex.h>
#include <linux/reboot.h>
#include <linux/sched.h>
#include <linux/time.h>
#include <linux/wait.h>

#define UART_ADDRESS 0xF0000000U /* systems/linux/hardware/linux_platform.sv */
#define PAGE_BYTES   4096

int failures;

static volatile uint32_t * uart;

volatile uint32_t * map_memory( uint32_t address, uint32_t bytes )
{
    int file = open( "/dev/mem", O_RDWR | O_SYNC );

    /* nolibc.h's mmap() takes no offset of 2 GiB. */
    long mapped = my_syscall6( __NR_mmap2, NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                               address / PAGE_BYTES );

    close( file );
    return ( volatile uint32_t * ) mapped;
}

void open_console( void )
{
    uart = map_memory( UART_ADDRESS, PAGE_BYTES );
}

void print( const char * text )
{
    while( *text != '\0' )
    {
        *uart = ( uint32_t ) *text++;
    }
}

void print_number( uint32_t number )
{
    char digits[ 11 ];
    char * first = &digits[ sizeof( digits ) - 1 ];

    *first = '\0';

    do
    {
        *--first = ( char ) ( '0' + number % 10U );
        number /= 10U;
    } while( number != 0U );

    print( first );
}

void print_value( const char * name, uint32_t value )
{
    print( name );
    print( " " );
    print_number( value );
    print( "\n" );
}

const char * parse_number( const char * text, uint32_t * number )
{
    for( *number = 0; *text >= '0' && *text <= '9'; text++ )
    {
        *number = *number * 10U + ( uint32_t ) ( *text - '0' );
    }

    return *text == '\0' ? text : text + 1;
}

void check( const char * what, int good )
{
    check_of( "", what, good );
}

void check_of( const char * about, const char * what, int good )
{
    print( good ? "ok " : "not ok " );
    print( about );
    print( what );
    print( "\n" );
    failures += !good;
}

int load_module( const char * path, const char * parameters )
{
    int file = open( path, O_RDONLY ), loaded;

    if( file < 0 )
    {
        return -errno;
    }

    loaded = ( int ) my_syscall3( __NR_finit_module, file, parameters, 0 );
    close( file );
    return loaded;
}

void switch_off( void )
{
    reboot( LINUX_REBOOT_CMD_POWER_OFF );

    for( ;; )
    {
    }
}

int set_priority( int priority )
{
    return ( int ) my_syscall3( __NR_sched_setscheduler, 0, priority > 0 ? SCHED_FIFO : SCHED_NORMAL,
                                &priority );
}

/* clone(); the new task has its body and the argument on its own stack. */
__asm__( ".text\n"
         "clone_task:\n"
         "    li   a2, 0\n"
         "    li   a3, 0\n"
         "    li   a4, 0\n"
         "    li   a7, 220\n"
         "    ecall\n"
         "    bnez a0, 1f\n"
         "    lw   t0, 0(sp)\n"
         "    lw   a0, 4(sp)\n"
         "    jalr t0\n"
         "    li   a0, 0\n"
         "    li   a7, 93\n"
         "    ecall\n"
         "1:  ret\n" );

extern int clone_task( unsigned long flags, void * stack );

static int clone_with( unsigned long flags, void ( *body )( void * ), void * argument, uint8_t * stack,
                       uint32_t bytes )
{
    uintptr_t * top = ( uintptr_t * ) ( ( uintptr_t ) ( stack + bytes ) & ~( uintptr_t ) 15 ) - 4;

    top[ 0 ] = ( uintptr_t ) body;
    top[ 1 ] = ( uintptr_t ) argument;
    return clone_task( flags, top );
}

int start_task( void ( *body )( void * ), void * argument, uint8_t * stack, uint32_t bytes )
{
    return clone_with( CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM, body,
                       argument, stack, bytes );
}

struct program
{
    const char * path;
    const char * argument;
};

static void execute( void * argument )
{
    const struct program * program = argument;
    char * arguments[] = { ( char * ) program->path, ( char * ) program->argument, NULL };

    execve( program->path, arguments, environ );
}

int run_program( const char * path, const char * argument )
{
    static uint8_t stack[ STACK_BYTES ];
    struct program program = { path, argument };
    siginfo_t end;
    int task = clone_with( CLONE_VM | CLONE_VFORK | SIGCHLD, execute, &program, stack, sizeof( stack ) );

    if( ( task < 0 ) || ( my_syscall5( __NR_waitid, P_PID, task, &end, WEXITED, NULL ) < 0 ) )
    {
        return -1;
    }

    return end.si_code == CLD_EXITED ? end.si_status : -1;
}

uint32_t compare_clocks( volatile const uint32_t * time, struct moment * moment )
{
    uint32_t shortest = ~0U, cycle = 0;

    for( int i = 0; i < 10; i++ )
    {
        struct moment found;
        uint32_t before = time[ 0 ], after;

        my_syscall2( __NR_clock_gettime64, CLOCK_MONOTONIC, &found );
        after = time[ 0 ];

        if( after - before < shortest )
        {
            shortest = after - before;
            cycle = before + shortest / 2U;
            *moment = found;
        }
    }

    return cycle;
}

int sleep_until( const struct moment * moment )
{
    return ( int ) my_syscall4( __NR_clock_nanosleep_time64, CLOCK_MONOTONIC, TIMER_ABSTIME, moment, NULL );
}

void sleep_for( uint32_t nanoseconds )
{
    struct moment moment = { 0, nanoseconds };

    my_syscall4( __NR_clock_nanosleep_time64, CLOCK_MONOTONIC, 0, &moment, NULL );
}

void wait_while( uint32_t * word, uint32_t value )
{
    while( *( volatile uint32_t * ) word == value )
    {
        my_syscall6( __NR_futex_time64, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0 );
    }
}

void wake_waiter( uint32_t * word )
{
    my_syscall6( __NR_futex_time64, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0 );
}

int wait_for_input( int file, uint32_t nanoseconds )
{
    struct pollfd poll = { .fd = file, .events = POLLIN };
    struct moment time = { 0, nanoseconds };

    return ( int ) my_syscall5( __NR_ppoll_time64, &poll, 1, nanoseconds == FOREVER ? NULL : &time, NULL, 0 );
}

int on_signal( int signal, void ( *handler )( int ) )
{
    struct sigaction action = { .sa_handler = handler };

    return ( int ) my_syscall4( __NR_rt_sigaction, signal, &action, NULL, sizeof( action.sa_mask ) );
}

int own_task( void )
{
    return ( int ) my_syscall0( __NR_gettid );
}

int send_signal( int task, int signal )
{
    /* A call among the arguments would overwrite the registers of the others. */
    int program = getpid();

    return ( int ) my_syscall3( __NR_tgkill, program, task, signal );
}
