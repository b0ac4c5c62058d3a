/* SPDX-License-Identifier: Apache-2.0 */

/* The hardware kernel without FreeRTOS: a thin C API of its own. A call is one store and one load, and
 * most calls are inlined.
 *
 * The program numbers its tasks and objects itself, as constants: nothing is allocated. Tasks are 1 to
 * TASKS - 1, task 0 is idle. Objects (semaphores, mutexes, queues, flags) are 0 to OBJECTS - 1; a queue has
 * an even number and takes the next one, too. The parameters of the hardware are the limits.
 *
 * Calls are for tasks; those whose name begins with iso_isr_ are for interrupt service routines, and main
 * may make any call that does not wait before iso_start(). Times are in ticks. What the hardware refuses,
 * such as a number out of range, ends in iso_error().
 *
 * FreeRTOS-Accelerated, section 2.6 and figure 2.8: the accelerator by itself, under a thin API. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "iso_config.h"
#include "isochron_constants.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ISO_FOREVER 0xFFFFFFFFU

/* The least stack of a task, in words: its control word and two frames of an interrupted task. */
#define ISO_STACK_WORDS 68U

/* What iso_error() is told: a code of the hardware kernel (ISOCHRON_RESULT_ERROR_...), or one of these. */
#define ISO_ERROR_NO_KERNEL 16U /* at ISO_BASE_ADDRESS is no hardware kernel of this version */
#define ISO_ERROR_STACK     17U /* a stack has less than ISO_STACK_WORDS */
#define ISO_ERROR_RETURNED  18U /* a task's function has returned */
#define ISO_ERROR_EXISTS    19U /* a task of this number is there */

/* A command was refused, with this code; ISOCHRON_ERROR names operation and number. The program's own
 * function in place of this one, which stops, may print it. If it returns, the call says false. */
void iso_error( uint32_t code );

/* Waits for the end of the hardware's reset and sets the length of a tick. Before all other calls. */
void iso_init( uint32_t cycles_per_tick );

/* Starts the highest task. Does not return. Interrupts have main's stack from now on. */
void iso_start( void ) __attribute__( ( noreturn ) );

/* What the idle task does again and again; the program may have its own. */
void iso_idle( void );

/* Creates a task: its code begins with this argument on this stack of `words`, whose first word is the
 * kernel's. A priority is 0, as the idle task's, to PRIORITIES - 1, the most urgent. */
void iso_task_create( unsigned task, unsigned priority, void ( *code )( void * ), void * argument,
                      uint32_t * stack, size_t words );

/* Waits until `ticks` after *wake, and moves *wake on. Returns false at once if that is past: the period
 * was missed. */
bool iso_period( uint32_t * wake, uint32_t ticks );

/* Lets another task of the caller's priority run. */
void iso_yield( void );

/* What the calls below are made of. */
uint32_t ulIsochronFinish( uint32_t result );
uint32_t ulIsochronSwitch( void );

#define ISO_REGISTER( offset ) ( *( volatile uint32_t * ) ( ISO_BASE_ADDRESS + ( offset ) ) )
#define ISO_INLINE             static inline __attribute__( ( always_inline ) )

/* What is passed on by memory is there before a task that the command wakes looks. */
ISO_INLINE void iso_issue( uint32_t operation, unsigned number, uint32_t argument )
{
    __asm volatile( "" ::: "memory" );
    ISO_REGISTER( operation + number * sizeof( uint32_t ) ) = argument;
    __asm volatile( "" ::: "memory" );
}

ISO_INLINE bool iso_call( uint32_t operation, unsigned number, uint32_t argument )
{
    uint32_t result;

    iso_issue( operation, number, argument );
    result = ISO_REGISTER( ISOCHRON_RESULT_OFFSET );

    if( __builtin_expect( result > ISOCHRON_RESULT_OK, 0 ) )
    {
        result = ulIsochronFinish( result ); /* switches to others, or was refused */
    }

    __asm volatile( "" ::: "memory" );
    return result == ISOCHRON_RESULT_OK;
}

