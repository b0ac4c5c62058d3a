/* SPDX-License-Identifier: Apache-2.0 */

/* Saying how FreeRTOSConfig.h does not fit the hardware. */
#ifndef ISOCHRON_COMMON_CONFIGURATION_REPORT_C
#define ISOCHRON_COMMON_CONFIGURATION_REPORT_C

#include "kernel.h"

/* The longest message, with three numbers of ten digits, is well below this. */
#define configurationMESSAGE_LENGTH 320U

static char cMessage[ configurationMESSAGE_LENGTH ];
/*-----------------------------------------------------------*/

/* Appends a text to the message, as far as it fits. */
static void prvAppend( const char * pcText )
{
    size_t uxUsed = strlen( cMessage );

    while( ( *pcText != '\0' ) && ( uxUsed < ( configurationMESSAGE_LENGTH - 1U ) ) )
    {
        cMessage[ uxUsed++ ] = *pcText++;
    }

    cMessage[ uxUsed ] = '\0';
}
/*-----------------------------------------------------------*/

/* Appends a decimal number. */
static void prvAppendNumber( uint32_t ulNumber )
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
/*-----------------------------------------------------------*/

/* Reports that an option does not fit what the hardware has. */
static void prvMismatch( const char * pcOption, uint32_t ulValue, const char * pcProperty,
                         uint32_t ulHardware, const char * pcCure )
{
    cMessage[ 0 ] = '\0';
    prvAppend( "FreeRTOSConfig.h does not fit the hardware kernel: " );
    prvAppend( pcOption );
    prvAppend( " is " );
    prvAppendNumber( ulValue );
    prvAppend( ", but the hardware's " );
    prvAppend( pcProperty );
    prvAppend( " is " );
    prvAppendNumber( ulHardware );
    prvAppend( ". " );
    prvAppend( pcCure );
    vIsochronConfigurationError( cMessage );
}
/*-----------------------------------------------------------*/

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
/*-----------------------------------------------------------*/

#endif /* ISOCHRON_COMMON_CONFIGURATION_REPORT_C */
