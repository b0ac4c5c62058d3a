/* SPDX-License-Identifier: Apache-2.0 */

/* The words of the hardware's trace. */
#include "kernel.h"

#ifdef configISOCHRON_TRACE_BASE_ADDRESS

    #include "isochron_trace.h"
    #include "isochron_trace_constants.h"

UBaseType_t uxIsochronTraceRead( uint32_t * pulWords, UBaseType_t uxMost )
{
    volatile uint32_t const * const pulOldest =
        ( volatile uint32_t const * ) ( ( uintptr_t ) configISOCHRON_TRACE_BASE_ADDRESS +
                                        ISOCHRON_TRACE_EVENT_OFFSET );
    UBaseType_t uxTaken = 0;

    while( uxTaken < uxMost )
    {
        uint32_t const ulWord = *pulOldest;

        if( ulWord == 0U )
        {
            break;
        }

        pulWords[ uxTaken ] = ulWord;
        uxTaken++;
    }

    return uxTaken;
}

#endif /* configISOCHRON_TRACE_BASE_ADDRESS */
