/* SPDX-License-Identifier: Apache-2.0 */

/* Queues, semaphores and mutexes: FreeRTOS's own queue.c, with each queue's lock in place of critical
 * sections and of the scheduler's suspension (locked.h).
 *
 * A semaphore has a way of its own. While nobody waits it is open: a word has the number of its units, and
 * is changed by LDREX and STREX. Else it is closed, and they are counted behind the lock, as queue.c does.
 * Whoever takes the lock closes it first. systems/gic/model/semaphore.pml is the model of this. */
#include "locked.h"
#include "locks.h"
#include "queue.h"
#include "requests.h"

#if gicOBJECTS

    #if ( configUSE_QUEUE_SETS == 1 ) && gicMULTICORE
        #error "the kernel on the GIC has queue sets on one core: set configUSE_QUEUE_SETS to 0"
    #endif

static void prvLock( const void * pvQueue );

    #if gicMUTEXES || ( configUSE_QUEUE_SETS == 1 )

/* For functions that call their queue something else: one that reads a word, those of sets. */
static const StaticQueue_t xNoQueue;
static const void * const pxQueue = &xNoQueue;
    #endif

    #define gicLOCK() prvLock( pxQueue )
    #undef portBASE_TYPE_ENTER_CRITICAL
    #undef portBASE_TYPE_EXIT_CRITICAL
    #define portBASE_TYPE_ENTER_CRITICAL() prvLock( xQueue )
    #define portBASE_TYPE_EXIT_CRITICAL()  ( ( void ) xGicUnlock() )

/* FreeRTOS's own of what stands below. */
static BaseType_t xGicQueueSemaphoreTake( QueueHandle_t xQueue, TickType_t xTicksToWait );
static BaseType_t xGicQueueGenericSend( QueueHandle_t xQueue, const void * const pvItemToQueue,
                                        TickType_t xTicksToWait, const BaseType_t xCopyPosition );

    #define xQueueSemaphoreTake           xGicQueueSemaphoreTake
    #define xQueueGenericSend             xGicQueueGenericSend
    #define xQueueGiveFromISR             xGicQueueGiveFromISR
    #define uxQueueMessagesWaiting        uxGicQueueMessagesWaiting
    #define uxQueueMessagesWaitingFromISR uxGicQueueMessagesWaitingFromISR
    #define xQueueIsQueueEmptyFromISR     xGicQueueIsQueueEmptyFromISR
    #define xQueueIsQueueFullFromISR      xGicQueueIsQueueFullFromISR
    #define xQueueAddToSet                xGicQueueAddToSet

    #include "../queue.c"

    #undef xQueueSemaphoreTake
    #undef xQueueGenericSend
    #undef xQueueGiveFromISR
    #undef uxQueueMessagesWaiting
    #undef uxQueueMessagesWaitingFromISR
    #undef xQueueIsQueueEmptyFromISR
    #undef xQueueIsQueueFullFromISR
    #undef xQueueAddToSet

    #define UNITS 0x40000000U /* so many are not counted: all addresses of RAM are above */

/* The word of a semaphore: its units, or its own address while it is closed. queue.c has the address where
 * messages are written there, so queues and mutexes are closed for ever. */
static portFORCE_INLINE uint32_t * prvWord( Queue_t * pxQueue )
{
    return ( uint32_t * ) &pxQueue->pcWriteTo;
}

    #if ( configUSE_QUEUE_SETS == 1 )
        #define prvIsInSet( pxQueue ) ( ( pxQueue )->pxQueueSetContainer != NULL )
    #else
        #define prvIsInSet( pxQueue ) pdFALSE
    #endif

/* One of a set is closed: whoever gives a unit tells the set. */
static portFORCE_INLINE BaseType_t prvIsSemaphore( const Queue_t * pxQueue )
{
    return ( pxQueue->uxItemSize == 0 ) && ( pxQueue->uxQueueType != queueQUEUE_IS_MUTEX ) &&
           !prvIsInSet( pxQueue );
}

/* Takes a queue's lock; a semaphore is closed from here on. */
static void prvLock( const void * pvQueue )
{
    Queue_t * const pxQueue = ( Queue_t * ) pvQueue;

    vGicLock( pxQueue );

    if( prvIsSemaphore( pxQueue ) )
    {
        const uint32_t ulUnits =
            __atomic_exchange_n( prvWord( pxQueue ), ( uint32_t ) pxQueue, __ATOMIC_ACQUIRE );

        if( ulUnits < UNITS )
        {
            pxQueue->uxMessagesWaiting = ulUnits;
        }
    }
}

