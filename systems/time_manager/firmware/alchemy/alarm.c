/* SPDX-License-Identifier: Apache-2.0 */

/* Alarms: an interrupt marks them, and a task above all others calls their handlers. */
#include "internal.h"

#include <errno.h>
#include <string.h>

#include "board.h"

#define SERVER_STACK    320 /* words: handlers print */
#define SERVER_PRIORITY ( configMAX_PRIORITIES - 1 )

struct alchemy_alarm
{
    struct object object;
    struct time_base_timer timer;
    void ( *handler )( void * arg );
    void * arg;
    uint64_t interval; /* in units of the time base, 0: once */
    volatile uint32_t pending;
    unsigned long expiries;
    int active;
    struct alchemy_alarm * next;
};

static struct object_kind kind;
static struct alchemy_alarm * alarms;
static TaskHandle_t server;

BaseType_t alchemy_in_alarm( void )
{
    return ( server != NULL ) && ( xTaskGetSchedulerState() != taskSCHEDULER_NOT_STARTED ) &&
           ( xTaskGetCurrentTaskHandle() == server );
}

static void expired( struct time_base_timer * timer, BaseType_t * woken )
{
    struct alchemy_alarm * alarm =
        ( struct alchemy_alarm * ) ( ( char * ) timer - offsetof( struct alchemy_alarm, timer ) );

    alarm->pending++;
    alarm->active = ( alarm->interval != 0U );

    if( alarm->interval != 0U )
    {
        /* It cannot have passed: interrupts were not masked for so long. */
        ( void ) time_base_next_from_isr( timer, alarm->interval );
    }

    vTaskNotifyGiveFromISR( server, woken );
}

/* An alarm that expired and was not served; the oldest of its expiries is taken. */
static struct alchemy_alarm * take_pending( void )
{
    struct alchemy_alarm * alarm;

    taskENTER_CRITICAL();
    alarm = alarms;

    while( ( alarm != NULL ) && ( alarm->pending == 0U ) )
    {
        alarm = alarm->next;
    }

    if( alarm != NULL )
    {
        alarm->pending--;
        alarm->expiries++;
    }

    taskEXIT_CRITICAL();
    return alarm;
}

static void serve( void * parameters )
{
    ( void ) parameters;

    for( ;; )
    {
        struct alchemy_alarm * alarm = take_pending();

        if( alarm != NULL )
        {
            alarm->handler( alarm->arg );
        }
        else
        {
            ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        }
    }
}

static int begin_serving( void )
{
    BaseType_t begun = pdPASS;

    if( server == NULL )
    {
        begun = xTaskCreate( serve, "alarms", SERVER_STACK, NULL, SERVER_PRIORITY, &server );
    }

    return ( begun == pdPASS ) ? 0 : -ENOMEM;
}

static struct alchemy_alarm * find( RT_ALARM * alarm )
{
    return ( alarm == NULL ) ? NULL : object_find( &kind, alarm->handle );
}

int rt_alarm_create( RT_ALARM * alarm, const char * name, void ( *handler )( void * arg ), void * arg )
{
    int error = 0;
    struct alchemy_alarm * created = object_new( sizeof( *created ), &error );

    if( created == NULL )
    {
        return error;
    }

    error = begin_serving();

    if( ( error == 0 ) && ( time_base_open( &created->timer, expired ) == pdFAIL ) )
    {
        error = -ENOMEM;
    }
    else if( error == 0 )
    {
        error = object_enter( &kind, created, name );

        if( error != 0 )
        {
            time_base_close( &created->timer );
        }
    }

    if( error != 0 )
    {
        vPortFree( created );
        return error;
    }

    created->handler = handler;
    created->arg = arg;
    taskENTER_CRITICAL();
    created->next = alarms;
    alarms = created;
    taskEXIT_CRITICAL();
    alarm->handle = ( uintptr_t ) created;
    return 0;
}

int rt_alarm_delete( RT_ALARM * alarm )
{
    struct alchemy_alarm * deleted;
    struct alchemy_alarm ** link = &alarms;

    if( board_in_interrupt() || alchemy_in_alarm() )
    {
        return -EPERM;
    }

    deleted = find( alarm );

    if( deleted == NULL )
    {
        return -EINVAL;
    }

    time_base_close( &deleted->timer );
    taskENTER_CRITICAL();

    while( *link != deleted )
    {
        link = &( *link )->next;
    }

    *link = deleted->next;
    taskEXIT_CRITICAL();
    object_leave( deleted );
    vPortFree( deleted );
    return 0;
}

int rt_alarm_start( RT_ALARM * alarm, RTIME value, RTIME interval )
{
    struct alchemy_alarm * started = find( alarm );
    uint64_t now = time_base_now();

    if( started == NULL )
    {
        return -EINVAL;
    }

    time_base_stop( &started->timer );
    taskENTER_CRITICAL();
    started->pending = 0U;
    started->interval = time_base_units( interval );
    started->active = 1;
    taskEXIT_CRITICAL();
    time_base_start( &started->timer, now + time_base_units( value ) );
    return 0;
}

int rt_alarm_stop( RT_ALARM * alarm )
{
    struct alchemy_alarm * stopped = find( alarm );

    if( stopped == NULL )
    {
        return -EINVAL;
    }

    time_base_stop( &stopped->timer );
    stopped->pending = 0U;
    stopped->active = 0;
    return 0;
}

int rt_alarm_inquire( RT_ALARM * alarm, RT_ALARM_INFO * info )
{
    struct alchemy_alarm * inquired = find( alarm );

    if( inquired == NULL )
    {
        return -EINVAL;
    }

    strcpy( info->name, inquired->object.name );
    info->expiries = inquired->expiries;
    info->active = inquired->active;
    return 0;
}
