/* SPDX-License-Identifier: Apache-2.0 */

#include "ticks.h"

#define TICKS_LOOKED_AT    40U

uint32_t ticks_epoch;

void ticks_find_epoch( void )
{
    #if ( configUSE_HW_ACCELERATION == 0 )
        taskENTER_CRITICAL();
        ticks_epoch = SOC_REGISTER( SOC_CLINT_MTIMECMP_OFFSET ) - ( xTaskGetTickCount() + 1U ) * CYCLES_PER_TICK;
        taskEXIT_CRITICAL();
    #else
        for( unsigned i = 0; i < TICKS_LOOKED_AT; i++ )
        {
            TickType_t from = xTaskGetTickCount();
            TickType_t now;
            uint32_t before;
            uint32_t last = ticks_mtime();

            /* another phase of the loop below each time */
            for( volatile unsigned k = 0; k < i; k++ )
            {
            }

            do
            {
                before = last;
                last = ticks_mtime();
                now = xTaskGetTickCount();
            } while( now == from );

            /* the old tick was read after `before`, so the new one came later */
            before -= now * CYCLES_PER_TICK;

            if( ( i == 0U ) || ( ( int32_t ) ( before - ticks_epoch ) > 0 ) )
            {
                ticks_epoch = before;
            }
        }
    #endif
}
