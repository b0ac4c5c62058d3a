/* SPDX-License-Identifier: Apache-2.0 */

#include "internal.h"

#define SECOND_MS 1000U

unsigned xget_clock_ticks( void )
{
    return xTaskGetTickCount();
}

unsigned sleep( unsigned ms )
{
    uint64_t ticks = ( ( uint64_t ) ms * configTICK_RATE_HZ + SECOND_MS - 1U ) / SECOND_MS;

    while( ticks >= portMAX_DELAY )
    {
        vTaskDelay( portMAX_DELAY - 1U );
        ticks -= portMAX_DELAY - 1U;
    }

    vTaskDelay( ( TickType_t ) ticks );
    return 0;
}
