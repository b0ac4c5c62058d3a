/* SPDX-License-Identifier: Apache-2.0 */

/* Start of the scheduler, idle tasks, critical sections, the heap's lock. */
#include "creation.h"
#include "locks.h"
#include "ready_groups.h"
#include "timers.h"

static StaticTask_t xIdleTasks[ configNUMBER_OF_CORES ];
static StackType_t uxIdleStacks[ configNUMBER_OF_CORES ][ configMINIMAL_STACK_SIZE ]
    __attribute__( ( aligned( 8 ) ) );

/* A task's interrupt may be another's from now on. Its memory stays, and its handle may still be used:
 * nothing of the GIC changes then, and it is in no list but its own. */
static void prvForget( TCB_t * pxTask )
{
    static uint8_t ucNoPriority;

    pxTask->ulBit = 0;
    pxTask->pucPriority = &ucNoPriority;
    pxTask->xItem.pxNext = pxTask->xItem.pxPrevious = &pxTask->xItem;
    pxTask->xItem.pxContainer = &xGicGone;
}

/* Frees the memory of a deleted task, if there is one. */
static void prvReclaimOne( GicCore_t * pxCore )
{
    TCB_t * pxTask = NULL;
    const uint32_t ulState = prvMask();

    #if gicMULTICORE
    ( void ) xGicServeRequests( pxCore ); /* what is freed must not be in the inbox */
    #endif

    if( listLIST_IS_EMPTY( &pxCore->xDeleted ) == pdFALSE )
    {
        pxTask = listGET_OWNER_OF_HEAD_ENTRY( &pxCore->xDeleted );
        ( void ) uxListRemove( &pxTask->xItem );
        prvForget( pxTask );

        #if gicFLOATING
        if( pxTask == pxCore->pxFloating )
        {
            pxCore->pxFloating = NULL;
        }
        #endif
    }

    prvUnmask( ulState );

    if( pxTask != NULL )
    {
        StackType_t * const pxStack = pxTask->pxStack;

        vGicFreeNumber( pxTask->ucNumber );

        if( pxStack != NULL )
        {
            vPortFree( pxStack );
        }
    }
}

static void prvIdle( void * pvCore )
{
    GicCore_t * const pxCore = pvCore;

    for( ;; )
    {
        while( listLIST_IS_EMPTY( &pxCore->xDeleted ) == pdFALSE )
        {
            prvReclaimOne( pxCore );
        }

        /* Masked, so that what makes an equal ready cannot come between the look and the sleep. */
        const uint32_t ulState = prvMask();
        const BaseType_t xAlone = prvIsAlone( prvGroup( pxCore, 0 ) );

        if( ( xAlone != pdFALSE ) && ( listLIST_IS_EMPTY( &pxCore->xDeleted ) != pdFALSE ) )
        {
            __asm volatile( "dsb\n wfi" ::: "memory" );
        }

        prvUnmask( ulState );

        if( xAlone == pdFALSE )
        {
            taskYIELD();
        }
    }
}

static void prvStartCore( uint32_t ulCore ) __attribute__( ( noreturn ) );

static void prvStartCore( uint32_t ulCore )
{
    GicCore_t * const pxCore = &xGicCores[ ulCore ].xCore;

    __asm volatile( "mcr p15, 0, %0, c13, c0, 4" : : "r"( pxCore ) );

    /* These are the calling core's own registers. */
    gicINTERFACE( gicINTERFACE_MASK ) = 0;
    gicINTERFACE( gicINTERFACE_BINARY_POINT ) = 0;
    gicINTERFACE( gicINTERFACE_CONTROL ) = 1;
    gicDISTRIBUTOR_BYTE( gicPRIORITY + gicREQUEST_INTERRUPT ) = 0;
    gicDISTRIBUTOR_BYTE( gicPRIORITY + gicARRIVAL_INTERRUPT ) = 0;
    gicDISTRIBUTOR( gicSET_ENABLE ) = gicBIT( gicREQUEST_INTERRUPT ) | gicBIT( gicARRIVAL_INTERRUPT );
    vGicStartTick();
    pxCore->xRunning = pdTRUE;
    vGicRunFirst( pxCore->pxCurrent, pxCore );
}

#if gicMULTICORE

