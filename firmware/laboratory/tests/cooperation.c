/* SPDX-License-Identifier: Apache-2.0 */

/* Without preemption nobody makes good a switch that chooses too early. So of all who are due at the same
 * tick the highest runs first, although the lowest began to wait first. */
#include "check.h"
#include "semphr.h"

#define WAITERS  6
#define DIRECTOR ( WAITERS + 1 )

/* Of the chain of waits. The idle task yields meanwhile, so a tick meets a switch sooner or later. */
#define ROUNDS 60

static SemaphoreHandle_t turns[ WAITERS ], never;
static volatile TickType_t due;

/* Waits for the same tick as the others do: first the lowest one, which lets the next one begin. */
static void waiter( void * who )
{
    const unsigned self = ( unsigned ) ( uintptr_t ) who;

    for( ;; )
    {
        CHECK_EQUAL( xSemaphoreTake( turns[ self ], portMAX_DELAY ), pdTRUE );

        if( self + 1U < WAITERS )
        {
            xSemaphoreGive( turns[ self + 1U ] );
        }

        /* What the hybrid's hardware ends alone, and what its software has to. */
        if( ( self & 1U ) == 0U )
        {
            vTaskDelay( due - xTaskGetTickCount() );
        }
        else
        {
            CHECK_EQUAL( xSemaphoreTake( never, due - xTaskGetTickCount() ), pdFALSE );
        }

        CHECK_EQUAL( xTaskGetTickCount(), due );
        mark( ( char ) ( 'a' + self ) );
    }
}

TEST_PROGRAM( DIRECTOR )
{
    never = xSemaphoreCreateBinary();

    for( unsigned i = 0; i < WAITERS; i++ )
    {
        turns[ i ] = xSemaphoreCreateBinary();
        create( waiter, i, 1U + i );
    }

    for( unsigned i = 0; i < ROUNDS; i++ )
    {
        vTaskDelay( 1 );
        due = xTaskGetTickCount() + 2U;
        xSemaphoreGive( turns[ 0 ] );
        vTaskDelay( 3 );
        CHECK_ORDER( "fedcba" );
    }
}
