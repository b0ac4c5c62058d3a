/* SPDX-License-Identifier: Apache-2.0 */

#include "chain.h"

#define LOWEST 1U

static TaskHandle_t tasks[ CHAIN_MOST - 1U ];
static unsigned others;

void chain_grow( unsigned size, TaskFunction_t body )
{
    for( ; others < size - 1U; others++ )
    {
        /* It runs at once, being above the caller, until it is suspended. */
        xTaskCreate( body, "chain", configMINIMAL_STACK_SIZE, ( void * ) ( uintptr_t ) others,
                     LOWEST + 1U + others, &tasks[ others ] );
    }
}

void chain_pass( void )
{
    /* Above all others nobody comes in between, and a single switch starts them. */
    vTaskPrioritySet( NULL, LOWEST + 1U + others );

    for( unsigned i = 0; i < others; i++ )
    {
        vTaskResume( tasks[ i ] );
    }

    vTaskPrioritySet( NULL, LOWEST );
}
