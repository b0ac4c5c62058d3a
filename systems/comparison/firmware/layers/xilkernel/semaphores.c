/* SPDX-License-Identifier: Apache-2.0 */

#include "internal.h"

#define MOST 0xFFFFU

int sem_init( sem_t * sem, int pshared, unsigned value )
{
    ( void ) pshared;

    if( ( sem == NULL ) || ( value > MOST ) )
    {
        return xilkernel_fail( EINVAL );
    }

    sem->waiting = 0;
    sem->handle = xSemaphoreCreateCounting( MOST, value );
    return ( sem->handle == NULL ) ? xilkernel_fail( ENOSPC ) : 0;
}

static BaseType_t is_semaphore( const sem_t * sem )
{
    return ( sem != NULL ) && ( sem->handle != NULL );
}

int sem_destroy( sem_t * sem )
{
    if( !is_semaphore( sem ) )
    {
        return xilkernel_fail( EINVAL );
    }

    if( sem->waiting != 0 )
    {
        return xilkernel_fail( EBUSY );
    }

    vSemaphoreDelete( sem->handle );
    sem->handle = NULL;
    return 0;
}

int sem_getvalue( sem_t * sem, int * value )
{
    if( !is_semaphore( sem ) || ( value == NULL ) )
    {
        return xilkernel_fail( EINVAL );
    }

    taskENTER_CRITICAL();
    *value = ( int ) uxSemaphoreGetCount( sem->handle );

    if( *value == 0 )
    {
        *value = -sem->waiting;
    }

    taskEXIT_CRITICAL();
    return 0;
}

static void count_waiting( sem_t * sem, int change )
{
    taskENTER_CRITICAL();
    sem->waiting += change;
    taskEXIT_CRITICAL();
}

/* errno is `late` if the semaphore did not come in time. */
static int get( sem_t * sem, TickType_t ticks, int late )
{
    BaseType_t taken;

    if( !is_semaphore( sem ) )
    {
        return xilkernel_fail( EINVAL );
    }

    taken = xSemaphoreTake( sem->handle, 0 );

    if( ( taken == pdFAIL ) && ( ticks != 0U ) )
    {
        count_waiting( sem, 1 );
        taken = xSemaphoreTake( sem->handle, ticks );
        count_waiting( sem, -1 );
    }

    return ( taken == pdPASS ) ? 0 : xilkernel_fail( late );
}

int sem_wait( sem_t * sem )
{
    return get( sem, portMAX_DELAY, EINVAL );
}

int sem_trywait( sem_t * sem )
{
    return get( sem, 0, EAGAIN );
}

int sem_timedwait( sem_t * sem, unsigned ticks )
{
    return get( sem, ticks, ETIMEDOUT );
}

int sem_post( sem_t * sem )
{
    BaseType_t given;

    if( !is_semaphore( sem ) )
    {
        return xilkernel_fail( EINVAL );
    }

    given = ( xilkernel_interrupts == 0U ) ? xSemaphoreGive( sem->handle ) :
                                             xSemaphoreGiveFromISR( sem->handle, &xilkernel_woken );
    return ( given == pdPASS ) ? 0 : xilkernel_fail( EOVERFLOW );
}
