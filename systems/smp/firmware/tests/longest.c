/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks give and take without a pause, one on each core: what a call takes at most, in clock cycles. There is
 * no tick: the program ends before the first one. */
#include <stdio.h>

#include "judge.h"

#ifndef CALLS
    #define CALLS 2000 /* of each kind, by each task */
#endif
#define STACK 300

static volatile uint32_t gives, takes;
static volatile int begun;

static uint32_t cycles( void )
{
    uint32_t count;

    __asm volatile( "csrr %0, mcycle" : "=r"( count )::"memory" );
    return count;
}

static void call_without_end( void * argument )
{
    const SemaphoreHandle_t own = xSemaphoreCreateBinary();
    uint32_t begin = cycles(), overhead = cycles() - begin, longest_give = 0, longest_take = 0;

    taskENTER_CRITICAL();
    begun++;
    taskEXIT_CRITICAL();

    while( begun < configNUMBER_OF_CORES )
    {
    }

    for( int call = 0; call < CALLS; call++ )
    {
        uint32_t given, taken;

        begin = cycles();
        const BaseType_t gave = xSemaphoreGive( own );
        given = cycles();
        const BaseType_t took = xSemaphoreTake( own, 0 );
        taken = cycles();

        CHECK( gave == pdPASS && took == pdPASS );
        longest_give = given - begin > longest_give ? given - begin : longest_give;
        longest_take = taken - given > longest_take ? taken - given : longest_take;
    }

    taskENTER_CRITICAL();
    gives = longest_give - overhead > gives ? longest_give - overhead : gives;
    takes = longest_take - overhead > takes ? longest_take - overhead : takes;

    if( --begun == 0 )
    {
        printf( "%d calls: a give took at most %lu cycles, a take %lu\n", 2 * CALLS * configNUMBER_OF_CORES,
                ( unsigned long ) gives, ( unsigned long ) takes );
        board_exit( BOARD_EXIT_SUCCESS );
    }

    taskEXIT_CRITICAL();

    for( ;; )
    {
    }
}

int main( void )
{
    for( int core = 0; core < configNUMBER_OF_CORES; core++ )
    {
        CHECK( xTaskCreate( call_without_end, "", STACK, NULL, 2, NULL ) == pdPASS );
    }

    vTaskStartScheduler();
    return BOARD_EXIT_FAILURE;
}
