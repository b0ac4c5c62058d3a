/* SPDX-License-Identifier: Apache-2.0 */

/* Threads. One that ended keeps its place and its stack until it is joined, or, detached, until the
 * place is needed. */
#include "internal.h"

#if ( configMAX_PRIORITIES <= N_PRIO )
    #error "configMAX_PRIORITIES: the layer of Xilkernel's API needs more than N_PRIO, 32."
#endif

#if ( SCHED_TYPE != SCHED_PRIO ) && ( SCHED_TYPE != SCHED_RR )
    #error "SCHED_TYPE: the layer of Xilkernel's API has SCHED_PRIO, by priority, and SCHED_RR, round robin."
#endif

#if ( MAX_PTHREADS >= configMAX_HW_ACCELERATION_TASKS )
    #error "MAX_PTHREADS: the hardware kernel has configMAX_HW_ACCELERATION_TASKS tasks, one of them idle."
#endif

static struct xilkernel_thread threads[ MAX_PTHREADS ];

/* In pure round robin all threads have one priority, whatever they ask for. */
static UBaseType_t freertos_priority( int priority )
{
    return ( SCHED_TYPE == SCHED_RR ) ? 1U : ( UBaseType_t ) ( N_PRIO - priority );
}

static TaskHandle_t handle_of( struct xilkernel_thread * thread )
{
    return ( TaskHandle_t ) &thread->memory;
}

struct xilkernel_thread * xilkernel_self( void )
{
    struct xilkernel_thread * current = ( struct xilkernel_thread * ) xTaskGetCurrentTaskHandle();

    return ( ( xTaskGetSchedulerState() != taskSCHEDULER_NOT_STARTED ) && ( current >= threads ) &&
             ( current < &threads[ MAX_PTHREADS ] ) ) ?
               current :
               NULL;
}

static struct xilkernel_thread * thread_of( pthread_t id )
{
    struct xilkernel_thread * thread = &threads[ id - 1U ];

    return ( ( id - 1U < MAX_PTHREADS ) && ( thread->state != XILKERNEL_FREE ) ) ? thread : NULL;
}

/* Of a thread that ended and is not the caller. */
static void release( struct xilkernel_thread * thread )
{
    vTaskDelete( handle_of( thread ) );
    vPortFree( thread->stack );
    thread->state = XILKERNEL_FREE;
}

/* A place for a thread, the caller's alone; NULL if there is none. */
static struct xilkernel_thread * take_place( void )
{
    struct xilkernel_thread * taken = NULL;

    vTaskSuspendAll();

    for( unsigned i = 0; ( i < MAX_PTHREADS ) && ( taken == NULL ); i++ )
    {
        if( ( threads[ i ].state == XILKERNEL_ENDED ) && threads[ i ].detached )
        {
            release( &threads[ i ] );
        }

        if( threads[ i ].state == XILKERNEL_FREE )
        {
            taken = &threads[ i ];
            taken->state = XILKERNEL_ALIVE;
            taken->id = i + 1U;
        }
    }

    ( void ) xTaskResumeAll();
    return taken;
}

static void run( void * parameter )
{
    struct xilkernel_thread * self = parameter;

    pthread_exit( self->start( self->parameter ) );
}

int xilkernel_create( pthread_t * id, const pthread_attr_t * attr, void * ( *start )( void * ),
                      void * parameter )
{
    struct xilkernel_thread * thread;
    StackType_t * stack;

    if( ( attr->schedparam.sched_priority < 0 ) || ( attr->schedparam.sched_priority >= N_PRIO ) )
    {
        return EINVAL;
    }

    thread = take_place();

    if( thread == NULL )
    {
        return EAGAIN;
    }

    thread->stack = ( attr->stackaddr == NULL ) ? pvPortMalloc( attr->stacksize ) : NULL;
    stack = ( attr->stackaddr == NULL ) ? thread->stack : attr->stackaddr;

    if( stack == NULL )
    {
        thread->state = XILKERNEL_FREE;
        return EAGAIN;
    }

    thread->detached = ( attr->detachstate == PTHREAD_CREATE_DETACHED );
    thread->joiner = NULL;
    thread->start = start;
    thread->parameter = parameter;
    thread->priority = attr->schedparam.sched_priority;
    thread->error = 0;
    *id = thread->id;
    ( void ) xTaskCreateStatic( run, "", attr->stacksize / sizeof( StackType_t ), thread,
                                freertos_priority( thread->priority ), stack, &thread->memory );
    return 0;
}

