/* SPDX-License-Identifier: Apache-2.0 */

/* A task uses floating point and deletes itself; another one is created in its memory. The registers of that
 * one are new, not those that the first has left in the core. */
#include <stdint.h>
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "task.h"

#define WORDS 1024
#define LEFT  0x4142434445464748ULL

static StaticTask_t block;
static StackType_t stack[ WORDS ];

static void leaves( void * unused )
{
    __asm volatile( "vmov d0, %Q0, %R0" : : "r"( LEFT ) : "d0" );
    vTaskDelete( NULL );
}

static void comes( void * unused )
{
    uint64_t found;

    __asm volatile( "vmov %Q0, %R0, d0" : "=r"( found ) );
    puts( ( found == 0 ) ? "passed" : "registers of somebody else" );
    board_exit( found != 0 );
}

static void creates( void * unused )
{
    xTaskCreateStatic( leaves, "leaves", WORDS, NULL, 3, stack, &block );
    vTaskDelay( 2 ); /* the idle task forgets it */
    xTaskCreateStatic( comes, "comes", WORDS, NULL, 3, stack, &block );
    vTaskDelay( portMAX_DELAY );
}

int main( void )
{
    xTaskCreate( creates, "creates", WORDS, NULL, 2, NULL );
    vTaskStartScheduler();
    return 1;
}
