/* SPDX-License-Identifier: Apache-2.0 */

/* What a section costs a task where nobody else wants to be in it: a resource with a ceiling where the GIC
 * schedules, FreeRTOS's mutex else; and a resource of all cores. From the call to its return. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "marks.h"
#include "task.h"

#if configUSE_GIC_SCHEDULER
    #include "global_resources.h"
    #include "resources.h"
    #define TAKE( lock ) vGicResourceTake( lock )
    #define GIVE( lock ) vGicResourceGive( lock )
static GicResourceHandle_t lock;
static GicGlobalResourceHandle_t global;
#else
    #include "semphr.h"
    #define TAKE( lock ) ( void ) xSemaphoreTake( lock, 0 )
    #define GIVE( lock ) ( void ) xSemaphoreGive( lock )
static SemaphoreHandle_t lock;
#endif

#define PRIORITY 10
#define TIMES    3

static void measures( void * unused )
{
    for( int time = 0; time < TIMES; time++ )
    {
        MARK( MARK_START );
        TAKE( lock );
        MARK( MARK_RETURN );
        printf( "sample resource-take local without times=%d\n", TIMES );
        MARK( MARK_START );
        GIVE( lock );
        MARK( MARK_RETURN );
        printf( "sample resource-give local without times=%d\n", TIMES );
#if configUSE_GIC_SCHEDULER
        MARK( MARK_START );
        vGicGlobalResourceTake( global );
        MARK( MARK_RETURN );
        printf( "sample global-take local without times=%d\n", TIMES );
        MARK( MARK_START );
        vGicGlobalResourceGive( global );
        MARK( MARK_RETURN );
        printf( "sample global-give local without times=%d\n", TIMES );
#endif
    }

    board_exit( 0 );
}

int main( void )
{
#if configUSE_GIC_SCHEDULER
    lock = xGicResourceCreate( PRIORITY, 0 );
    global = xGicGlobalResourceCreate();
#else
    lock = xSemaphoreCreateMutex();
#endif
#if configNUMBER_OF_CORES > 1
    xTaskCreateAffinitySet( measures, "measures", 512, NULL, PRIORITY, 1, NULL );
#else
    xTaskCreate( measures, "measures", 512, NULL, PRIORITY, NULL );
#endif
    vTaskStartScheduler();
    return 1;
}