void board_core_main( uint32_t core )
{
    /* A core that the kernel was not built for has nothing to do. */
    while( core >= configNUMBER_OF_CORES )
    {
        __asm volatile( "wfi" );
    }

    prvStartCore( core );
}
#endif

void vTaskStartScheduler( void )
{
    for( uint32_t ulCore = 0; ulCore < configNUMBER_OF_CORES; ulCore++ )
    {
        #if gicMULTICORE
        xTaskCreateStaticAffinitySet( prvIdle, "IDLE", configMINIMAL_STACK_SIZE, &xGicCores[ ulCore ].xCore,
                                      0, uxIdleStacks[ ulCore ], &xIdleTasks[ ulCore ], 1UL << ulCore );
        #else
        xTaskCreateStatic( prvIdle, "IDLE", configMINIMAL_STACK_SIZE, &xGicCores[ ulCore ].xCore, 0,
                           uxIdleStacks[ ulCore ], &xIdleTasks[ ulCore ] );
        #endif
        #if gicOBJECTS
        vGicPrepareSuspension( ulCore );
        #endif
    }

    #if ( configUSE_TIMERS == 1 )
    ( void ) xTimerCreateTimerTask();
    #endif

    ( void ) prvMask();
    gicDISTRIBUTOR( gicCONTROL ) = 1;
    xGicStarted = pdTRUE;

    #if gicMULTICORE
    board_release_cores();
    #endif

    prvStartCore( 0 );
}

BaseType_t xTaskGetSchedulerState( void )
{
    if( xGicStarted == pdFALSE )
    {
        return taskSCHEDULER_NOT_STARTED;
    }

    #if gicOBJECTS
    const uint32_t ulState = prvMask();
    const BaseType_t xSuspended = ( pxGicSuspender == prvCore() );

    prvUnmask( ulState );
    return xSuspended ? taskSCHEDULER_SUSPENDED : taskSCHEDULER_RUNNING;
    #else
    return taskSCHEDULER_RUNNING;
    #endif
}

uint32_t ulGicMask( void )
{
    return prvMask();
}

void vGicUnmask( uint32_t ulState )
{
    prvUnmask( ulState );
}

/* Critical sections of all cores, of which one has interrupts masked and this lock.
 * systems/gic/model/critical.pml is the model of this. */
static GicLock_t xCritical;

uint32_t ulGicEnterCriticalFromISR( void )
{
    const uint32_t ulState = prvMask();

    if( ( xGicStarted != pdFALSE ) && ( prvCore()->pxCurrent->uxCriticalNesting++ == 0 ) )
    {
        prvTakeLock( &xCritical );
    }

    return ulState;
}

/* Whether that was the outermost one. */
static BaseType_t prvLeaveCritical( void )
{
    if( ( xGicStarted == pdFALSE ) || ( --prvCore()->pxCurrent->uxCriticalNesting > 0 ) )
    {
        return pdFALSE;
    }

    prvGiveLock( &xCritical );
    return pdTRUE;
}

void vGicExitCriticalFromISR( uint32_t ulState )
{
    ( void ) prvLeaveCritical();
    prvUnmask( ulState );
}

void vGicEnterCritical( void )
{
    ( void ) ulGicEnterCriticalFromISR();
}

void vGicExitCritical( void )
{
    if( prvLeaveCritical() )
    {
        __asm volatile( "dsb\n cpsie i" ::: "memory" );
    }
}

/* heap_4.c is FreeRTOS's own, compiled with these names for vTaskSuspendAll and xTaskResumeAll: the
 * heap is what all cores share, so it has the one lock of this kernel. */
static uint32_t ulHeapState;

#if gicMULTICORE
static uint32_t ulHeapLock = 0;
#endif

void vGicLockHeap( void );
BaseType_t xGicUnlockHeap( void );

void vGicLockHeap( void )
{
    const uint32_t ulState = prvMask();

    #if gicMULTICORE
    while( __atomic_exchange_n( &ulHeapLock, 1, __ATOMIC_ACQUIRE ) != 0 )
    {
        __asm volatile( "yield" );
    }
    #endif

    ulHeapState = ulState;
}

BaseType_t xGicUnlockHeap( void )
{
    const uint32_t ulState = ulHeapState;

    #if gicMULTICORE
    __atomic_store_n( &ulHeapLock, 0, __ATOMIC_RELEASE );
    #endif

    prvUnmask( ulState );
    return pdFALSE;
}
