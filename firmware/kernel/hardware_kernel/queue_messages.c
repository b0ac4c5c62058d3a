/* SPDX-License-Identifier: Apache-2.0 */

/* Messages: queues whose items are in the hardware kernel's memory. A task stores the words of an item,
 * and then one command moves them to the queue; a receive goes the other way. Each task has words of its
 * own in the hardware, and service routines have theirs, so nothing is masked and nothing is held. A
 * task that waits to send has its words there already; one that waits to receive finds them when it runs.
 *
 * A send to a queue of messages that is a member of a queue set is a transfer that begins and ends, for the
 * set is told in between (queue_open_members.c). */
#ifndef ISOCHRON_HARDWARE_KERNEL_QUEUE_MESSAGES_C
#define ISOCHRON_HARDWARE_KERNEL_QUEUE_MESSAGES_C

#include "kernel.h"

#if ( configISOCHRON_MESSAGES == 1 )

/* Commands that transfer a whole item. A send to the front and a peek are messageOTHER further on. */
    #define messageCOMMAND( uxMessage, OPERATION ) \
    ( ( uxMessage ) +                              \
      ( uintptr_t ) ( ( ISOCHRON_##OPERATION##_OFFSET ) - ( ISOCHRON_TASK_QUEUE_RECEIVE_OFFSET ) ) )
    #define messageCOMMAND_FROM_ISR( pxQueue, OPERATION ) \
    ( kernelOBJECT_COMMAND_FROM_ISR( pxQueue, OPERATION ) + ( uintptr_t ) ISOCHRON_NOTIFICATION_STRIDE )
    #define messageOTHER ( ( uintptr_t ) ISOCHRON_NOTIFICATION_STRIDE )

/* The address of a queue's commands, without the marks, which uxMessage has unless an item is one word. */
    #define messageADDRESS( uxMessage ) \
    ( ( uxMessage ) & ~( uintptr_t ) ( messageFOUR_WORDS | messageOTHERWISE ) )

/* The registers of the words. */
    #define messageOF_TASK ( ( uintptr_t ) ISOCHRON_WORD_OFFSET )
    #define messageOF_ISR  ( ( uintptr_t ) ISOCHRON_ISR_WORD_OFFSET )
    #define messageBYTES   ( sizeof( uint32_t ) )

/* For a function that others jump to at their end, with their own arguments: no register is moved before the
 * jump. That saves 2 cycles of a give's 22 and of a message's 28, without queue sets. */
    #define messageAS_IT_IS __attribute__( ( noipa ) )

/* An item's address, whose lowest bits are 0 where a word may be; 0 on a core that loads words anywhere. */
    #ifdef isochronWORDS_ANYWHERE
        #define messageOFFSET( pvItem ) 0U
    #else
        #define messageOFFSET( pvItem ) ( ( uintptr_t ) ( pvItem ) )
    #endif

/* Whether an item can be copied by words. */
    #define messageIS_EVEN( pvItem, uxSize ) \
    ( ( ( messageOFFSET( pvItem ) | ( uxSize ) ) % messageBYTES ) == 0U )

/* A variable in a register that holds no argument. By itself the compiler chooses one that does, and copies
 * the argument first. That saves 2 cycles of a give's 22 and of a message's 28, without queue sets. */
    #ifdef __riscv
        #define messageTEMPORARY( ulWord, pcRegister ) register uint32_t ulWord __asm( pcRegister )
    #else
        #define messageTEMPORARY( ulWord, pcRegister ) uint32_t ulWord
    #endif

/* A word of an object of any type. */
typedef uint32_t __attribute__( ( may_alias ) ) Word_t;

/* Stores four words. All loads come before the stores: none is waited for. */
static portFORCE_INLINE void prvStoreFour( uintptr_t uxWords, const void * pvItem )
{
    const Word_t * const pxItem = pvItem;
    messageTEMPORARY( ulFirst, "t3" ) = pxItem[ 0 ];
    messageTEMPORARY( ulSecond, "t4" ) = pxItem[ 1 ];
    messageTEMPORARY( ulThird, "t5" ) = pxItem[ 2 ];
    messageTEMPORARY( ulFourth, "t6" ) = pxItem[ 3 ];

    __asm volatile( "" : "+r"( ulFirst ), "+r"( ulSecond ), "+r"( ulThird ), "+r"( ulFourth ) );
    isochronSET_REGISTER( uxWords, ulFirst );
    isochronSET_REGISTER( uxWords + messageBYTES, ulSecond );
    isochronSET_REGISTER( uxWords + ( 2U * messageBYTES ), ulThird );
    isochronSET_REGISTER( uxWords + ( 3U * messageBYTES ), ulFourth );
}

static portFORCE_INLINE void prvLoadFour( uintptr_t uxWords, void * pvItem )
{
    Word_t * const pxItem = pvItem;
    const uint32_t ulFirst = isochronREGISTER( uxWords );
    const uint32_t ulSecond = isochronREGISTER( uxWords + messageBYTES );
    const uint32_t ulThird = isochronREGISTER( uxWords + ( 2U * messageBYTES ) );
    const uint32_t ulFourth = isochronREGISTER( uxWords + ( 3U * messageBYTES ) );

    pxItem[ 0 ] = ulFirst;
    pxItem[ 1 ] = ulSecond;
    pxItem[ 2 ] = ulThird;
    pxItem[ 3 ] = ulFourth;
}

/* Stores the words of an even item. */
static portFORCE_INLINE void prvStoreEven( uintptr_t uxWords, const void * pvItem, UBaseType_t uxSize )
{
    const Word_t * const pxItem = pvItem;

    if( uxSize > ( 3U * messageBYTES ) )
    {
        prvStoreFour( uxWords, pvItem );

        return;
    }

    isochronSET_REGISTER( uxWords, pxItem[ 0 ] );

    if( uxSize > messageBYTES )
    {
        isochronSET_REGISTER( uxWords + messageBYTES, pxItem[ 1 ] );

        if( uxSize > ( 2U * messageBYTES ) )
        {
            isochronSET_REGISTER( uxWords + ( 2U * messageBYTES ), pxItem[ 2 ] );
        }
    }
}

static portFORCE_INLINE void prvLoadEven( uintptr_t uxWords, void * pvItem, UBaseType_t uxSize )
{
    Word_t * const pxItem = pvItem;

    if( uxSize > ( 3U * messageBYTES ) )
    {
        prvLoadFour( uxWords, pvItem );

        return;
    }

    pxItem[ 0 ] = isochronREGISTER( uxWords );

    if( uxSize > messageBYTES )
    {
        pxItem[ 1 ] = isochronREGISTER( uxWords + messageBYTES );

        if( uxSize > ( 2U * messageBYTES ) )
        {
            pxItem[ 2 ] = isochronREGISTER( uxWords + ( 2U * messageBYTES ) );
        }
    }
}

/* Any item, if need be by way of an even copy. */
static __attribute__( ( noinline ) ) void prvStoreMessage( uintptr_t uxWords, const void * pvItem,
                                                           UBaseType_t uxSize )
{
    uint32_t ulCopy[ 4 ] = { 0 };

    if( !messageIS_EVEN( pvItem, uxSize ) )
    {
        ( void ) memcpy( ulCopy, pvItem, ( size_t ) uxSize );
        pvItem = ulCopy;
    }

    prvStoreEven( uxWords, pvItem, uxSize );
}

static __attribute__( ( noinline ) ) void prvLoadMessage( uintptr_t uxWords, void * pvItem,
                                                          UBaseType_t uxSize )
{
    uint32_t ulCopy[ 4 ];

    if( messageIS_EVEN( pvItem, uxSize ) )
    {
        prvLoadEven( uxWords, pvItem, uxSize );
    }
    else
    {
        prvLoadEven( uxWords, ulCopy, uxSize );
        ( void ) memcpy( pvItem, ulCopy, ( size_t ) uxSize );
    }
}

    /* Whether uxMessage has no mark, or none any more, and the item can be copied by words. */
    #define messageIS_PLAIN( uxMessage, pvItem ) \
    ( ( ( ( uxMessage ) | messageOFFSET( pvItem ) ) % messageBYTES ) == 0U )

/* The command of a send. */
static portFORCE_INLINE uintptr_t prvSendCommand( const Queue_t * pxQueue, BaseType_t xCopyPosition )
{
    const uintptr_t uxMessage = messageADDRESS( pxQueue->uxMessage );
    uintptr_t uxCommand = messageCOMMAND( uxMessage, TASK_QUEUE_SEND );

    if( xCopyPosition == queueSEND_TO_FRONT )
    {
        uxCommand += messageOTHER;
    }
    else if( xCopyPosition == queueOVERWRITE )
    {
        uxCommand = messageCOMMAND( uxMessage, TASK_QUEUE_OVERWRITE );
    }

    return uxCommand;
}

    #if ( configUSE_QUEUE_SETS == 1 )

static BaseType_t prvTransferToMember( Queue_t * pxQueue, const void * pvItem, TickType_t xTicksToWait,
                                       UBaseType_t uxKind, TickType_t xBegan );

/* The attachment may have a call of its own that returns MEMBER behind a wait. */
        #ifndef isochronFINISH_SEND
            #define isochronFINISH_SEND isochronFINISH
        #endif

/* Ends a send that has to switch, or is refused. The queue may have become the member of a set, which
 * FreeRTOS tells when the item is there, not before: also while the task waited. */
__attribute__( ( noinline ) ) BaseType_t xKernelFinishSend( QueueHandle_t xQueue, const void * pvItem,
                                                            TickType_t xTicksToWait, BaseType_t xCopyPosition,
                                                            uint32_t ulResult )
{
    const TickType_t xBegan = ( TickType_t ) isochronREGISTER( ISOCHRON_TICK_OFFSET );

    if( ulResult != ISOCHRON_RESULT_MEMBER )
    {
        ulResult = isochronFINISH_SEND( ulResult, prvSendCommand( xQueue, xCopyPosition ), xTicksToWait );
    }

    return ( ulResult == ISOCHRON_RESULT_MEMBER ) ?
               prvTransferToMember( xQueue, pvItem, xTicksToWait, ( UBaseType_t ) xCopyPosition, xBegan ) :
               ( BaseType_t ) ulResult;
}

    #endif /* configUSE_QUEUE_SETS */

/* Issues the command of a send. The usual send's result has a register of its own: otherwise a give moves
 * its result, too. That saves 1 cycle of 29 where there are queue sets (4 bytes), of 41 where there are none
 * (16 bytes). The compiler is told that the call always ends so: it then puts nothing between. */
static portFORCE_INLINE BaseType_t prvIssueSend( Queue_t * pxQueue, uintptr_t uxCommand, const void * pvItem,
                                                 TickType_t xTicksToWait, BaseType_t xCopyPosition,
                                                 BaseType_t xIsUsual )
{
    const uint32_t ulResult = ulIsochronAnswer( uxCommand, xTicksToWait );
    BaseType_t xReturn;

    ( void ) pxQueue;
    ( void ) pvItem;
    ( void ) xCopyPosition;

    if( __builtin_expect_with_probability( ulResult <= ISOCHRON_RESULT_OK, 1, 1.0 ) )
    {
        if( xIsUsual == pdFALSE )
        {
            return ( BaseType_t ) ulResult;
        }

        xReturn = ( BaseType_t ) ulResult;
        __asm volatile( "" : "+r"( xReturn ) );

        return xReturn;
    }

    #if ( configUSE_QUEUE_SETS == 1 )
    {
        return xKernelFinishSend( pxQueue, pvItem, xTicksToWait, xCopyPosition, ulResult );
    }
    #else
    {
        return ( BaseType_t ) isochronFINISH( ulResult, uxCommand, xTicksToWait );
    }
    #endif
}

/* Sends, for a task, what no other function does: an item that is not even, to the front, or over
 * the only item. */
static messageAS_IT_IS BaseType_t prvSendAnyMessage( Queue_t * pxQueue, const void * pvItem,
                                                     TickType_t xTicksToWait, BaseType_t xCopyPosition )
{
    const uintptr_t uxCommand = prvSendCommand( pxQueue, xCopyPosition );

    prvStoreMessage( messageOF_TASK, pvItem, pxQueue->uxItemSize );

    return prvIssueSend( pxQueue, uxCommand, pvItem, xTicksToWait, xCopyPosition, pdFALSE );
}

/* Sends any message. An even item that goes to the back needs no stack. */
messageAS_IT_IS BaseType_t xKernelSendMessage( QueueHandle_t xQueue, const void * pvItem,
                                               TickType_t xTicksToWait, BaseType_t xCopyPosition )
{
    const uintptr_t uxMessage = xQueue->uxMessage;
    const UBaseType_t uxSize = xQueue->uxItemSize;

    if( ( xCopyPosition != queueSEND_TO_BACK ) || !messageIS_EVEN( pvItem, uxSize ) )
    {
        return prvSendAnyMessage( xQueue, pvItem, xTicksToWait, xCopyPosition );
    }

    prvStoreEven( messageOF_TASK, pvItem, uxSize );

    return prvIssueSend( xQueue, messageCOMMAND( messageADDRESS( uxMessage ), TASK_QUEUE_SEND ), pvItem,
                         xTicksToWait, queueSEND_TO_BACK, pdFALSE );
}

/* A task's send that is no give: of one word or four to the back here, of others by the functions above. */
static portFORCE_INLINE BaseType_t prvSendNoGive( Queue_t * pxQueue, uintptr_t uxSend, const void * pvItem,
                                                  TickType_t xTicksToWait, BaseType_t xCopyPosition )
{
    if( messageIS_PLAIN( uxSend, pvItem ) )
    {
        const uint32_t ulWord = *( ( const Word_t * ) pvItem );

        if( __builtin_expect( xCopyPosition != queueSEND_TO_BACK, 0 ) )
        {
            return prvSendAnyMessage( pxQueue, pvItem, xTicksToWait, xCopyPosition );
        }

        isochronSET_REGISTER( messageOF_TASK, ulWord );

        return prvIssueSend( pxQueue, messageCOMMAND( uxSend, TASK_QUEUE_SEND ), pvItem, xTicksToWait,
                             queueSEND_TO_BACK, pdTRUE );
    }

    if( __builtin_expect( uxSend == kernelSEND_ELSE, 0 ) )
    {
        return xKernelSendElse( pxQueue, pvItem, xTicksToWait, xCopyPosition );
    }

    if( __builtin_expect(
            messageIS_PLAIN( ( uxSend - messageFOUR_WORDS ) | ( UBaseType_t ) xCopyPosition, pvItem ), 1 ) )
    {
        prvStoreFour( messageOF_TASK, pvItem );

        return prvIssueSend( pxQueue, messageCOMMAND( uxSend - messageFOUR_WORDS, TASK_QUEUE_SEND ), pvItem,
                             xTicksToWait, queueSEND_TO_BACK, pdFALSE );
    }

    return xKernelSendMessage( pxQueue, pvItem, xTicksToWait, xCopyPosition );
}

    /* What the end of a call needs, too, with several cores (isochronFINISH). */
    #if ( configNUMBER_OF_CORES > 1 )
        #define messageAND_CALL                          , uintptr_t uxCommand, uint32_t ulArgument
        #define messageAND_THIS( uxCommand, ulArgument ) , ( uxCommand ), ( ulArgument )
    #else
        #define messageAND_CALL
        #define messageAND_THIS( uxCommand, ulArgument )
    #endif

/* A receive that has to switch, or is refused. */
static __attribute__( ( noinline ) ) BaseType_t prvFinishReceive( const Queue_t * pxQueue, void * pvItem,
                                                                  uint32_t ulResult messageAND_CALL )
{
    ulResult = isochronFINISH( ulResult, uxCommand, ulArgument );

    if( ulResult == ISOCHRON_RESULT_OK )
    {
        prvLoadMessage( messageOF_TASK, pvItem, pxQueue->uxItemSize );
    }

    return ( BaseType_t ) ulResult;
}

    #ifndef isochronFINISH_WORD

/* The same of one word, which is loaded whatever the result. */
static __attribute__( ( noinline ) ) BaseType_t prvFinishWord( void * pvItem,
                                                               uint32_t ulResult messageAND_CALL )
{
    uint32_t ulWord;

    ulResult = ulKernelFailOrOK( isochronFINISH( ulResult, uxCommand, ulArgument ) );
    ulWord = isochronREGISTER( messageOF_TASK );

    if( ulResult != ISOCHRON_RESULT_FAIL )
    {
        *( ( Word_t * ) pvItem ) = ulWord;
    }

    return ( BaseType_t ) ulResult;
}

        #define isochronFINISH_WORD prvFinishWord

    #endif /* isochronFINISH_WORD */

/* Loads the words of a message that was received. */
static __attribute__( ( noinline ) ) BaseType_t prvLoadReceived( const Queue_t * pxQueue, void * pvItem )
{
    prvLoadMessage( messageOF_TASK, pvItem, pxQueue->uxItemSize );

    return pdTRUE;
}

/* Receives or peeks, for a task, an item of several words, or one that is not even. */
static messageAS_IT_IS BaseType_t prvReceiveMessageElse( const Queue_t * pxQueue, void * pvItem,
                                                         TickType_t xTicksToWait, uintptr_t uxKind )
{
    const UBaseType_t uxSize = pxQueue->uxItemSize;
    const uintptr_t uxCommand =
        messageCOMMAND( messageADDRESS( pxQueue->uxMessage ), TASK_QUEUE_RECEIVE ) + uxKind;
    const uint32_t ulResult = ulIsochronAnswer( uxCommand, xTicksToWait );

    if( ulResult > ISOCHRON_RESULT_OK )
    {
        return prvFinishReceive( pxQueue, pvItem, ulResult messageAND_THIS( uxCommand, xTicksToWait ) );
    }

    if( ulResult != ISOCHRON_RESULT_FAIL )
    {
        if( !messageIS_EVEN( pvItem, uxSize ) )
        {
            return prvLoadReceived( pxQueue, pvItem );
        }

        prvLoadEven( messageOF_TASK, pvItem, uxSize );
    }

    return ( BaseType_t ) ulResult;
}

/* Receives, for a task: one word or four here, others by the function above. */
static portFORCE_INLINE BaseType_t prvReceiveMessage( const Queue_t * pxQueue, uintptr_t uxMessage,
                                                      void * pvItem, TickType_t xTicksToWait )
{
    uint32_t ulResult;

    if( __builtin_expect( !messageIS_PLAIN( uxMessage, pvItem ), 0 ) )
    {
        uxMessage -= messageFOUR_WORDS;

        if( !messageIS_PLAIN( uxMessage, pvItem ) )
        {
            return prvReceiveMessageElse( pxQueue, pvItem, xTicksToWait, 0U );
        }

        ulResult = ulIsochronAnswer( messageCOMMAND( uxMessage, TASK_QUEUE_RECEIVE ), xTicksToWait );

        if( ulResult > ISOCHRON_RESULT_OK )
        {
            return prvFinishReceive(
                pxQueue, pvItem,
                ulResult messageAND_THIS( messageCOMMAND( uxMessage, TASK_QUEUE_RECEIVE ), xTicksToWait ) );
        }

        if( ulResult != ISOCHRON_RESULT_FAIL )
        {
            prvLoadFour( messageOF_TASK, pvItem );
        }

        portMEMORY_BARRIER();

        return ( BaseType_t ) ulResult;
    }

    ulResult = ulIsochronAnswer( messageCOMMAND( uxMessage, TASK_QUEUE_RECEIVE ), xTicksToWait );

    if( ulResult > ISOCHRON_RESULT_OK )
    {
        return isochronFINISH_WORD(
            pvItem,
            ulResult messageAND_THIS( messageCOMMAND( uxMessage, TASK_QUEUE_RECEIVE ), xTicksToWait ) );
    }

    if( ulResult != ISOCHRON_RESULT_FAIL )
    {
        *( ( Word_t * ) pvItem ) = isochronREGISTER( messageOF_TASK );
    }

    portMEMORY_BARRIER();

    return ( BaseType_t ) ulResult;
}

/* The same for an interrupt service routine: one of the queue's message commands. Returns ISR_RESULT. */
static portFORCE_INLINE uint32_t prvIssueFromISR( const Queue_t * pxQueue, const void * pvItem,
                                                  BaseType_t xCopyPosition )
{
    uintptr_t uxCommand = messageCOMMAND_FROM_ISR( pxQueue, ISR_QUEUE_SEND );

    if( xCopyPosition == queueSEND_TO_FRONT )
    {
        uxCommand += messageOTHER;
    }
    else if( xCopyPosition == queueOVERWRITE )
    {
        uxCommand = messageCOMMAND_FROM_ISR( pxQueue, ISR_QUEUE_OVERWRITE );
    }

    prvStoreMessage( messageOF_ISR, pvItem, pxQueue->uxItemSize );

    return ulIsochronCallFromISR( uxCommand, 0 );
}

static portFORCE_INLINE BaseType_t prvSendMessageFromISR( const Queue_t * pxQueue, const void * pvItem,
                                                          BaseType_t xCopyPosition,
                                                          BaseType_t * const pxHigherPriorityTaskWoken )
{
    return xKernelFinishFromISR( prvIssueFromISR( pxQueue, pvItem, xCopyPosition ),
                                 pxHigherPriorityTaskWoken );
}

static BaseType_t prvReceiveMessageFromISR( const Queue_t * pxQueue, void * pvItem, uintptr_t uxKind,
                                            BaseType_t * const pxHigherPriorityTaskWoken )
{
    BaseType_t xReturn = xKernelFinishFromISR(
        ulIsochronCallFromISR( messageCOMMAND_FROM_ISR( pxQueue, ISR_QUEUE_RECEIVE ) + uxKind, 0 ),
        pxHigherPriorityTaskWoken );

    if( xReturn != pdFALSE )
    {
        prvLoadMessage( messageOF_ISR, pvItem, pxQueue->uxItemSize );
    }

    return xReturn;
}

/* A task may call this, too: no service routine may come between the command and the loads. */
static BaseType_t prvPeekMessageFromISR( const Queue_t * pxQueue, void * pvItem )
{
    UBaseType_t uxEnabled = uxIsochronMask();
    BaseType_t xReturn = prvReceiveMessageFromISR( pxQueue, pvItem, messageOTHER, NULL );

    vIsochronUnmask( uxEnabled );

    return xReturn;
}

#endif /* configISOCHRON_MESSAGES */

#endif /* ISOCHRON_HARDWARE_KERNEL_QUEUE_MESSAGES_C */
