/* SPDX-License-Identifier: Apache-2.0 */

/* Saying how FreeRTOSConfig.h does not fit the hardware. */
#ifndef ISOCHRON_COMMON_CONFIGURATION_REPORT_C
#define ISOCHRON_COMMON_CONFIGURATION_REPORT_C

#include "kernel.h"

#if ( configISOCHRON_CONFIGURATION_REPORT == 1 )

/* The longest message, with three numbers of ten digits, is well below this. Only one is made: reporting it
 * does not return. */
#define configurationMESSAGE_LENGTH 320U

static char cMessage[ configurationMESSAGE_LENGTH ];
static char * pcEnd = cMessage;

/* Appends a text to the message, as far as it fits. Not inline: a report of all that does not fit is small.
 */
static __attribute__( ( noinline ) ) void prvAppend( const char * pcText )
{
    while( ( *pcText != '\0' ) && ( pcEnd < &cMessage[ configurationMESSAGE_LENGTH - 1U ] ) )
    {
        *pcEnd++ = *pcText++;
    }
}

/* Appends a decimal number. */
static __attribute__( ( noinline ) ) void prvAppendNumber( uint32_t ulNumber )
{
    char cDigits[ 11 ];
    char * pcFirst = &cDigits[ 10 ];

    *pcFirst = '\0';

    do
    {
        *--pcFirst = ( char ) ( '0' + ( ulNumber % 10U ) );
        ulNumber /= 10U;
    } while( ulNumber != 0U );

    prvAppend( pcFirst );
}

/* Begins the report of an option that does not fit what the hardware has. */
static __attribute__( ( noinline ) ) void prvBeginMismatch( const char * pcOption, uint32_t ulValue,
                                                            const char * pcProperty, uint32_t ulHardware )
{
    prvAppend( "FreeRTOSConfig.h does not fit the hardware kernel: " );
    prvAppend( pcOption );
    prvAppend( " is " );
    prvAppendNumber( ulValue );
    prvAppend( ", but the hardware's " );
    prvAppend( pcProperty );
    prvAppend( " is " );
    prvAppendNumber( ulHardware );
    prvAppend( ". " );
}

/* Reports an option that is to be the hardware's number, or, with "at most ", no more. */
static __attribute__( ( noinline ) ) void prvMismatchOfNumber( const char * pcOption, uint32_t ulValue,
                                                               const char * pcProperty, uint32_t ulHardware,
                                                               const char * pcAtMost,
                                                               const char * pcParameter )
{
    prvBeginMismatch( pcOption, ulValue, pcProperty, ulHardware );
    prvAppend( "Set the option to " );
    prvAppend( pcAtMost );
    prvAppend( "the hardware's number, or build the hardware with " );
    prvAppend( pcParameter );
    vIsochronConfigurationError( cMessage );
}

/* Reports an option with another cure. */
static __attribute__( ( noinline ) ) void prvMismatch( const char * pcOption, uint32_t ulValue,
                                                       const char * pcProperty, uint32_t ulHardware,
                                                       const char * pcCure )
{
    prvBeginMismatch( pcOption, ulValue, pcProperty, ulHardware );
    prvAppend( pcCure );
    vIsochronConfigurationError( cMessage );
}

#else /* configISOCHRON_CONFIGURATION_REPORT */

    #define prvMismatch( pcOption, ulValue, pcProperty, ulHardware, pcCure ) \
    vIsochronConfigurationError( "FreeRTOSConfig.h does not fit the hardware kernel." )
    #define prvMismatchOfNumber( pcOption, ulValue, pcProperty, ulHardware, pcAtMost, pcParameter ) \
    prvMismatch( pcOption, ulValue, pcProperty, ulHardware, pcParameter )

#endif /* configISOCHRON_CONFIGURATION_REPORT */

__attribute__( ( weak ) ) void vIsochronConfigurationError( const char * pcMessage )
{
    #ifdef configPRINT_STRING
    configPRINT_STRING( pcMessage );
    #else
    ( void ) pcMessage;
    #endif

    portDISABLE_INTERRUPTS();

    for( ;; )
    {
    }
}

#endif /* ISOCHRON_COMMON_CONFIGURATION_REPORT_C */
