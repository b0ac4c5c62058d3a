/* SPDX-License-Identifier: Apache-2.0 */

/* Message queues: a queue of FreeRTOS, whose entries are short messages or the address of longer ones,
 * in the heap. */
#include "internal.h"

#include <string.h>

#define SHORT sizeof( void * )

struct message
{
    size_t size;
    union
    {
        uint8_t bytes[ SHORT ];
        void * block;
    } content;
};

struct queue
{
    QueueHandle_t handle;
    uint32_t senders, receivers; /* that wait */
    BaseType_t removed;          /* those that wait go on and see it; the last one deletes it */
};

static struct xilkernel_key keys[ NUM_MSGQS ];
static struct queue queues[ NUM_MSGQS ];

static struct queue * queue_of( int id )
{
    return ( xilkernel_is_key( keys, NUM_MSGQS, id ) && !queues[ id ].removed ) ? &queues[ id ] : NULL;
}

int msgget( key_t key, int flags )
{
    BaseType_t created;
    int id = xilkernel_find_key( keys, NUM_MSGQS, key, flags, &created );

    if( created )
    {
        queues[ id ] = ( struct queue ) { .handle = xQueueCreate( MSGQ_CAPACITY, sizeof( struct message ) ) };

        if( queues[ id ].handle == NULL )
        {
            keys[ id ].used = pdFALSE;
            return xilkernel_fail( ENOSPC );
        }
    }

    return id;
}

static void discard( struct message * message )
{
    if( message->size > SHORT )
    {
        vPortFree( message->content.block );
    }
}

/* One that waits goes on, if there is one; else the queue is deleted. Who has waited is counted until here,
 * so that nobody deletes it before; `waiting` is NULL for who has not. */
static void pass_removal_on( struct queue * queue, uint32_t * waiting )
{
    struct message message = { .size = 0 };

    vTaskSuspendAll(); /* nobody deletes it meanwhile */

    if( waiting != NULL )
    {
        *waiting -= 1U;
    }

    while( xQueueReceive( queue->handle, &message, 0 ) == pdPASS )
    {
        discard( &message );
    }

    if( queue->receivers != 0U )
    {
        message.size = 0;
        ( void ) xQueueSend( queue->handle, &message, 0 );
    }
    else if( queue->senders == 0U )
    {
        vQueueDelete( queue->handle );
        keys[ queue - queues ].used = pdFALSE;
    }

    ( void ) xTaskResumeAll();
}

int msgctl( int id, int command, struct msqid_ds * data )
{
    struct queue * queue = queue_of( id );

    if( ( queue == NULL ) || ( ( command != IPC_RMID ) && ( ( command != IPC_STAT ) || ( data == NULL ) ) ) )
    {
        return xilkernel_fail( EINVAL );
    }

    if( command == IPC_STAT )
    {
        data->msg_qnum = uxQueueMessagesWaiting( queue->handle );
        return 0;
    }

    keys[ id ].key = IPC_PRIVATE; /* it is found no more */
    queue->removed = pdTRUE;
    pass_removal_on( queue, NULL );
    return 0;
}

static void begin_to_wait( uint32_t * waiting )
{
    taskENTER_CRITICAL();
    *waiting += 1U;
    taskEXIT_CRITICAL();
}

/* True if the queue was removed meanwhile: the caller is counted still, and passes that on. */
static BaseType_t has_waited_in_vain( const struct queue * queue, uint32_t * waiting )
{
    BaseType_t removed;

    taskENTER_CRITICAL();
    removed = queue->removed;

    if( !removed )
    {
        *waiting -= 1U;
    }

    taskEXIT_CRITICAL();
    return removed;
}

int msgsnd( int id, const void * message, size_t size, int flags )
{
    struct queue * queue = queue_of( id );
    struct message sent = { .size = size };
    BaseType_t passed;

    if( ( queue == NULL ) || ( message == NULL ) )
    {
        return xilkernel_fail( EINVAL );
    }

    if( size > SHORT )
    {
        sent.content.block = pvPortMalloc( size );

        if( sent.content.block == NULL )
        {
            return xilkernel_fail( ENOSPC );
        }
    }

    ( void ) memcpy( ( size > SHORT ) ? sent.content.block : sent.content.bytes, message, size );
    passed = xQueueSend( queue->handle, &sent, 0 );

    if( ( passed == pdFAIL ) && !( flags & IPC_NOWAIT ) )
    {
        begin_to_wait( &queue->senders );
        passed = xQueueSend( queue->handle, &sent, portMAX_DELAY );

        if( has_waited_in_vain( queue, &queue->senders ) )
        {
            pass_removal_on( queue, &queue->senders );
            return xilkernel_fail( EIDRM );
        }
    }

    if( passed == pdFAIL )
    {
        discard( &sent );
        return xilkernel_fail( EAGAIN );
    }

    return 0;
}

ssize_t msgrcv( int id, void * message, size_t size, long type, int flags )
{
    struct queue * queue = queue_of( id );
    struct message received;
    BaseType_t passed;

    ( void ) type;

    if( ( queue == NULL ) || ( message == NULL ) )
    {
        return xilkernel_fail( EINVAL );
    }

    passed = xQueueReceive( queue->handle, &received, 0 );

    if( ( passed == pdFAIL ) && !( flags & IPC_NOWAIT ) )
    {
        begin_to_wait( &queue->receivers );
        passed = xQueueReceive( queue->handle, &received, portMAX_DELAY );

        if( has_waited_in_vain( queue, &queue->receivers ) )
        {
            discard( &received );
            pass_removal_on( queue, &queue->receivers );
            return xilkernel_fail( EIDRM );
        }
    }

    if( passed == pdFAIL )
    {
        return xilkernel_fail( ENOMSG );
    }

    if( received.size > size )
    {
        /* Back to the front; behind it, if others have filled the queue meanwhile. */
        ( void ) xQueueSendToFront( queue->handle, &received, portMAX_DELAY );
        return xilkernel_fail( ENOMSG );
    }

    ( void ) memcpy( message, ( received.size > SHORT ) ? received.content.block : received.content.bytes,
                     received.size );
    discard( &received );
    return ( ssize_t ) received.size;
}
