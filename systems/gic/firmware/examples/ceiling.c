/* SPDX-License-Identifier: Apache-2.0 */

/* A resource with a ceiling: who takes it runs at the ceiling, so who shares it cannot begin meanwhile, and
 * who is above can. Taking and giving it is one store to the GIC each. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "resources.h"
#include "task.h"

#define STACK  512
#define LOW    2
#define SHARES 5 /* the ceiling: the highest one of those who take the resource */
#define ABOVE  8

static GicResourceHandle_t resource;
static TaskHandle_t shares, above;

static void runs( void * name )
{
    for( ;; )
    {
        vTaskSuspend( NULL );
        printf( "  %s runs\n", ( const char * ) name );
    }
}

static void low( void * unused )
{
    ( void ) unused;
    vGicResourceTake( resource );
    printf( "taken\n" );
    vTaskResume( shares );
    vTaskResume( above );
    printf( "given\n" );
    vGicResourceGive( resource );
    board_exit( 0 );
}

int main( void )
{
    resource = xGicResourceCreate( SHARES, 0 );
    xTaskCreate( runs, "shares", STACK, "who shares it", SHARES, &shares );
    xTaskCreate( runs, "above", STACK, "who is above", ABOVE, &above );
    xTaskCreate( low, "low", STACK, NULL, LOW, NULL );
    vTaskStartScheduler();
    return 1;
}
