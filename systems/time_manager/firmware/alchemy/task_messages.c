/* SPDX-License-Identifier: Apache-2.0 */

/* Messages of a task to another, and answers. Who sends waits in a queue of the other: of those whose message
 * it has not received, then of those whom it has not answered. */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

/* What a sender's request is. */
struct exchange
{
    const RT_TASK_MCB * message;
    RT_TASK_MCB * answer;
    int flow;
};

/* Copies a message to where one is wanted, unless it is too long; then its size is told. */
static int copy( RT_TASK_MCB * to, const RT_TASK_MCB * from )
{
    int fits = ( from->size <= to->size );

    if( fits && ( from->size > 0 ) )
    {
        memcpy( to->data, from->data, ( size_t ) from->size );
    }

    to->size = from->size;
    to->opcode = from->opcode;
    return fits ? 0 : -ENOBUFS;
}

/* With the lock: the task receives this message. Returns its number, or -ENOBUFS. */
static int receive_from( RT_TASK_MCB * wanted, struct exchange * exchange )
{
    static int flows;
    int error = copy( wanted, exchange->message );

    if( error == 0 )
    {
        flows = ( flows == INT_MAX ) ? 1 : flows + 1;
        exchange->flow = flows;
        wanted->flowid = flows;
    }

    return ( error == 0 ) ? exchange->flow : error;
}

static ssize_t send( RT_TASK * task, RT_TASK_MCB * message, RT_TASK_MCB * answer, struct time_limit limit )
{
    struct exchange exchange = { message, answer, 0 };
    struct alchemy_task *to, *receiver;
    int error = 0;

    if( alchemy_self() == NULL )
    {
        return -EPERM;
    }

    alchemy_lock();
    to = alchemy_find( task, &error );
    receiver = ( to == NULL ) ? NULL : first_of( &to->receiving );

    if( ( to != NULL ) && ( receiver == NULL ) && ( limit.ns == TM_NONBLOCK ) )
    {
        error = -EWOULDBLOCK;
    }

    if( error != 0 )
    {
        alchemy_unlock();
        return error;
    }

    if( limit.ns == TM_NONBLOCK )
    {
        limit.ns = TM_INFINITE; /* it is received at once */
    }

    if( receiver != NULL )
    {
        wake( receiver, receive_from( request_of( receiver ), &exchange ) );
    }

    return wait_in( ( exchange.flow != 0 ) ? &to->served : &to->senders, &limit, &exchange );
}

ssize_t rt_task_send( RT_TASK * task, RT_TASK_MCB * mcb_s, RT_TASK_MCB * mcb_r, RTIME timeout )
{
    return send( task, mcb_s, mcb_r, within( timeout ) );
}

ssize_t rt_task_send_until( RT_TASK * task, RT_TASK_MCB * mcb_s, RT_TASK_MCB * mcb_r, RTIME abs_timeout )
{
    return send( task, mcb_s, mcb_r, until( abs_timeout ) );
}

ssize_t rt_task_send_timed( RT_TASK * task, RT_TASK_MCB * mcb_s, RT_TASK_MCB * mcb_r,
                            const struct timespec * abs_timeout )
{
    return send( task, mcb_s, mcb_r, by( abs_timeout ) );
}

static int receive( RT_TASK_MCB * wanted, struct time_limit limit )
{
    struct alchemy_task * self = alchemy_self();
    struct alchemy_task * sender;
    int flow;

    if( self == NULL )
    {
        return -EPERM;
    }

    alchemy_lock();
    sender = first_of( &self->senders );

    if( sender == NULL )
    {
        return wait_in( &self->receiving, &limit, wanted );
    }

    flow = receive_from( wanted, request_of( sender ) );

    if( flow > 0 )
    {
        move_to_queue( &self->served, sender );
    }

    alchemy_unlock();
    return flow;
}

int rt_task_receive( RT_TASK_MCB * mcb_r, RTIME timeout )
{
    return receive( mcb_r, within( timeout ) );
}

int rt_task_receive_until( RT_TASK_MCB * mcb_r, RTIME abs_timeout )
{
    return receive( mcb_r, until( abs_timeout ) );
}

int rt_task_receive_timed( RT_TASK_MCB * mcb_r, const struct timespec * abs_timeout )
{
    return receive( mcb_r, by( abs_timeout ) );
}

/* With the lock: the task that waits for this answer, NULL if none does. */
static struct alchemy_task * waiting_for( struct alchemy_task * self, int flow )
{
    struct alchemy_task * task = first_of( &self->served );

    while( ( task != NULL ) && ( ( ( struct exchange * ) request_of( task ) )->flow != flow ) )
    {
        task = next_of( &self->served, task );
    }

    return task;
}

/* Who wants no answer has room for none. */
static int answer( struct exchange * exchange, const RT_TASK_MCB * message )
{
    RT_TASK_MCB none = { 0 };

    return copy( ( exchange->answer == NULL ) ? &none : exchange->answer, message );
}

int rt_task_reply( int flowid, RT_TASK_MCB * mcb_s )
{
    static const RT_TASK_MCB nothing;
    const RT_TASK_MCB * message = ( mcb_s == NULL ) ? &nothing : mcb_s;
    struct alchemy_task * self = alchemy_self();
    struct alchemy_task * sender;
    int error;

    if( self == NULL )
    {
        return -EPERM;
    }

    if( flowid <= 0 )
    {
        return -EINVAL;
    }

    alchemy_lock();
    sender = waiting_for( self, flowid );
    error = ( sender == NULL ) ? -ENXIO : answer( request_of( sender ), message );

    if( sender != NULL )
    {
        wake( sender, ( error == 0 ) ? ( int ) message->size : error );
    }

    alchemy_unlock();
    return error;
}
