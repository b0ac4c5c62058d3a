/* SPDX-License-Identifier: Apache-2.0 */

#include <stdint.h>
#include <string.h>

#include "FreeRTOS.h"
#include "task.h"
#include "isochron_guest.h"

#include "channel.h"
#include "machine.h"
#include "restart.h"
#include "sbi.h"
#include "shared.h"

#define PRIORITY_WATCH 2 /* above Linux, and below all that has a date */
#define STACK_WORDS    160

/* In the RAM that is M mode's, behind the firmware's own image. */
#define KEPT     0x80010000U
#define KEPT_END 0x80300000U

/* Of a kernel's image: docs/arch/riscv/boot-image-header.rst of Linux. */
#define IMAGE_SIZE  REGISTER( LINUX_ENTRY + 16U )
#define IMAGE_MAGIC REGISTER( LINUX_ENTRY + 56U )
#define MAGIC       0x05435352U
#define OTHERS_SIZE 0x10000U /* of what is no kernel */

/* Device tree and file system. */
#define TREE_SIZE 0x40000U

static volatile struct shared * const shared = ( volatile struct shared * ) SHARED_ADDRESS;
static uint32_t image_size, starts;
static uint32_t silent; /* ticks without a sign of life, while somebody looks for one */
static volatile int due;

static void copy( uint32_t to, uint32_t from, uint32_t bytes )
{
    for( uint32_t at = 0; at < bytes; at += 4U )
    {
        REGISTER( to + at ) = REGISTER( from + at );
    }
}

void restart_keep( void )
{
    image_size = ( IMAGE_MAGIC == MAGIC ) ? ( IMAGE_SIZE + 3U ) & ~3U : OTHERS_SIZE;
    configASSERT( image_size <= KEPT_END - KEPT - TREE_SIZE );
    copy( KEPT, LINUX_ENTRY, image_size );
    copy( KEPT + image_size, LINUX_DEVICE_TREE, TREE_SIZE );
}

void restart_ask( void )
{
    due = 1;
}

int restart_is_due( void )
{
    return due;
}

void restart_linux( void )
{
    /* From now on the watchdog asks for nothing. */
    shared->watchdog = 0;
    channel_close();

    /* Linux may have tried to load what is kept: a refused load leaves zeros in the cache. */
    INVALIDATE_DATA_CACHE();
    copy( LINUX_ENTRY, KEPT, image_size );
    copy( LINUX_DEVICE_TREE, KEPT + image_size, TREE_SIZE );
    __asm volatile( ".word 0x0000100F" ::: "memory" ); /* fence.i */

    shared->restart = 0;
    shared->pace = 0;
    shared->edge = 0;
    shared->taken = 0;
    shared->alive = 0;
    shared->starts = ++starts;
    channel_open();
    sbi_initialise();
    silent = 0;
    due = 0;
}

int restart_is_wanted( void )
{
    return shared->restart != 0;
}

static void watching_task( void * parameter )
{
    uint32_t alive = 0;

    for( ;; )
    {
        uint32_t allowed;

        vTaskDelay( 1 );
        allowed = shared->watchdog;
        silent = ( ( allowed == 0 ) || ( alive != shared->alive ) ) ? 0U : silent + 1U;
        alive = shared->alive;

        if( silent > allowed )
        {
            restart_ask();
            vIsochronStopGuest();
        }
    }
}

void restart_watch( void )
{
    ( void ) xTaskCreate( watching_task, "watch", STACK_WORDS, NULL, PRIORITY_WATCH, NULL );
}