/* Gives a semaphore's lock back, and opens it if nobody waits. A task that waits leaves. */
static void prvUnlock( Queue_t * pxSemaphore )
{
    if( listLIST_IS_EMPTY( &pxSemaphore->xTasksWaitingToReceive ) &&
        listLIST_IS_EMPTY( &pxSemaphore->xTasksWaitingToSend ) && !prvIsInSet( pxSemaphore ) )
    {
        __atomic_store_n( prvWord( pxSemaphore ), pxSemaphore->uxMessagesWaiting, __ATOMIC_RELEASE );
    }

    ( void ) xGicUnlock();
}

static portFORCE_INLINE uint32_t prvLoad( const uint32_t * pulWord )
{
    uint32_t ulValue;

    __asm volatile( "ldrex %0, [ %1 ]" : "=r"( ulValue ) : "r"( pulWord ) : "memory" );
    return ulValue;
}

/* Returns whether it has stored; pxStored says the same, and is what a call returns, in its register. */
static portFORCE_INLINE BaseType_t prvStore( uint32_t * pulWord, uint32_t ulValue, BaseType_t * pxStored )
{
    BaseType_t xDone;

    __asm volatile( "strex %0, %2, [ %3 ] \n"
                    "rsbs  %0, %0, #1"
                    : "=&r"( *pxStored ), "=@ccne"( xDone )
                    : "r"( ulValue ), "r"( pulWord )
                    : "memory" );
    return __builtin_expect( xDone, pdTRUE );
}

/* A queue's word in a register. The queue is got back from it where it is wanted again, which is seldom: so
 * its own register is the result's. */
static portFORCE_INLINE uint32_t * prvWordAlone( Queue_t * pxQueue )
{
    uint32_t * pulWord = prvWord( pxQueue );

    __asm( "" : "+r"( pulWord ) );
    return pulWord;
}

static portFORCE_INLINE Queue_t * prvQueueOf( uint32_t * pulWord )
{
    return ( Queue_t * ) ( ( uint8_t * ) pulWord - offsetof( Queue_t, pcWriteTo ) );
}

/* Orders a semaphore and what it protects. */
static portFORCE_INLINE void prvBarrier( void )
{
    if( gicMULTICORE )
    {
        __asm volatile( "dmb" ::: "memory" );
    }
}

/* Takes a unit, or gives one, if the semaphore is open, and has one, or has room for one. Returns whether it
 * has; pxDone says so, too. */
static portFORCE_INLINE BaseType_t prvTakeIfOpen( Queue_t ** ppxQueue, BaseType_t * pxDone )
{
    uint32_t * const pulWord = prvWordAlone( *ppxQueue );

    for( ;; )
    {
        const uint32_t ulUnits = prvLoad( pulWord );

        if( ulUnits - 1U >= UNITS - 1U )
        {
            return pdFALSE;
        }

        if( prvStore( pulWord, ulUnits - 1U, pxDone ) )
        {
            prvBarrier();
            return pdTRUE;
        }

        *ppxQueue = prvQueueOf( pulWord );
    }
}

static portFORCE_INLINE BaseType_t prvGiveIfOpen( Queue_t ** ppxQueue, BaseType_t * pxDone )
{
    uint32_t * const pulWord = prvWordAlone( *ppxQueue );
    const uint32_t ulMost = ( *ppxQueue )->uxLength;

    prvBarrier();

    for( ;; )
    {
        const uint32_t ulUnits = prvLoad( pulWord );
        BaseType_t xClosedOrFull;

        /* either, by two instructions, of which the compiler would make five */
        __asm volatile( "cmp   %1, %2 \n"
                        "cmplo %1, %3"
                        : "=@cccs"( xClosedOrFull )
                        : "r"( ulUnits ), "I"( UNITS ), "r"( ulMost ) );

        if( xClosedOrFull )
        {
            return pdFALSE;
        }

        if( prvStore( pulWord, ulUnits + 1U, pxDone ) )
        {
            return pdTRUE;
        }

        *ppxQueue = prvQueueOf( pulWord );
    }
}

/* The first of a list, if there is one, need not wait any more. */
static portFORCE_INLINE void prvWakeFirst( const List_t * pxWaiting )
{
    if( !listLIST_IS_EMPTY( pxWaiting ) )
    {
        ( void ) xTaskRemoveFromEventList( pxWaiting );
    }
}

    #if gicMUTEXES

