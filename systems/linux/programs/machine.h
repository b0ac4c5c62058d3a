/* SPDX-License-Identifier: Apache-2.0 */

/* What the programs here need beside the library: output, tasks, and system calls that nolibc.h does
 * not have. They are for one 32-bit core, with MMU or without. */
#pragma once

#include <stdint.h>

/* Enough for any task here. */
#define STACK_BYTES 4096

/* Memory or a device by its address, which begins a page. */
volatile uint32_t * map_memory( uint32_t address, uint32_t bytes );

/* Characters to the UART itself, by its page: the kernel has no part in it. open_console() first. */
void open_console( void );
void print( const char * text );
void print_number( uint32_t number );

/* `name value`, a line. */
void print_value( const char * name, uint32_t value );

/* The number that a text begins with; what is behind it and one more character. */
const char * parse_number( const char * text, uint32_t * number );

/* A line that says whether something is as it should be, in one part or in two; how many were not. */
void check( const char * what, int good );
void check_of( const char * about, const char * what, int good );
extern int failures;

/* Load a module from the initial file system, with its parameters; 0 or a negative error number. */
int load_module( const char * path, const char * parameters );

/* Switch the machine off. Does not return. */
void switch_off( void );

/* The calling task is to be SCHED_FIFO with this priority, or SCHED_OTHER with 0. */
int set_priority( int priority );

/* A task of the same program, which begins with body( argument ). */
int start_task( void ( *body )( void * ), void * argument, uint8_t * stack, uint32_t bytes );

/* Another program, from a file; its exit code, or -1 when a signal ended it. */
int run_program( const char * path, const char * argument );

/* Sleep until CLOCK_MONOTONIC is so many nanoseconds, 64 bits as seconds and the rest. */
struct moment
{
    int64_t seconds;
    int64_t nanoseconds;
};

/* CLOCK_MONOTONIC's moment of a cycle, which it returns, as precisely as a system call is short: both clocks
 * count the same cycles. `time` is the page of the time. */
uint32_t compare_clocks( volatile const uint32_t * time, struct moment * moment );

int sleep_until( const struct moment * moment );
void sleep_for( uint32_t nanoseconds );

/* Sleep while *word is `value`, and wake who does. */
void wait_while( uint32_t * word, uint32_t value );
void wake_waiter( uint32_t * word );

#define FOREVER UINT32_MAX

/* poll() for input: 1 when there is some, 0 after the time (FOREVER: never), or a negative error number. */
int wait_for_input( int file, uint32_t nanoseconds );

/* Call a function at a signal. */
int on_signal( int signal, void ( *handler )( int ) );

int own_task( void );
int send_signal( int task, int signal );
