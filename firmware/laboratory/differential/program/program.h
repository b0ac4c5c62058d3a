/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a program of `isochron differential` needs beside FreeRTOS: each step is printed with its
 * result, and an interrupt comes before the step that a table names. The program defines the
 * tables, create_object() and delete_object(); program.c, for the native machine, does the rest.
 * On a board, another program.c has to raise the interrupts.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "FreeRTOS.h"
#include "task.h"
#include "semphr.h"
#include "event_groups.h"
#include "message_buffer.h"
#include "stream_buffer.h"
#include "timers.h"
#include "isochron_choice.h"

#if ( isochronHARDWARE_KERNEL == 1 )
    #include "hardware.h"
    #include "isochron.h"
#endif

#define MOST_HANDLES    16
#define LARGEST_ITEM    304
#define SKIPPED         0x534B4950u

struct task_entry
{
    TaskFunction_t function;
    UBaseType_t priority;
};

/* An interrupt, so many times, before a step. */
struct event
{
    uint32_t step;
    void ( * interrupt )( uint32_t );
    uint32_t times;
};

/* Provided by the program. The last event has no interrupt; a task that is only named has no
 * function; the program ends before the step that is its number of steps. create_object() returns
 * NULL for a number that is none, and delete_object() does nothing. */
extern const struct task_entry tasks[];
extern const uint32_t task_count;
extern const struct event events[];
extern const uint32_t steps;
extern const TickType_t first_tick;
extern const uint32_t objects_taken; /* of the hardware's, so that the program's are in software */
void before_the_start( void ); /* creates tasks, for example */
void * create_object( uint32_t number,
                      uint32_t more ); /* than at first, of what has a size */
void delete_object( uint32_t number );

/* NULL: deleted, or not yet created; the first task of each number, once it was deleted. */
extern TaskHandle_t task[ MOST_HANDLES ], deleted[ MOST_HANDLES ];
extern void * object[ MOST_HANDLES ];

/* A call of a task: prints it, its result and the tick at which it returns. For calls without
 * result: DONE. Rounds of the idle task are steps, too. */
#define STEP( call )                                 \
    do {                                             \
        before_step();                               \
        report( #call, ( uint32_t ) ( call ) );      \
    } while( 0 )
#define DONE( call )    ( ( call ), 1u )

/* A call of main(). */
#define BEFORE( call )      report( #call, ( uint32_t ) ( call ) )

/* A call of an interrupt service routine. */
#define FROM_ISR( call )    report( "  interrupt: " #call, ( uint32_t ) ( call ) )

/* A call that names a task which may be deleted, or that must not be made while the scheduler is
 * suspended; a time-out that is none meanwhile. */
#define IF_THERE( handle, call )          ( ( ( handle ) != NULL ) ? ( uint32_t ) ( call ) : SKIPPED )
#define IF_NOT_SUSPENDED( call )          ( suspended() ? SKIPPED : ( uint32_t ) ( call ) )
#define TIME_OUT( ticks )                 ( suspended() ? 0u : ( ticks ) )

/* An interrupt line: the hardware kernel needs no routine for it, once it is bound. */
#if ( isochronHARDWARE_KERNEL == 1 )
    #define BIND( call )                  bind( call )
    #define ON_LINE( number, call )       hardware_line( number )
#else
    #define BIND( call )

    /* As a line of the hardware, which requests no switch without preemption. */
    #if ( configUSE_PREEMPTION == 1 )
        #define LINE_YIELDS( woken )      portYIELD_FROM_ISR( woken )
    #else
        #define LINE_YIELDS( woken )      ( void ) ( woken )
    #endif
    #define ON_LINE( number, call )           \
        do {                                  \
            BaseType_t woken = pdFALSE;       \
            ( void ) ( call );                \
            LINE_YIELDS( woken );             \
        } while( 0 )
#endif

void before_step( void );
void report( const char * call,
             uint32_t result );
BaseType_t suspended( void );
void bind( BaseType_t done );

/* An interrupt: the kernel's tick. */
void tick( uint32_t unused );

/* What several calls do together. */
uint32_t create_task( uint32_t number );
uint32_t create_task_at( uint32_t number,
                         UBaseType_t priority );
uint32_t delete_task( uint32_t number );
uint32_t delete_own( void );
uint32_t information( TaskHandle_t handle,
                      eTaskState state );
uint32_t number_of( TaskHandle_t handle );
uint32_t recreate( uint32_t number,
                   uint32_t more );

/* An item is its value, and the numbers that follow, one in each byte. */
const uint8_t * item( uint8_t value );
uint32_t send( uint32_t queue,
               uint8_t value,
               TickType_t ticks,
               BaseType_t position );
uint32_t send_from_isr( uint32_t queue,
                        uint8_t value,
                        BaseType_t position,
                        BaseType_t * woken );
uint32_t receive( uint32_t queue,
                  TickType_t ticks,
                  BaseType_t ( * how )( QueueHandle_t, void *, TickType_t ) );
uint32_t receive_from_isr( uint32_t queue,
                           BaseType_t * woken );
uint32_t peek_from_isr( uint32_t queue );
uint32_t select_from( uint32_t set,
                      TickType_t ticks );
uint32_t select_from_isr( uint32_t set,
                          BaseType_t * woken );
uint32_t stream_send( uint32_t buffer,
                      uint8_t value,
                      size_t count,
                      TickType_t ticks );
uint32_t stream_receive( uint32_t buffer,
                         size_t count,
                         TickType_t ticks );
uint32_t stream_send_from_isr( uint32_t buffer,
                               uint8_t value,
                               size_t count,
                               BaseType_t * woken );
uint32_t stream_receive_from_isr( uint32_t buffer,
                                  size_t count,
                                  BaseType_t * woken );

/* A timer that expires notifies the task of its number, and so does a function that the timer task
 * is asked to call. */
TimerHandle_t create_timer( TickType_t period,
                            BaseType_t reloads,
                            uint32_t number );
void delete_timer( TimerHandle_t timer );
uint32_t recreate_timer( uint32_t number );
uint32_t timer_state( TimerHandle_t timer );
uint32_t pend( uint32_t number,
               uint32_t value,
               TickType_t ticks );
uint32_t pend_from_isr( uint32_t number,
                        uint32_t value,
                        BaseType_t * woken );
uint32_t check_time_out( TimeOut_t * time_out,
                         TickType_t ticks );
uint32_t notify( TaskHandle_t handle,
                 uint32_t value,
                 eNotifyAction action,
                 UBaseType_t index,
                 BaseType_t asks );
uint32_t notify_wait( uint32_t clear_on_entry,
                      uint32_t clear_on_exit,
                      TickType_t ticks,
                      UBaseType_t index,
                      BaseType_t asks );
uint32_t notify_from_isr( TaskHandle_t handle,
                          uint32_t value,
                          eNotifyAction action,
                          UBaseType_t index,
                          BaseType_t asks,
                          BaseType_t * woken );

#endif /* PROGRAM_H */