ISO_INLINE bool iso_isr_call( uint32_t operation, unsigned number, uint32_t argument )
{
    uint32_t code;

    iso_issue( operation, number, argument );
    code = ISO_REGISTER( ISOCHRON_ISR_RESULT_OFFSET ) & ISOCHRON_ISR_RESULT_CODE_MASK;

    if( __builtin_expect( code > ISOCHRON_RESULT_OK, 0 ) )
    {
        iso_error( code );
    }

    return code == ISOCHRON_RESULT_OK;
}

/* Time. */
ISO_INLINE uint32_t iso_ticks( void )
{
    return ISO_REGISTER( ISOCHRON_TICK_OFFSET );
}

ISO_INLINE void iso_delay( uint32_t ticks )
{
    iso_issue( ISOCHRON_TASK_DELAY_OFFSET, 0, ticks );
    ( void ) ulIsochronSwitch();
}

/* Tasks. A suspended one runs after iso_resume() only; iso_task_delete() may be the caller's end. */
ISO_INLINE void iso_task_delete( unsigned task )
{
    ( void ) iso_call( ISOCHRON_TASK_TASK_DELETE_OFFSET, task, 0 );
}

ISO_INLINE void iso_suspend( unsigned task )
{
    ( void ) iso_call( ISOCHRON_TASK_SUSPEND_OFFSET, task, 0 );
}

ISO_INLINE bool iso_resume( unsigned task )
{
    return iso_call( ISOCHRON_TASK_RESUME_OFFSET, task, 0 );
}

ISO_INLINE void iso_priority( unsigned task, unsigned priority )
{
    ( void ) iso_call( ISOCHRON_TASK_PRIORITY_OFFSET, task, priority );
}

/* Notifications: each task has a count, which another task, a routine or a line raises. iso_await() takes
 * all of it, and returns it; 0 after the time. */
ISO_INLINE void iso_notify( unsigned task )
{
    ( void ) iso_call( ISOCHRON_TASK_NOTIFY_INCREMENT_OFFSET, task, 0 );
}

ISO_INLINE void iso_isr_notify( unsigned task )
{
    ( void ) iso_isr_call( ISOCHRON_ISR_NOTIFY_INCREMENT_OFFSET, task, 0 );
}

ISO_INLINE uint32_t iso_await( uint32_t ticks )
{
    ( void ) iso_call( ISOCHRON_TASK_NOTIFY_TAKE_OFFSET, 1, ticks );
    return ISO_REGISTER( ISOCHRON_VALUE_OFFSET );
}

/* Semaphores and mutexes. A mutex lends its holder the priority of who waits for it, and the holder gives
 * it back. iso_take() returns false after the time, iso_give() if the count is at its maximum. */
ISO_INLINE void iso_semaphore_create( unsigned object, uint16_t maximum, uint16_t count )
{
    ( void ) iso_call( ISOCHRON_TASK_OBJECT_CREATE_OFFSET, object, ( ( uint32_t ) maximum << 16 ) | count );
}

ISO_INLINE void iso_mutex_create( unsigned object )
{
    ( void ) iso_call( ISOCHRON_TASK_MUTEX_CREATE_OFFSET, object, 0 );
}

ISO_INLINE bool iso_take( unsigned object, uint32_t ticks )
{
    return iso_call( ISOCHRON_TASK_TAKE_OFFSET, object, ticks );
}

ISO_INLINE bool iso_give( unsigned object )
{
    return iso_call( ISOCHRON_TASK_GIVE_OFFSET, object, 0 );
}

ISO_INLINE bool iso_isr_give( unsigned object )
{
    return iso_isr_call( ISOCHRON_ISR_GIVE_OFFSET, object, 0 );
}

/* Queues of messages of 1 to 4 words, which are in the hardware. `words` is that of the creation.
 * iso_send() returns false if there is no room for the time, iso_receive() if there is no message. */
#define ISO_MESSAGE 0x40000U /* from a command that copies in memory to the one that has words */

ISO_INLINE void iso_queue_create( unsigned queue, uint16_t length, unsigned words )
{
    ( void ) iso_call( ISOCHRON_TASK_QUEUE_CREATE_OFFSET, queue, ( words << 16 ) | length );
}

ISO_INLINE bool iso_send( unsigned queue, const uint32_t * message, unsigned words, uint32_t ticks )
{
    for( unsigned i = 0; i < words; i++ )
    {
        ISO_REGISTER( ISOCHRON_WORD_OFFSET + i * sizeof( uint32_t ) ) = message[ i ];
    }

    return iso_call( ISOCHRON_TASK_QUEUE_SEND_OFFSET + ISO_MESSAGE, queue, ticks );
}

