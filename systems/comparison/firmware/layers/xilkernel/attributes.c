/* SPDX-License-Identifier: Apache-2.0 */

/* What a thread is created with. */
#include "internal.h"

int pthread_attr_init( pthread_attr_t * attr )
{
    if( attr == NULL )
    {
        return EINVAL;
    }

    attr->detachstate = PTHREAD_CREATE_JOINABLE;
    attr->schedparam.sched_priority = N_PRIO - 1;
    attr->stackaddr = NULL;
    attr->stacksize = PTHREAD_STACK_SIZE;
    return 0;
}

int pthread_attr_destroy( pthread_attr_t * attr )
{
    return ( attr == NULL ) ? EINVAL : 0;
}

int pthread_attr_setdetachstate( pthread_attr_t * attr, int state )
{
    if( ( attr == NULL ) || ( ( state != PTHREAD_CREATE_JOINABLE ) && ( state != PTHREAD_CREATE_DETACHED ) ) )
    {
        return EINVAL;
    }

    attr->detachstate = state;
    return 0;
}

int pthread_attr_getdetachstate( const pthread_attr_t * attr, int * state )
{
    if( ( attr == NULL ) || ( state == NULL ) )
    {
        return EINVAL;
    }

    *state = attr->detachstate;
    return 0;
}

int pthread_attr_setschedparam( pthread_attr_t * attr, const struct sched_param * param )
{
    if( ( attr == NULL ) || ( param == NULL ) || ( param->sched_priority < 0 ) ||
        ( param->sched_priority >= N_PRIO ) )
    {
        return EINVAL;
    }

    attr->schedparam = *param;
    return 0;
}

int pthread_attr_getschedparam( const pthread_attr_t * attr, struct sched_param * param )
{
    if( ( attr == NULL ) || ( param == NULL ) )
    {
        return EINVAL;
    }

    *param = attr->schedparam;
    return 0;
}

int pthread_attr_setstack( pthread_attr_t * attr, void * stackaddr, size_t stacksize )
{
    if( ( attr == NULL ) || ( stackaddr == NULL ) ||
        ( ( ( uintptr_t ) stackaddr % portBYTE_ALIGNMENT ) != 0U ) ||
        ( stacksize < configMINIMAL_STACK_SIZE * sizeof( StackType_t ) ) )
    {
        return EINVAL;
    }

    attr->stackaddr = stackaddr;
    attr->stacksize = stacksize;
    return 0;
}

int pthread_attr_getstack( const pthread_attr_t * attr, void ** stackaddr, size_t * stacksize )
{
    if( ( attr == NULL ) || ( stackaddr == NULL ) || ( stacksize == NULL ) )
    {
        return EINVAL;
    }

    *stackaddr = attr->stackaddr;
    *stacksize = attr->stacksize;
    return 0;
}
