/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Messages: queues whose items are in the hardware kernel's memory. A task stores the words of an item,
 * and then one command moves them to the queue; a receive goes the other way. Each task has words of its
 * own in the hardware, and service routines have theirs, so nothing is masked and nothing is held. A
 * task that waits to send has its words there already; one that waits to receive finds them when it runs.
 *
 * Of a queue of messages that is a member of a queue set, a send is a transfer that begins and ends
 * (queue_transfer.c), for the set is told in between: the words are there before it ends.
 */
#ifndef ISOCHRON_HARDWARE_KERNEL_QUEUE_MESSAGES_C
#define ISOCHRON_HARDWARE_KERNEL_QUEUE_MESSAGES_C

#include "kernel.h"

#if ( configISOCHRON_MESSAGES == 1 )

/* Commands that are whole transfers. Those of the second kind, to the front and a peek, are further on. */
    #define messageCOMMAND( uxMessage, OPERATION ) \
    ( ( uxMessage ) + ( uintptr_t ) ( ( ISOCHRON_ ## OPERATION ## _OFFSET ) - ( ISOCHRON_TASK_QUEUE_OVERWRITE_OFFSET ) ) )
    #define messageOTHER         ( ( uintptr_t ) ISOCHRON_NOTIFICATION_STRIDE )

/* The registers of the words. */
    #define messageOF_TASK       ( ( uintptr_t ) ISOCHRON_WORD_OFFSET )
    #define messageOF_ISR        ( ( uintptr_t ) ISOCHRON_ISR_WORD_OFFSET )
    #define messageBYTES         ( sizeof( uint32_t ) )

/* An item can be copied by words. */
    #define messageIS_EVEN( pvItem, uxSize )    ( ( ( ( uintptr_t ) ( pvItem ) | ( uxSize ) ) % messageBYTES ) == 0U )
    /*-----------------------------------------------------------*/

    static portFORCE_INLINE void prvStoreWord( uintptr_t uxWords,
                                               const uint8_t * pucItem,
                                               UBaseType_t uxByte )
    {
        uint32_t ulWord;

        ( void ) memcpy( &ulWord, __builtin_assume_aligned( pucItem + uxByte, messageBYTES ), messageBYTES );
        isochronSET_REGISTER( uxWords + uxByte, ulWord );
    }
    /*-----------------------------------------------------------*/

    static portFORCE_INLINE void prvLoadWord( uintptr_t uxWords,
                                              uint8_t * pucItem,
                                              UBaseType_t uxByte )
    {
        uint32_t ulWord = isochronREGISTER( uxWords + uxByte );

        ( void ) memcpy( __builtin_assume_aligned( pucItem + uxByte, messageBYTES ), &ulWord, messageBYTES );
    }
    /*-----------------------------------------------------------*/

    /* Stores the words of an even item. */
    static portFORCE_INLINE void prvStoreEven( uintptr_t uxWords,
                                               const void * pvItem,
                                               UBaseType_t uxSize )
    {
        prvStoreWord( uxWords, pvItem, 0U );

        if( uxSize > messageBYTES )
        {
            prvStoreWord( uxWords, pvItem, messageBYTES );

            if( uxSize > ( 2U * messageBYTES ) )
            {
                prvStoreWord( uxWords, pvItem, 2U * messageBYTES );

                if( uxSize > ( 3U * messageBYTES ) )
                {
                    prvStoreWord( uxWords, pvItem, 3U * messageBYTES );
                }
            }
        }
    }
    /*-----------------------------------------------------------*/

    static portFORCE_INLINE void prvLoadEven( uintptr_t uxWords,
                                              void * pvItem,
                                              UBaseType_t uxSize )
    {
        prvLoadWord( uxWords, pvItem, 0U );

        if( uxSize > messageBYTES )
        {
            prvLoadWord( uxWords, pvItem, messageBYTES );

            if( uxSize > ( 2U * messageBYTES ) )
            {
                prvLoadWord( uxWords, pvItem, 2U * messageBYTES );

                if( uxSize > ( 3U * messageBYTES ) )
                {
                    prvLoadWord( uxWords, pvItem, 3U * messageBYTES );
                }
            }
        }
    }
    /*-----------------------------------------------------------*/

    /* Any item, by way of an even copy. Not inline: few items are not even. */
    static __attribute__( ( noinline ) ) void prvStoreUneven( uintptr_t uxWords,
                                                              const void * pvItem,
                                                              UBaseType_t uxSize )
    {
        uint32_t ulCopy[ 4 ] = { 0 };

        ( void ) memcpy( ulCopy, pvItem, ( size_t ) uxSize );
        prvStoreEven( uxWords, ulCopy, uxSize );
    }
    /*-----------------------------------------------------------*/

    static __attribute__( ( noinline ) ) void prvLoadUneven( uintptr_t uxWords,
                                                             void * pvItem,
                                                             UBaseType_t uxSize )
    {
        uint32_t ulCopy[ 4 ];

        prvLoadEven( uxWords, ulCopy, uxSize );
        ( void ) memcpy( pvItem, ulCopy, ( size_t ) uxSize );
    }
    /*-----------------------------------------------------------*/

    static portFORCE_INLINE void prvStoreMessage( uintptr_t uxWords,
                                                  const void * pvItem,
                                                  UBaseType_t uxSize )
    {
        if( __builtin_expect( messageIS_EVEN( pvItem, uxSize ), 1 ) )
        {
            prvStoreEven( uxWords, pvItem, uxSize );
        }
        else
        {
            prvStoreUneven( uxWords, pvItem, uxSize );
        }
    }
    /*-----------------------------------------------------------*/

    static portFORCE_INLINE void prvLoadMessage( uintptr_t uxWords,
                                                 void * pvItem,
                                                 UBaseType_t uxSize )
    {
        if( __builtin_expect( messageIS_EVEN( pvItem, uxSize ), 1 ) )
        {
            prvLoadEven( uxWords, pvItem, uxSize );
        }
        else
        {
            prvLoadUneven( uxWords, pvItem, uxSize );
        }
    }
    /*-----------------------------------------------------------*/

    /* The same for sends that are not plain: of an item that is not even, to the front, or over the
     * only item. */
    static __attribute__( ( noinline ) ) BaseType_t prvSendMessageElse( const Queue_t * pxQueue,
                                                                        const void * pvItem,
                                                                        TickType_t xTicksToWait,
                                                                        BaseType_t xCopyPosition )
    {
        uintptr_t uxCommand = messageCOMMAND( pxQueue->uxSendMessage, TASK_QUEUE_SEND );

        if( xCopyPosition == queueSEND_TO_FRONT )
        {
            uxCommand += messageOTHER;
        }
        else if( xCopyPosition == queueOVERWRITE )
        {
            uxCommand = pxQueue->uxSendMessage;
        }

        prvStoreMessage( messageOF_TASK, pvItem, pxQueue->uxItemSize );

        return ( BaseType_t ) ulIsochronCall( uxCommand, xTicksToWait );
    }
    /*-----------------------------------------------------------*/

    /* Sends, for a task. The plain case needs no stack. */
    static portFORCE_INLINE BaseType_t prvSendMessage( const Queue_t * pxQueue,
                                                       uintptr_t uxMessage,
                                                       const void * pvItem,
                                                       TickType_t xTicksToWait,
                                                       BaseType_t xCopyPosition )
    {
        const UBaseType_t uxSize = pxQueue->uxItemSize;

        if( __builtin_expect( ( xCopyPosition != queueSEND_TO_BACK ) || !messageIS_EVEN( pvItem, uxSize ), 0 ) )
        {
            return prvSendMessageElse( pxQueue, pvItem, xTicksToWait, xCopyPosition );
        }

        prvStoreEven( messageOF_TASK, pvItem, uxSize );

        return ( BaseType_t ) ulIsochronCall( messageCOMMAND( uxMessage, TASK_QUEUE_SEND ), xTicksToWait );
    }
    /*-----------------------------------------------------------*/

    /* A receive that has to switch, or is refused. */
    static __attribute__( ( noinline ) ) BaseType_t prvReceiveMessageElse( const Queue_t * pxQueue,
                                                                           void * pvItem,
                                                                           uint32_t ulResult )
    {
        ulResult = ulIsochronFinish( ulResult );

        if( ulResult == ISOCHRON_RESULT_OK )
        {
            prvLoadMessage( messageOF_TASK, pvItem, pxQueue->uxItemSize );
        }

        return ( BaseType_t ) ulResult;
    }
    /*-----------------------------------------------------------*/

    /* Receives or peeks, for a task. */
    static portFORCE_INLINE BaseType_t prvReceiveMessage( const Queue_t * pxQueue,
                                                          uintptr_t uxCommand,
                                                          void * pvItem,
                                                          TickType_t xTicksToWait )
    {
        const UBaseType_t uxSize = pxQueue->uxItemSize;
        uint32_t ulResult = ulIsochronAnswer( uxCommand, xTicksToWait );

        if( __builtin_expect( ulResult > ISOCHRON_RESULT_OK, 0 ) )
        {
            return prvReceiveMessageElse( pxQueue, pvItem, ulResult );
        }

        if( ulResult == ISOCHRON_RESULT_OK )
        {
            if( __builtin_expect( !messageIS_EVEN( pvItem, uxSize ), 0 ) )
            {
                prvLoadUneven( messageOF_TASK, pvItem, uxSize );

                return pdTRUE;
            }

            prvLoadEven( messageOF_TASK, pvItem, uxSize );
            portMEMORY_BARRIER();
        }

        return ( BaseType_t ) ulResult;
    }
    /*-----------------------------------------------------------*/

    /* The same for an interrupt service routine: one of the queue's message commands. */
    static BaseType_t prvSendMessageFromISR( const Queue_t * pxQueue,
                                             const void * pvItem,
                                             BaseType_t xCopyPosition,
                                             BaseType_t * const pxHigherPriorityTaskWoken )
    {
        uintptr_t uxCommand = messageCOMMAND( pxQueue->uxSendMessage, ISR_QUEUE_SEND );

        if( xCopyPosition == queueSEND_TO_FRONT )
        {
            uxCommand += messageOTHER;
        }
        else if( xCopyPosition == queueOVERWRITE )
        {
            uxCommand = messageCOMMAND( pxQueue->uxSendMessage, ISR_QUEUE_OVERWRITE );
        }

        /* The end of the interrupted task's transfer needs these words, too. */
        vKernelEnterFromISR();
        prvStoreMessage( messageOF_ISR, pvItem, pxQueue->uxItemSize );

        return xKernelFinishFromISR( ulIsochronCallFromISR( uxCommand, 0 ), pxHigherPriorityTaskWoken );
    }
    /*-----------------------------------------------------------*/

    static BaseType_t prvReceiveMessageFromISR( const Queue_t * pxQueue,
                                                void * pvItem,
                                                uintptr_t uxKind,
                                                BaseType_t * const pxHigherPriorityTaskWoken )
    {
        BaseType_t xReturn = xKernelFinishFromISR( ulKernelCallFromISR( messageCOMMAND( pxQueue->uxMessage, ISR_QUEUE_RECEIVE ) + uxKind, 0 ),
                                                   pxHigherPriorityTaskWoken );

        if( xReturn != pdFALSE )
        {
            prvLoadMessage( messageOF_ISR, pvItem, pxQueue->uxItemSize );
        }

        return xReturn;
    }
    /*-----------------------------------------------------------*/

    /* A task may peek by the function for service routines, too: none may come in between. */
    static BaseType_t prvPeekMessageFromISR( const Queue_t * pxQueue,
                                             void * pvItem )
    {
        UBaseType_t uxEnabled = uxIsochronMask();
        BaseType_t xReturn = prvReceiveMessageFromISR( pxQueue, pvItem, messageOTHER, NULL );

        vIsochronUnmask( uxEnabled );

        return xReturn;
    }

#endif /* configISOCHRON_MESSAGES */
/*-----------------------------------------------------------*/

#endif /* ISOCHRON_HARDWARE_KERNEL_QUEUE_MESSAGES_C */
