/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks compute with floating point, preempt each other at ticks, and switch by calls: each keeps its
 * registers and how it rounds. A task that does not compute has none to keep. */
#include "check.h"
#include "semphr.h"

#define COMPUTING 3
#define ROUNDS    40
#define TERMS     300
#define LOW       1
#define MIDDLE    2
#define HIGH      3

static const uint32_t rounding[ COMPUTING ] = { 0, 2, 3 }; /* to nearest, down, up */
static SemaphoreHandle_t turn;
static TaskHandle_t director_task;
static volatile float sums[ COMPUTING ];

/* Of many registers, so that a switch at any moment has something to lose. */
static float sum_of( uint32_t number )
{
    float a = 1.0F, b = 2.0F, c = 3.0F, d = 4.0F;

    for( uint32_t term = 1; term <= TERMS; term++ )
    {
        const float x = ( float ) ( term * ( number + 3 ) );

        a += 1.0F / x;
        b = b * 0.999F + a;
        c = c * 0.5F - b / x;
        d += a * b - c;
    }

    return a + b + c + d;
}

static void set_rounding( uint32_t mode )
{
    __asm volatile( "fsrm %0" ::"r"( mode ) );
}

static uint32_t get_rounding( void )
{
    uint32_t mode;

    __asm volatile( "frrm %0" : "=r"( mode ) );
    return mode;
}

static void compute( void * argument )
{
    const uint32_t number = ( uint32_t ) ( uintptr_t ) argument;

    CHECK( get_rounding() == 0 );
    set_rounding( rounding[ number ] );

    for( int round = 0; round < ROUNDS; round++ )
    {
        const float sum = sum_of( number );

        if( round == 0 )
        {
            sums[ number ] = sum;
        }

        CHECK( sum == sums[ number ] );
        CHECK( xSemaphoreTake( turn, portMAX_DELAY ) == pdPASS );
        taskYIELD();
        CHECK( xSemaphoreGive( turn ) == pdPASS );
        taskENTER_CRITICAL();
        taskYIELD(); /* a switch with interrupts masked */
        taskEXIT_CRITICAL();
        CHECK( get_rounding() == rounding[ number ] );
    }

    xTaskNotifyGive( director_task );
    vTaskSuspend( NULL );
}

static void wake_at_each_tick( void * argument )
{
    for( ;; )
    {
        vTaskDelay( 1 );
    }
}

static void director( void * argument )
{
    float expected[ COMPUTING ];

    for( uint32_t number = 0; number < COMPUTING; number++ )
    {
        set_rounding( rounding[ number ] );
        expected[ number ] = sum_of( number );
    }

    set_rounding( 0 );
    director_task = xTaskGetCurrentTaskHandle();
    turn = xSemaphoreCreateBinary();
    CHECK( xSemaphoreGive( turn ) == pdPASS );
    create( wake_at_each_tick, 0, HIGH );

    for( uintptr_t number = 0; number < COMPUTING; number++ )
    {
        create( compute, number, LOW );
    }

    for( int task = 0; task < COMPUTING; task++ )
    {
        CHECK( ulTaskNotifyTake( pdFALSE, portMAX_DELAY ) == 1 );
    }

    for( int number = 0; number < COMPUTING; number++ )
    {
        CHECK( sums[ number ] == expected[ number ] );
    }

    CHECK( expected[ 1 ] != expected[ 2 ] );
    test_passed();
}

int main( void )
{
    test_start( director, MIDDLE );
}
