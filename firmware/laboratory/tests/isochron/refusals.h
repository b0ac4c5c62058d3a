/* SPDX-License-Identifier: Apache-2.0 */

/* What the hardware kernel refuses, for a program that provokes it: kept until the program asks, where
 * by default an assertion would fail. For one source of a program. */
#pragma once

#include "check.h"
#include "isochron.h"

static eIsochronError_t refused;

/* Instead of the default, which would fail an assertion. */
void vIsochronCommandRefused( eIsochronError_t eError )
{
    CHECK_EQUAL( refused, eIsochronNoError );
    refused = eError;
}

/* How often no object was left, and how often FreeRTOS's hook was told. */
static unsigned used_up, failures;

void vIsochronObjectsUsedUp( void )
{
    used_up++;
}

#if ( configUSE_MALLOC_FAILED_HOOK == 1 )
void vApplicationMallocFailedHook( void )
{
    failures++;
}
#endif

/* The error reported since the last such check. */
static eIsochronError_t reported( void )
{
    eIsochronError_t error = refused;

    refused = eIsochronNoError;
    return error;
}