/* Takes a mutex that is free, or gives one that is not, as queue.c would. */
static portFORCE_INLINE BaseType_t prvTakeMutex( Queue_t * pxQueue )
{
    BaseType_t xTaken = pdFALSE;

    if( pxQueue->uxQueueType == queueQUEUE_IS_MUTEX )
    {
        vGicLock( pxQueue );

        if( pxQueue->uxMessagesWaiting > 0 )
        {
            pxQueue->uxMessagesWaiting = 0;
            pxQueue->u.xSemaphore.xMutexHolder = pvTaskIncrementMutexHeldCount();
            xTaken = pdTRUE;
        }

        ( void ) xGicUnlock();
    }

    return xTaken;
}

static portFORCE_INLINE BaseType_t prvGiveMutex( Queue_t * pxQueue )
{
    BaseType_t xGiven = pdFALSE;

    if( ( pxQueue->uxQueueType == queueQUEUE_IS_MUTEX ) && !prvIsInSet( pxQueue ) )
    {
        vGicLock( pxQueue );

        if( pxQueue->uxMessagesWaiting == 0 )
        {
            ( void ) xTaskPriorityDisinherit( pxQueue->u.xSemaphore.xMutexHolder );
            pxQueue->u.xSemaphore.xMutexHolder = NULL;
            pxQueue->uxMessagesWaiting = 1;
            prvWakeFirst( &pxQueue->xTasksWaitingToReceive );
            xGiven = pdTRUE;
        }

        ( void ) xGicUnlock();
    }

    return xGiven;
}
    #else
        #define prvTakeMutex( pxQueue ) pdFALSE
        #define prvGiveMutex( pxQueue ) pdFALSE
    #endif /* if gicMUTEXES */

static __attribute__( ( noinline ) ) BaseType_t prvTakeClosed( Queue_t * pxQueue, TickType_t xTicksToWait )
{
    TimeOut_t xTimeOut;
    BaseType_t xHasWaited = pdFALSE, xTaken;

    if( prvTakeMutex( pxQueue ) )
    {
        return pdPASS;
    }

    if( !prvIsSemaphore( pxQueue ) )
    {
        return xGicQueueSemaphoreTake( pxQueue, xTicksToWait );
    }

    do
    {
        prvLock( pxQueue );

        if( pxQueue->uxMessagesWaiting > 0 )
        {
            pxQueue->uxMessagesWaiting--;
            prvWakeFirst( &pxQueue->xTasksWaitingToSend );
            prvUnlock( pxQueue );
            return pdPASS;
        }

        if( xHasWaited == pdFALSE )
        {
            vTaskInternalSetTimeOutState( &xTimeOut );
        }

        if( ( xTicksToWait == 0 ) || xTaskCheckForTimeOut( &xTimeOut, &xTicksToWait ) )
        {
            prvUnlock( pxQueue );
            return errQUEUE_EMPTY;
        }

        vTaskPlaceOnEventList( &pxQueue->xTasksWaitingToReceive, xTicksToWait );
        prvUnlock( pxQueue );
        xHasWaited = pdTRUE;
    } while( !prvTakeIfOpen( &pxQueue, &xTaken ) );

    return xTaken;
}

static __attribute__( ( noinline ) ) BaseType_t prvSendClosed( Queue_t * pxQueue, const void * pvItemToQueue,
                                                               TickType_t xTicksToWait,
                                                               BaseType_t xCopyPosition )
{
    if( prvGiveMutex( pxQueue ) )
    {
        return pdPASS;
    }

    if( prvIsSemaphore( pxQueue ) )
    {
        prvLock( pxQueue );

        if( pxQueue->uxMessagesWaiting < pxQueue->uxLength )
        {
            pxQueue->uxMessagesWaiting++;
            prvWakeFirst( &pxQueue->xTasksWaitingToReceive );
            prvUnlock( pxQueue );
            return pdPASS;
        }

        prvUnlock( pxQueue );
    }

    return xGicQueueGenericSend( pxQueue, pvItemToQueue, xTicksToWait, xCopyPosition );
}

/* Gives a unit to the first of those who wait for one, as prvSendClosed would, with the lock that who waits
 * has closed the semaphore with. Interrupts are masked all the time. */