ISO_INLINE bool iso_isr_send( unsigned queue, const uint32_t * message, unsigned words )
{
    for( unsigned i = 0; i < words; i++ )
    {
        ISO_REGISTER( ISOCHRON_ISR_WORD_OFFSET + i * sizeof( uint32_t ) ) = message[ i ];
    }

    return iso_isr_call( ISOCHRON_ISR_QUEUE_SEND_OFFSET + ISO_MESSAGE, queue, 0 );
}

ISO_INLINE bool iso_receive( unsigned queue, uint32_t * message, unsigned words, uint32_t ticks )
{
    bool received = iso_call( ISOCHRON_TASK_QUEUE_RECEIVE_OFFSET + ISO_MESSAGE, queue, ticks );

    for( unsigned i = 0; received && ( i < words ); i++ )
    {
        message[ i ] = ISO_REGISTER( ISOCHRON_WORD_OFFSET + i * sizeof( uint32_t ) );
    }

    return received;
}

/* Flags: 24 bits, for any of which, or all, tasks wait. */
#define ISO_FLAGS_CLEAR 0x01000000U /* clear those that were waited for */
#define ISO_FLAGS_ALL   0x02000000U /* wait for all of them */

ISO_INLINE void iso_flags_create( unsigned object )
{
    ( void ) iso_call( ISOCHRON_TASK_GROUP_CREATE_OFFSET, object, 0 );
}

ISO_INLINE void iso_flags_set( unsigned object, uint32_t flags )
{
    ( void ) iso_call( ISOCHRON_TASK_GROUP_SET_OFFSET, object, flags );
}

ISO_INLINE void iso_isr_flags_set( unsigned object, uint32_t flags )
{
    ( void ) iso_isr_call( ISOCHRON_ISR_GROUP_SET_OFFSET, object, flags );
}

ISO_INLINE void iso_flags_clear( unsigned object, uint32_t flags )
{
    ( void ) iso_call( ISOCHRON_TASK_GROUP_CLEAR_OFFSET, object, flags );
}

/* Returns whether the flags came in time; what they were, with *seen. `flags` has ISO_FLAGS_..., too. */
ISO_INLINE bool iso_flags_wait( unsigned object, uint32_t flags, uint32_t * seen, uint32_t ticks )
{
    bool came;

    iso_issue( ISOCHRON_TASK_OPERAND_OFFSET, 0, flags );
    came = iso_call( ISOCHRON_TASK_GROUP_WAIT_OFFSET, object, ticks );

    if( seen != NULL )
    {
        *seen = ISO_REGISTER( ISOCHRON_VALUE_OFFSET );
    }

    return came;
}

/* Interrupt lines without a service routine: a rising edge gives an object, or notifies a task. */
ISO_INLINE void iso_line_to_object( unsigned line, unsigned object )
{
    ISO_REGISTER( ISOCHRON_LINE_OFFSET + line * sizeof( uint32_t ) ) = ISOCHRON_LINE_ENABLE_MASK | object;
}

ISO_INLINE void iso_line_to_task( unsigned line, unsigned task )
{
    ISO_REGISTER( ISOCHRON_LINE_OFFSET + line * sizeof( uint32_t ) ) =
        ISOCHRON_LINE_ENABLE_MASK | ISOCHRON_LINE_TO_TASK_MASK | task;
}

ISO_INLINE void iso_line_release( unsigned line )
{
    ISO_REGISTER( ISOCHRON_LINE_OFFSET + line * sizeof( uint32_t ) ) = 0;
}

/* Interrupts off, and as they were. A task may wait meanwhile: others find them on. */
ISO_INLINE uint32_t iso_mask( void )
{
    uint32_t status;

    __asm volatile( "csrrci %0, mstatus, 8" : "=r"( status )::"memory" );
    return status & 8U;
}

ISO_INLINE void iso_unmask( uint32_t status )
{
    __asm volatile( "csrs mstatus, %0" ::"r"( status ) : "memory" );
}

#ifdef __cplusplus
}
#endif
