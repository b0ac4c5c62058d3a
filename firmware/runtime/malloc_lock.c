/* SPDX-License-Identifier: Apache-2.0 */

/* malloc among tasks: where the C library (picolibc, newlib) would take a lock, no other task runs, as in
 * FreeRTOS's own heaps. For tasks, and before the scheduler starts; not for interrupt service routines.
 * All functions of the library's own file are here, so that the linker takes none of those, which do nothing.
 */
#include <sys/lock.h>

#include "FreeRTOS.h"
#include "task.h"

#ifdef _RETARGETABLE_LOCKING

struct __lock
{
    char unused;
};

struct __lock __lock___libc_recursive_mutex;

static void acquire( void )
{
    vTaskSuspendAll();
}

static void release( void )
{
    ( void ) xTaskResumeAll();
}

/* The library allocates a lock of each stream with a buffer: one does for all. */
void __retarget_lock_init( _LOCK_T * lock )
{
    *lock = &__lock___libc_recursive_mutex;
}

void __retarget_lock_init_recursive( _LOCK_T * lock )
{
    *lock = &__lock___libc_recursive_mutex;
}

void __retarget_lock_close( _LOCK_T lock )
{
    ( void ) lock;
}

void __retarget_lock_close_recursive( _LOCK_T lock )
{
    ( void ) lock;
}

void __retarget_lock_acquire( _LOCK_T lock )
{
    ( void ) lock;
    acquire();
}

void __retarget_lock_acquire_recursive( _LOCK_T lock )
{
    ( void ) lock;
    acquire();
}

int __retarget_lock_try_acquire( _LOCK_T lock )
{
    ( void ) lock;
    acquire();
    return 1;
}

int __retarget_lock_try_acquire_recursive( _LOCK_T lock )
{
    ( void ) lock;
    acquire();
    return 1;
}

void __retarget_lock_release( _LOCK_T lock )
{
    ( void ) lock;
    release();
}

void __retarget_lock_release_recursive( _LOCK_T lock )
{
    ( void ) lock;
    release();
}

#endif /* _RETARGETABLE_LOCKING */