static __attribute__( ( noinline ) ) BaseType_t prvGiveToFirst( Queue_t * pxSemaphore,
                                                                const void * pvItemToQueue,
                                                                TickType_t xTicksToWait,
                                                                BaseType_t xCopyPosition )
{
    List_t * const pxWaiting = &pxSemaphore->xTasksWaitingToReceive;
    GicLock_t * const pxLock = prvLockOf( xGicLocks, pxSemaphore );
    const uint32_t ulState = prvMask();

    prvTakeLock( pxLock );

    const UBaseType_t uxWaiting = pxWaiting->uxNumberOfItems;
    const UBaseType_t uxUnits = pxSemaphore->uxMessagesWaiting + 1U;

    if( __builtin_expect( ( uxWaiting == 0 ) || ( uxUnits > pxSemaphore->uxLength ), pdFALSE ) )
    {
        prvGiveLock( pxLock );
        prvUnmask( ulState );
        return prvSendClosed( pxSemaphore, pvItemToQueue, xTicksToWait, xCopyPosition );
    }

    ListItem_t * const pxItem = listGET_HEAD_ENTRY( pxWaiting );
    ListItem_t * const pxNext = listGET_NEXT( pxItem );

    pxSemaphore->uxMessagesWaiting = uxUnits;
    pxWaiting->uxNumberOfItems = uxWaiting - 1U;
    pxWaiting->xListEnd.pxNext = pxNext;
    pxNext->pxPrevious = ( ListItem_t * ) &pxWaiting->xListEnd;
    pxItem->pxContainer = NULL;
    ( void ) prvWake( listGET_LIST_ITEM_OWNER( pxItem ) );

    if( ( uxWaiting == 1 ) && listLIST_IS_EMPTY( &pxSemaphore->xTasksWaitingToSend ) )
    {
        __atomic_store_n( prvWord( pxSemaphore ), uxUnits, __ATOMIC_RELAXED ); /* the lock is given yet */
    }

    prvGiveLock( pxLock );
    prvUnmask( ulState );
    return pdPASS;
}

BaseType_t xQueueSemaphoreTake( QueueHandle_t xQueue, TickType_t xTicksToWait )
{
    BaseType_t xTaken;

    configASSERT( xQueue != NULL );
    return prvTakeIfOpen( &xQueue, &xTaken ) ? xTaken : prvTakeClosed( xQueue, xTicksToWait );
}

BaseType_t xQueueGenericSend( QueueHandle_t xQueue, const void * const pvItemToQueue, TickType_t xTicksToWait,
                              const BaseType_t xCopyPosition )
{
    BaseType_t xGiven;

    configASSERT( xQueue != NULL );

    if( prvGiveIfOpen( &xQueue, &xGiven ) )
    {
        return xGiven;
    }

    if( xQueue->uxItemSize > 0 )
    {
        return xGicQueueGenericSend( xQueue, pvItemToQueue, xTicksToWait, xCopyPosition );
    }

    return prvIsSemaphore( xQueue ) ? prvGiveToFirst( xQueue, pvItemToQueue, xTicksToWait, xCopyPosition ) :
                                      prvSendClosed( xQueue, pvItemToQueue, xTicksToWait, xCopyPosition );
}

BaseType_t xQueueGiveFromISR( QueueHandle_t xQueue, BaseType_t * const pxHigherPriorityTaskWoken )
{
    BaseType_t xGiven;

    configASSERT( xQueue != NULL );
    return prvGiveIfOpen( &xQueue, &xGiven ) ? xGiven :
                                               xGicQueueGiveFromISR( xQueue, pxHigherPriorityTaskWoken );
}

UBaseType_t uxQueueMessagesWaiting( const QueueHandle_t xQueue )
{
    configASSERT( xQueue != NULL );

    const uint32_t ulUnits = __atomic_load_n( prvWord( xQueue ), __ATOMIC_ACQUIRE );

    return ( ulUnits < UNITS ) ? ulUnits : xQueue->uxMessagesWaiting;
}

UBaseType_t uxQueueMessagesWaitingFromISR( const QueueHandle_t xQueue )
{
    return uxQueueMessagesWaiting( xQueue );
}

BaseType_t xQueueIsQueueEmptyFromISR( const QueueHandle_t xQueue )
{
    return uxQueueMessagesWaiting( xQueue ) == 0;
}

BaseType_t xQueueIsQueueFullFromISR( const QueueHandle_t xQueue )
{
    return uxQueueMessagesWaiting( xQueue ) == xQueue->uxLength;
}

    #if ( configUSE_QUEUE_SETS == 1 )

BaseType_t xQueueAddToSet( QueueSetMemberHandle_t xQueueOrSemaphore, QueueSetHandle_t xQueueSet )
{
    prvLock( xQueueOrSemaphore );

    const BaseType_t xAdded = xGicQueueAddToSet( xQueueOrSemaphore, xQueueSet );

    ( void ) xGicUnlock();
    return xAdded;
}
    #endif
#endif /* if gicOBJECTS */
