/* SPDX-License-Identifier: Apache-2.0 */

#include "isochron_dump.h"

#include <stdio.h>

#include "FreeRTOS.h"
#include "isochron_contexts_constants.h"
#include "isochron_constants.h"

#define dumpREGISTERS 32U
#define dumpLINE      8U

static uint32_t prvLoad( uintptr_t uxAddress )
{
    return *( volatile uint32_t * ) uxAddress;
}

static void prvPrintContext( uint32_t ulTask, uint32_t ulProgramCounter )
{
    uintptr_t uxBank = configISOCHRON_BANKS_BASE_ADDRESS + ulTask * ISOCHRON_CONTEXTS_TASK_STRIDE;

    printf( "dump context %lu %lx", ( unsigned long ) ulTask, ( unsigned long ) ulProgramCounter );

    for( uint32_t ulRegister = 1; ulRegister < dumpREGISTERS; ulRegister++ )
    {
        uintptr_t uxAddress =
            uxBank + ISOCHRON_CONTEXTS_TASK_REGISTER_OFFSET + ulRegister * sizeof( uint32_t );

        printf( " %lx", ( unsigned long ) prvLoad( uxAddress ) );
    }

    printf( "\n" );
}

static void prvPrintMemory( const uint32_t * pulLine )
{
    uint32_t ulAny = 0;

    for( uint32_t ulWord = 0; ulWord < dumpLINE; ulWord++ )
    {
        ulAny |= pulLine[ ulWord ];
    }

    if( ulAny != 0U )
    {
        printf( "dump memory %lx", ( unsigned long ) ( uintptr_t ) pulLine );

        for( uint32_t ulWord = 0; ulWord < dumpLINE; ulWord++ )
        {
            printf( " %lx", ( unsigned long ) pulLine[ ulWord ] );
        }

        printf( "\n" );
    }
}

void vIsochronDump( const uint32_t * pulFrom, const uint32_t * pulTo )
{
    uint32_t ulTasks = prvLoad( configHW_ACCELERATION_BASE_ADDRESS + ISOCHRON_TASKS_OFFSET );
    uint32_t ulRunning = prvLoad( configHW_ACCELERATION_BASE_ADDRESS + ISOCHRON_CURRENT_ID_OFFSET );

    printf( "dump range %lx %lx\n", ( unsigned long ) ( uintptr_t ) pulFrom,
            ( unsigned long ) ( uintptr_t ) pulTo );

    for( const uint32_t * pulLine = pulFrom; pulLine + dumpLINE <= pulTo; pulLine += dumpLINE )
    {
        prvPrintMemory( pulLine );
    }

    for( uint32_t ulTask = 0; ulTask < ulTasks; ulTask++ )
    {
        uintptr_t uxBank = configISOCHRON_BANKS_BASE_ADDRESS + ulTask * ISOCHRON_CONTEXTS_TASK_STRIDE;

        if( ulTask != ulRunning )
        {
            prvPrintContext( ulTask, prvLoad( uxBank + ISOCHRON_CONTEXTS_TASK_PC_OFFSET ) );
        }
    }

    printf( "dump end\n" );
}
