/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's mutexes, with inheritance. */
#include "internal.h"

#if ( configUSE_MUTEXES != 1 ) || ( configUSE_RECURSIVE_MUTEXES != 1 )
    #error "configUSE_MUTEXES, configUSE_RECURSIVE_MUTEXES: the layer of Xilkernel's API needs 1."
#endif

static BaseType_t is_type( int type )
{
    return ( type == PTHREAD_MUTEX_DEFAULT ) || ( type == PTHREAD_MUTEX_RECURSIVE );
}

int pthread_mutexattr_init( pthread_mutexattr_t * attr )
{
    return pthread_mutexattr_settype( attr, PTHREAD_MUTEX_DEFAULT );
}

int pthread_mutexattr_destroy( pthread_mutexattr_t * attr )
{
    return ( attr == NULL ) ? EINVAL : 0;
}

int pthread_mutexattr_settype( pthread_mutexattr_t * attr, int type )
{
    if( ( attr == NULL ) || !is_type( type ) )
    {
        return EINVAL;
    }

    attr->type = type;
    return 0;
}

int pthread_mutexattr_gettype( const pthread_mutexattr_t * attr, int * type )
{
    if( ( attr == NULL ) || ( type == NULL ) )
    {
        return EINVAL;
    }

    *type = attr->type;
    return 0;
}

int pthread_mutex_init( pthread_mutex_t * mutex, const pthread_mutexattr_t * attr )
{
    if( ( mutex == NULL ) || ( ( attr != NULL ) && !is_type( attr->type ) ) )
    {
        return EINVAL;
    }

    mutex->type = ( attr == NULL ) ? PTHREAD_MUTEX_DEFAULT : attr->type;
    mutex->handle = ( mutex->type == PTHREAD_MUTEX_RECURSIVE ) ? xSemaphoreCreateRecursiveMutex() :
                                                                 xSemaphoreCreateMutex();
    return ( mutex->handle == NULL ) ? EAGAIN : 0;
}

static BaseType_t is_mutex( const pthread_mutex_t * mutex )
{
    return ( mutex != NULL ) && ( mutex->handle != NULL );
}

int pthread_mutex_destroy( pthread_mutex_t * mutex )
{
    if( !is_mutex( mutex ) )
    {
        return EINVAL;
    }

    if( xSemaphoreGetMutexHolder( mutex->handle ) != NULL )
    {
        return EBUSY;
    }

    vSemaphoreDelete( mutex->handle );
    mutex->handle = NULL;
    return 0;
}

static BaseType_t take( pthread_mutex_t * mutex, TickType_t ticks )
{
    return ( mutex->type == PTHREAD_MUTEX_RECURSIVE ) ? xSemaphoreTakeRecursive( mutex->handle, ticks ) :
                                                        xSemaphoreTake( mutex->handle, ticks );
}

int pthread_mutex_lock( pthread_mutex_t * mutex )
{
    if( !is_mutex( mutex ) )
    {
        return EINVAL;
    }

    ( void ) take( mutex, portMAX_DELAY );
    return 0;
}

int pthread_mutex_trylock( pthread_mutex_t * mutex )
{
    if( !is_mutex( mutex ) )
    {
        return EINVAL;
    }

    return ( take( mutex, 0 ) == pdPASS ) ? 0 : EBUSY;
}

int pthread_mutex_unlock( pthread_mutex_t * mutex )
{
    if( !is_mutex( mutex ) )
    {
        return EINVAL;
    }

    if( xSemaphoreGetMutexHolder( mutex->handle ) != xTaskGetCurrentTaskHandle() )
    {
        return EPERM;
    }

    ( void ) ( ( mutex->type == PTHREAD_MUTEX_RECURSIVE ) ? xSemaphoreGiveRecursive( mutex->handle ) :
                                                            xSemaphoreGive( mutex->handle ) );
    return 0;
}