int pthread_create( pthread_t * thread, pthread_attr_t * attr, void * ( *start )( void * ), void * parameter )
{
    pthread_attr_t usual;

    if( thread == NULL )
    {
        return -1;
    }

    ( void ) pthread_attr_init( &usual );
    return xilkernel_create( thread, ( attr == NULL ) ? &usual : attr, start, parameter );
}

int xmk_add_static_thread( void * ( *start )( void * ), int priority )
{
    pthread_attr_t attr;
    pthread_t id;

    if( xTaskGetSchedulerState() != taskSCHEDULER_NOT_STARTED )
    {
        return -1;
    }

    ( void ) pthread_attr_init( &attr );
    attr.schedparam.sched_priority = priority;
    return ( xilkernel_create( &id, &attr, start, NULL ) == 0 ) ? 0 : -1;
}

void pthread_exit( void * value )
{
    struct xilkernel_thread * self = xilkernel_self();
    struct xilkernel_thread * joiner;

    self->value = value;
    self->state = XILKERNEL_ENDED;
    joiner = self->joiner;

    if( joiner != NULL )
    {
        ( void ) xTaskNotifyGive( handle_of( joiner ) );
    }

    for( ;; )
    {
        vTaskSuspend( NULL );
    }
}

int pthread_join( pthread_t thread, void ** value )
{
    struct xilkernel_thread * target;
    int error = 0;

    taskENTER_CRITICAL();
    target = thread_of( thread );

    if( ( target == NULL ) || target->detached )
    {
        error = ESRCH;
    }
    else if( target->joiner != NULL )
    {
        error = EINVAL;
    }
    else
    {
        target->joiner = xilkernel_self();
    }

    taskEXIT_CRITICAL();

    if( error != 0 )
    {
        return error;
    }

    while( target->state != XILKERNEL_ENDED )
    {
        ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    }

    if( value != NULL )
    {
        *value = target->value;
    }

    release( target );
    return 0;
}

int pthread_detach( pthread_t thread )
{
    struct xilkernel_thread * target = thread_of( thread );

    if( target == NULL )
    {
        return ESRCH;
    }

    target->detached = pdTRUE;
    return 0;
}

pthread_t pthread_self( void )
{
    struct xilkernel_thread * self = xilkernel_self();

    return ( self == NULL ) ? 0U : self->id;
}

int pthread_equal( pthread_t one, pthread_t other )
{
    return one == other;
}

int pthread_getschedparam( pthread_t thread, int * policy, struct sched_param * param )
{
    struct xilkernel_thread * target = thread_of( thread );

    if( target == NULL )
    {
        return ESRCH;
    }

    if( ( policy == NULL ) || ( param == NULL ) )
    {
        return EINVAL;
    }

    *policy = SCHED_TYPE;
    param->sched_priority = target->priority;
    return 0;
}

int pthread_setschedparam( pthread_t thread, int policy, const struct sched_param * param )
{
    struct xilkernel_thread * target = thread_of( thread );

    ( void ) policy;

    if( target == NULL )
    {
        return ESRCH;
    }

    if( ( param == NULL ) || ( param->sched_priority < 0 ) || ( param->sched_priority >= N_PRIO ) )
    {
        return EINVAL;
    }

    target->priority = param->sched_priority;
    vTaskPrioritySet( handle_of( target ), freertos_priority( target->priority ) );
    return 0;
}
