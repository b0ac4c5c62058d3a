/* SPDX-License-Identifier: Apache-2.0 */
#include "lines.h"

#include "calls.h"
#include "isochron_choice.h"
#include "machine.h"
#include "semphr.h"

#if ( isochronHARDWARE_KERNEL == 1 )
    #include "hardware.h"
    #include "isochron.h"
#endif

static const struct line_script * used;
static uint32_t used_count;
static bool bound[ MOST_LINES ];

void lines_use( const struct line_script * lines, uint32_t count )
{
    used = lines;
    used_count = count;
}

#if ( isochronHARDWARE_KERNEL == 1 )

static void bind_in_hardware( uint32_t line, bool bind )
{
    uint32_t target = used[ line ].target;
    BaseType_t done;

    if( !bind )
    {
        done = xIsochronLineRelease( line );
    }
    else if( used[ line ].to_task )
    {
        done = xIsochronLineToTask( line, workers[ target ].handle );
    }
    else
    {
        done = xIsochronLineToSemaphore( line, ( SemaphoreHandle_t ) objects[ target ].handle );
    }

    configASSERT( done == pdPASS );
}

#endif /* isochronHARDWARE_KERNEL */

static void set_line( uint32_t line, bool bind )
{
    bound[ line ] = bind;

    #if ( isochronHARDWARE_KERNEL == 1 )
    bind_in_hardware( line, bind );
    #endif
}

static void set_lines( bool to_task, uint32_t target, bool bind )
{
    machine_silence( true );

    for( uint32_t line = 0; line < used_count; line++ )
    {
        if( ( used[ line ].to_task == to_task ) && ( used[ line ].target == target ) )
        {
            set_line( line, bind );
        }
    }

    machine_silence( false );
}

void lines_bind( bool to_task, uint32_t target )
{
    set_lines( to_task, target, true );
}

void lines_release( bool to_task, uint32_t target )
{
    set_lines( to_task, target, false );
}

bool lines_name( uint32_t object )
{
    for( uint32_t line = 0; line < used_count; line++ )
    {
        if( !used[ line ].to_task && ( used[ line ].target == object ) )
        {
            return true;
        }
    }

    return false;
}

bool lines_need_routine( uint32_t line )
{
    return ( isochronHARDWARE_KERNEL == 0 ) || !bound[ line ];
}

void lines_edge( uint32_t line )
{
    #if ( isochronHARDWARE_KERNEL == 1 )
    hardware_line( line );
    #else
    ( void ) line;
    #endif
}

void lines_routine( uint32_t line )
{
    BaseType_t woken = pdFALSE;
    uint32_t target = used[ line ].target;

    if( bound[ line ] && used[ line ].to_task )
    {
        vTaskNotifyGiveFromISR( workers[ target ].handle, &woken );
    }
    else if( bound[ line ] )
    {
        ( void ) xSemaphoreGiveFromISR( ( SemaphoreHandle_t ) objects[ target ].handle, &woken );
    }

    /* As a line of the hardware, which then requests no switch (docs/reference/differences.md). */
    #if ( configUSE_PREEMPTION == 1 )
    portYIELD_FROM_ISR( woken );
    #else
    ( void ) woken;
    #endif
}
