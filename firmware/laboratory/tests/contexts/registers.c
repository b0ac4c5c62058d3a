/* SPDX-License-Identifier: Apache-2.0 */

/* Random switches: every task has its own value in all of its registers and finds it there again,
 * whether it was interrupted at a random cycle, or called the kernel, with interrupts enabled or
 * masked.
 *
 * TEST_ROUNDS is how often the workers together do something, TEST_SEED what. */
#include "board.h"
#include "check.h"
#include "hold_registers.h"
#include "isochron.h"
#include "semphr.h"

#ifndef TEST_ROUNDS
    #define TEST_ROUNDS 4000
#endif
#ifndef TEST_SEED
    #define TEST_SEED 1
#endif

#define LINE         5
#define WORKERS      20
#define LOW          1
#define LEVELS       3
#define SELF         8
#define LONGEST_HOLD 4

/* The line rises again so many cycles later, plus up to PHASES - 1. */
#define DELAY  40
#define PHASES 256

static SemaphoreHandle_t semaphores[ WORKERS ];
static TaskHandle_t director_task, workers[ WORKERS ];
static volatile uintptr_t suspended; /* the last worker that was about to suspend itself */
static volatile uint32_t rounds;

/* A task's own random numbers (xorshift), which are also the values of its registers. */
static uint32_t next( uint32_t state )
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

/* Above all workers, woken by the line alone. */
static void interrupting( void * parameters )
{
    uint32_t value = TEST_SEED;

    for( ;; )
    {
        value = next( value );
        board_arm_interrupt( LINE, DELAY, PHASES - 1 );
        CHECK( hold( value, 1 ) );
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        board_acknowledge_interrupt( LINE );
        vTaskResume( workers[ value % WORKERS ] ); /* perhaps one that was resumed too early */
    }
}

static void masked_yield( uint32_t value )
{
    taskENTER_CRITICAL();
    CHECK( yield_with( value ) );
    taskEXIT_CRITICAL();
}

/* Resumes the worker that did this before. */
static void suspend( uintptr_t self, TaskHandle_t itself )
{
    uintptr_t before = suspended;

    suspended = self;
    vTaskResume( workers[ before ] );
    vTaskSuspend( itself );
}

/* One semaphore goes round from each worker to the next. */
static void worker( void * parameters )
{
    uintptr_t self = ( uintptr_t ) parameters;
    uint32_t value = TEST_SEED + ( self + 1 ) * 0x9E3779B9u;

    for( ;; )
    {
        value = next( value );
        CHECK( hold( value, 1 + value % LONGEST_HOLD ) );

        switch( ( value >> 8 ) % 5 )
        {
            case 0:
                CHECK( yield_with( value ) );
                break;

            case 1:
                masked_yield( value );
                break;

            case 2:
                vTaskPrioritySet( NULL, LOW + ( value >> 16 ) % LEVELS );
                break;

            case 3:
                suspend( self, ( value % 2 == 0 ) ? NULL : workers[ self ] );
                break;

            default:
                xSemaphoreGive( semaphores[ ( self + 1 ) % WORKERS ] );
                xSemaphoreTake( semaphores[ self ], portMAX_DELAY );
                break;
        }

        if( ++rounds == TEST_ROUNDS )
        {
            xTaskNotifyGive( director_task );
        }
    }
}

TEST_PROGRAM( SELF )
{
    director_task = xTaskGetCurrentTaskHandle();

    for( uintptr_t i = 0; i < WORKERS; i++ )
    {
        semaphores[ i ] = xSemaphoreCreateCounting( 0xFFFF, 1 );
        workers[ i ] = create( worker, i, LOW );
    }

    CHECK_EQUAL( xIsochronLineToTask( LINE, create( interrupting, 0, SELF - 1 ) ), pdPASS );
    ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
}
