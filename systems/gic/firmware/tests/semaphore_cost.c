/* SPDX-License-Identifier: Apache-2.0 */

/* What a semaphore costs that has been used before, or a mutex. Marks: 0, take, 1, give, 2; then 3, a give to
 * a higher task of this core, 4: that one has it; with a second core 5, a give to a task there, 6: it has
 * returned, and 7 there: it has it. */
#include "FreeRTOS.h"
#include "board.h"
#include "marks.h"
#include "semphr.h"
#include "task.h"

static SemaphoreHandle_t own, here, there;
static volatile int runs_there, has_it;

static void higher( void * unused )
{
    for( ;; )
    {
        xSemaphoreTake( here, portMAX_DELAY );
        MARK( 4 );
    }
}

static void measures( void * unused )
{
    xSemaphoreTake( own, portMAX_DELAY );
    xSemaphoreGive( own );
    MARK( 0 );
    xSemaphoreTake( own, portMAX_DELAY );
    MARK( 1 );
    xSemaphoreGive( own );
    MARK( 2 );
    MARK( 3 );
    xSemaphoreGive( here );

#if configNUMBER_OF_CORES > 1
    while( !runs_there )
    {
    }

    MARK( 5 );
    xSemaphoreGive( there );
    MARK( 6 );

    while( !has_it )
    {
    }
#endif
    board_exit( 0 );
}

#if configNUMBER_OF_CORES > 1

static void runs( void * unused )
{
    for( ;; )
    {
        runs_there = 1;
    }
}

static void elsewhere( void * unused )
{
    xSemaphoreTake( there, portMAX_DELAY );
    MARK( 7 );
    has_it = 1;
    vTaskSuspend( NULL );
}
#endif

int main( void )
{
#if configUSE_MUTEXES
    own = xSemaphoreCreateMutex();
#else
    own = xSemaphoreCreateCounting( 10, 1 );
#endif
    here = xSemaphoreCreateCounting( 10, 0 );
    there = xSemaphoreCreateCounting( 10, 0 );
#if configNUMBER_OF_CORES > 1
    xTaskCreateAffinitySet( higher, "", 512, NULL, 20, 1, NULL );
    xTaskCreateAffinitySet( measures, "", 512, NULL, 10, 1, NULL );
    xTaskCreateAffinitySet( elsewhere, "", 512, NULL, 20, 2, NULL );
    xTaskCreateAffinitySet( runs, "", 512, NULL, 5, 2, NULL );
#else
    ( void ) runs_there;
    ( void ) has_it;
    xTaskCreate( higher, "", 512, NULL, 20, NULL );
    xTaskCreate( measures, "", 512, NULL, 10, NULL );
#endif
    vTaskStartScheduler();
    return 1;
}
