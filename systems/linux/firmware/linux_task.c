/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "FreeRTOS.h"
#include "task.h"
#include "isochron_guest.h"

#include "board.h"
#include "channel.h"
#include "integrity.h"
#include "linux_task.h"
#include "print.h"
#include "restart.h"
#include "sbi.h"
#include "shared.h"

#define PRIORITY    1
#define STACK_WORDS 256

static void linux_task( void * parameter )
{
    sbi_initialise();
    vIsochronEnterGuest();
}

void sbi_off( void )
{
    integrity_check();
    board_exit( BOARD_EXIT_SUCCESS );
}

void linux_begin( void )
{
    print( "firmware: FreeRTOS in M mode\n" );
    integrity_begin();
    restart_keep();
    memset( ( void * ) ( uintptr_t ) SHARED_ADDRESS, 0, sizeof( struct shared ) );
    channel_begin();
    ( void ) xTaskCreate( linux_task, "linux", STACK_WORDS, NULL, PRIORITY, NULL );
    restart_watch();
}
