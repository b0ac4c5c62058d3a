/* SPDX-License-Identifier: Apache-2.0 */

#include "check_tasks.h"

SemaphoreHandle_t semaphore;

void runner( void * who )
{
    for( ;; )
    {
        mark( ( char ) ( uintptr_t ) who );
        vTaskSuspend( NULL );
    }
}

void sleeper( void * parameters )
{
    for( ;; )
    {
        vTaskSuspend( NULL );
    }
}

void ender( void * parameters )
{
    vTaskDelete( NULL );
}

void waiter( void * who )
{
    for( ;; )
    {
        xSemaphoreTake( semaphore, portMAX_DELAY );
        mark( ( char ) ( uintptr_t ) who );
    }
}
