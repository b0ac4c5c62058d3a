/* SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

#include <stddef.h>
#include <sys/mman.h>
#include <ucontext.h>

#if defined( __SANITIZE_ADDRESS__ )
    #include <sanitizer/common_interface_defs.h>
#endif

#define CONTEXTS   64
#define STACK_SIZE ( 256u * 1024u )

/* More interrupts than this are never raised while they are masked. */
#define PENDING 64

/* A run with more points than this does not end. */
#define POINTS 4000000u

struct machine_context
{
    ucontext_t registers;
    void ( *entry )( void * );
    void * argument;
    uint8_t * stack;
    struct machine_context * next_free;
    void * fake_stack; /* AddressSanitizer's, while the context does not run */
};

static struct machine_context contexts[ CONTEXTS ];
static struct machine_context * free_contexts;
static uint8_t * stacks;
static struct machine_context * running;
static ucontext_t before_the_first;

static bool masked = true;
static bool in_interrupt;
static unsigned int silent; /* nesting */
static uint32_t points;
static uint32_t switches;
static void ( *observer )( void );

static struct
{
    void ( *handler )( uint32_t );
    uint32_t argument;
} pending[ PENDING ];
static unsigned int first_pending, pending_count;

/* AddressSanitizer wants to know which stack is in use. */
static void leaving_for( struct machine_context * from, const struct machine_context * next )
{
    #if defined( __SANITIZE_ADDRESS__ )
    __sanitizer_start_switch_fiber( ( from != NULL ) ? &from->fake_stack : NULL, next->stack, STACK_SIZE );
    #else
    ( void ) from;
    ( void ) next;
    #endif
}

static void arrived( void )
{
    #if defined( __SANITIZE_ADDRESS__ )
    __sanitizer_finish_switch_fiber( running->fake_stack, NULL, NULL );
    #endif
}

static void initialise( void )
{
    stacks = mmap( NULL, ( size_t ) CONTEXTS * STACK_SIZE, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0 );

    if( stacks == MAP_FAILED )
    {
        machine_fail( "no memory for stacks" );
    }

    for( unsigned int i = 0; i < CONTEXTS; i++ )
    {
        contexts[ i ].stack = stacks + ( ( size_t ) i * STACK_SIZE );
        contexts[ i ].next_free = ( i + 1 < CONTEXTS ) ? &contexts[ i + 1 ] : NULL;
    }

    free_contexts = &contexts[ 0 ];
}

/* The first function of every context. */
static void enter( void )
{
    arrived();
    machine_unmask();
    running->entry( running->argument );
    machine_fail( "a task returned" );
}

struct machine_context * machine_create( void ( *entry )( void * ), void * argument )
{
    struct machine_context * context;

    if( stacks == NULL )
    {
        initialise();
    }

    context = free_contexts;

    if( context == NULL )
    {
        machine_fail( "too many tasks for the machine" );
    }

    free_contexts = context->next_free;
    context->entry = entry;
    context->argument = argument;
    context->fake_stack = NULL;
    ( void ) getcontext( &context->registers );
    context->registers.uc_stack.ss_sp = context->stack;
    context->registers.uc_stack.ss_size = STACK_SIZE;
    context->registers.uc_link = NULL;
    makecontext( &context->registers, enter, 0 );
    return context;
}

void machine_destroy( struct machine_context * context )
{
    if( context == running )
    {
        machine_fail( "the running task's context was given back" );
    }

    context->next_free = free_contexts;
    free_contexts = context;
}

void machine_switch( struct machine_context * next )
{
    struct machine_context * from = running;
    bool was_masked = masked;

    if( next != running )
    {
        switches++;
        running = next;
        leaving_for( from, next );
        ( void ) swapcontext( ( from != NULL ) ? &from->registers : &before_the_first, &next->registers );
        arrived();
        masked = was_masked;
    }
}

struct machine_context * machine_running( void )
{
    return running;
}

/* A place where interrupts may come: the observer raises them. */
static void note_point( void )
{
    if( ++points > POINTS )
    {
        machine_fail( "hangs" );
    }

    if( observer != NULL )
    {
        observer();
    }
}

/* Until nothing is left. A switch happens inside: other contexts run meanwhile. A context that runs
 * again may be interrupted before it does anything. */
void machine_serve( void )
{
    while( !masked && ( ( pending_count != 0 ) || machine_port_switch_requested() ) )
    {
        const uint32_t before = switches;

        masked = true;

        in_interrupt = true;

        if( !machine_port_interrupt() && ( pending_count != 0 ) )
        {
            unsigned int i = first_pending;

            first_pending = ( first_pending + 1 ) % PENDING;
            pending_count--;
            pending[ i ].handler( pending[ i ].argument );
        }

        in_interrupt = false;
        machine_port_leave_interrupt();
        masked = false;

        if( ( switches != before ) && ( silent == 0 ) )
        {
            note_point();
        }
    }
}

void machine_mask( void )
{
    machine_point();
    masked = true;
}

void machine_unmask( void )
{
    masked = false;
    machine_point();
}

bool machine_is_masked( void )
{
    return masked;
}

void machine_point( void )
{
    if( ( silent != 0 ) || in_interrupt || ( running == NULL ) )
    {
        return;
    }

    note_point();
    machine_serve();
}

void machine_raise( void ( *handler )( uint32_t ), uint32_t argument )
{
    unsigned int i = ( first_pending + pending_count ) % PENDING;

    if( pending_count == PENDING )
    {
        machine_fail( "too many interrupts pending" );
    }

    pending[ i ].handler = handler;
    pending[ i ].argument = argument;
    pending_count++;
    machine_serve();
}

bool machine_is_pending( void )
{
    return pending_count != 0;
}

void machine_observe( void ( *who )( void ) )
{
    observer = who;
}

void machine_silence( bool be_silent )
{
    silent = be_silent ? silent + 1 : silent - 1;
}
