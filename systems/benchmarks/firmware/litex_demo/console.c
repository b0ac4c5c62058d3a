/* SPDX-License-Identifier: Apache-2.0 */

/* What freertos-on-litex takes from LiteX's own libraries, and does not need on the hardware kernel. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "task.h"

void uart_write( char character );

static int put( char character, FILE * stream )
{
    uart_write( character );
    return 0;
}

static FILE console = FDEV_SETUP_STREAM( put, NULL, NULL, _FDEV_SETUP_WRITE );

FILE * const stdout = &console;

#if ( configUSE_HW_ACCELERATION == 1 )

/* The service routine of LiteX's timer names it. The hardware counts ticks, and nothing starts the timer. */
BaseType_t xTaskIncrementTick( void )
{
    configASSERT( pdFALSE );
    return pdFALSE;
}

void vYieldFromRoutine( void );

/* In place of vTaskSwitchContext(), which the service routine calls if it has woken a higher task. */
void vYieldFromRoutine( void )
{
    portYIELD_FROM_ISR( pdTRUE );
}

#endif
