/* SPDX-License-Identifier: Apache-2.0 */

/* What a tick costs a task that computes while another one sleeps: the cycles of the same computation
 * at any configTICK_RATE_HZ. */
#include <stdint.h>
#include <stdio.h>

#include "FreeRTOS.h"
#include "task.h"
#include "board.h"

#define ROUNDS 100000

static uint32_t ulCycles( void )
{
    uint32_t ulNow;

    __asm volatile( "csrr %0, mcycle" : "=r"( ulNow ) );
    return ulNow;
}

static void vSleeper( void * pvParameters )
{
    vTaskDelay( portMAX_DELAY / 2 );
}

static void vComputer( void * pvParameters )
{
    uint32_t ulBegin;

    vTaskDelay( 1 );
    ulBegin = ulCycles();

    for( int i = 0; i < ROUNDS; i++ )
    {
        __asm volatile( "nop" );
    }

    printf( "%u cycles\n", ( unsigned ) ( ulCycles() - ulBegin ) );
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    xTaskCreate( vSleeper, "sleeper", 300, NULL, 2, NULL );
    xTaskCreate( vComputer, "computer", 300, NULL, 1, NULL );
    vTaskStartScheduler();
    return 0;
}
