/* SPDX-License-Identifier: Apache-2.0 */

/* Creation of tasks, and their interrupts. */
#include <string.h>

#include "creation.h"
#include "requests.h"

GicCoreAndGroups_t xGicCores[ configNUMBER_OF_CORES ];
TCB_t * pxGicTasks[ gicINTERRUPTS ];
List_t xGicGone;

static GicGroup_t xNoGroup;
TCB_t xGicNoTask = { .pxGroup = &xNoGroup };

volatile BaseType_t xGicStarted = pdFALSE;

#define NO_NUMBER   0xFFU
#define NUMBER_MASK 0xFFU
#define CHANGE      0x100U

/* Numbers that are free: the first one, and a count of changes above it; each one's next. */
static uint32_t ulFirstFree = NO_NUMBER;
static uint8_t ucNextFree[ gicTASKS ];
static BaseType_t xInitialised = pdFALSE;

void vGicFreeNumber( uint8_t ucNumber )
{
    uint32_t ulFirst = __atomic_load_n( &ulFirstFree, __ATOMIC_RELAXED );

    do
    {
        ucNextFree[ ucNumber ] = ( uint8_t ) ulFirst;
    } while( !__atomic_compare_exchange_n( &ulFirstFree, &ulFirst,
                                           ( ( ulFirst + CHANGE ) & ~NUMBER_MASK ) | ucNumber, pdTRUE,
                                           __ATOMIC_RELEASE, __ATOMIC_RELAXED ) );
}

static uint8_t prvTakeNumber( void )
{
    uint32_t ulFirst = __atomic_load_n( &ulFirstFree, __ATOMIC_ACQUIRE );
    uint8_t ucNumber;

    do
    {
        ucNumber = ( uint8_t ) ulFirst;
    } while( ( ucNumber != NO_NUMBER ) &&
             !__atomic_compare_exchange_n( &ulFirstFree, &ulFirst,
                                           ( ( ulFirst + CHANGE ) & ~NUMBER_MASK ) | ucNextFree[ ucNumber ],
                                           pdTRUE, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE ) );

    return ucNumber;
}

static void prvInitialise( void )
{
    for( int iNumber = gicTASKS - 1; iNumber >= 0; iNumber-- )
    {
        vGicFreeNumber( ( uint8_t ) iNumber );
    }

    for( int iInterrupt = 0; iInterrupt < gicINTERRUPTS; iInterrupt++ )
    {
        pxGicTasks[ iInterrupt ] = &xGicNoTask;
    }

    for( uint32_t ulCore = 0; ulCore < configNUMBER_OF_CORES; ulCore++ )
    {
        GicCore_t * const pxCore = &xGicCores[ ulCore ].xCore;

        pxCore->ulNumber = ulCore;
        #if gicMULTICORE
        pxCore->pxGroups = prvGroup( pxCore, 0 );
        pxCore->ulGroups = configMAX_PRIORITIES;
        pxCore->pulSignal = &gicDISTRIBUTOR( gicSOFTWARE_GENERATED );
        pxCore->ulSignal = ( 1UL << ( 16U + ulCore ) ) | gicREQUEST_INTERRUPT;
        #endif
        pxCore->ulLevel = gicUNMASKED;
        pxCore->pxTopmost = &pxCore->xNoRoutine;
        pxCore->xNoRoutine.ulLevel = UINT32_MAX; /* no routine's */
        pxCore->xTickCount = configINITIAL_TICK_COUNT;
        vListInitialise( &pxCore->xDelayed[ 0 ] );
        vListInitialise( &pxCore->xDelayed[ 1 ] );
        vListInitialise( &pxCore->xDeleted );
        pxCore->pxDelayed = &pxCore->xDelayed[ 0 ];
        pxCore->pxDelayedOverflow = &pxCore->xDelayed[ 1 ];

        for( UBaseType_t ux = 0; ux < configMAX_PRIORITIES; ux++ )
        {
            GicGroup_t * const pxGroup = prvGroup( pxCore, ux );
            ListItem_t * const pxEnd = ( ListItem_t * ) &pxGroup->xEnd;

            pxGroup->pxPending = NULL;
            pxGroup->pxCursor = pxGroup->xEnd.pxNext = pxGroup->xEnd.pxPrevious = pxEnd;
        }
    }

    __asm volatile( "mcr p15, 0, %0, c13, c0, 4" : : "r"( &xGicCores[0].xCore ) );
    xInitialised = pdTRUE;
}

static void prvReturned( void )
{
    /* A task must not return: it deletes itself. */
    configASSERT( pdFALSE );
    vTaskDelete( NULL );
}

/* The frame of dispatch.S, for a task that is at the first instruction of its function. */
static StackType_t * prvFirstFrame( StackType_t * pxTop, TaskFunction_t pxFunction, void * pvParameter )
{
    const uint32_t ulThumb = ( uint32_t ) pxFunction & 1U;

    pxTop -= 16;
    pxTop[ 0 ] = ( StackType_t ) pvParameter;
    pxTop[ 13 ] = ( StackType_t ) prvReturned;
    pxTop[ 14 ] = ( StackType_t ) pxFunction & ~1UL;
    pxTop[ 15 ] = gicMODE_SYSTEM | ( ulThumb << 5 );
    return pxTop;
}

/* A new task's floating-point registers, all of them 0, at the top of its stack. */
static StackType_t * prvReserveFloating( TCB_t * pxTask, StackType_t * pxTop )
{
    #if gicFLOATING
    pxTop -= gicFLOATING_WORDS;
    memset( pxTop, 0, gicFLOATING_WORDS * sizeof( StackType_t ) );
    pxTask->pulFloating = pxTop;
    #else
    ( void ) pxTask;
    #endif
    return pxTop;
}

/* Gives a control block an interrupt, of a priority and a core, unless all are in use. */
static portFORCE_INLINE BaseType_t prvTakeInterrupt( TCB_t * pxTask, UBaseType_t uxPriority, uint32_t ulCore,
                                                     BaseType_t xIsTask )
{
    if( xInitialised == pdFALSE )
    {
        prvInitialise();
    }

    const uint8_t ucNumber = prvTakeNumber();
    const uint32_t ulInterrupt = gicFIRST_TASK + ucNumber;

    if( ucNumber == NO_NUMBER )
    {
        return pdFALSE;
    }

    pxTask->ucNumber = ucNumber;
    pxTask->ulBit = gicBIT( ulInterrupt );
    pxTask->pulPending = &gicDISTRIBUTOR( gicSET_PENDING + gicWORD( ulInterrupt ) );
    pxTask->pucPriority = &gicDISTRIBUTOR_BYTE( gicPRIORITY + ulInterrupt );
    pxTask->ulLevel = gicLEVEL( uxPriority );
    pxTask->uxPriority = gicOWN( uxPriority ) | uxPriority;
    pxTask->uxCriticalNesting = 0;
    vListInitialiseItem( &pxTask->xItem );
    listSET_LIST_ITEM_OWNER( &pxTask->xItem, pxTask );
    #if gicMULTICORE
    pxTask->pxCore = pxTask->pxWanted = &xGicCores[ ulCore ].xCore;
    pxTask->ulRequests = 0;
    #endif
    #if gicHELD_IS_KNOWN
    pxTask->pxHeld = NULL;
    #endif
    #if gicFLOATING
    pxTask->pulFloating = NULL;
    pxTask->ulFloatingEnable = 0;
    #endif
    #if gicOBJECTS
    vListInitialiseItem( &pxTask->xEvent );
    listSET_LIST_ITEM_OWNER( &pxTask->xEvent, pxTask );
    listSET_LIST_ITEM_VALUE( &pxTask->xEvent, configMAX_PRIORITIES - uxPriority );
    pxTask->pxLock = NULL;
    #endif
    #if gicNOTIFICATIONS
    memset( ( void * ) pxTask->ulNotification, 0, sizeof( pxTask->ulNotification ) );
    memset( ( void * ) pxTask->ucNotification, gicNOT_AWAITED, sizeof( pxTask->ucNotification ) );
    pxTask->ucAwaited = 0;
    #endif
    pxGicTasks[ ulInterrupt ] = pxTask;
    *pxTask->pucPriority = ( uint8_t ) pxTask->ulLevel;
    gicDISTRIBUTOR_BYTE( gicTARGET + ulInterrupt ) = ( uint8_t ) ( 1U << ulCore );

    if( gicOBJECTS && xIsTask )
    {
        vGicEnableTask( pxTask );
    }
    else
    {
        gicDISTRIBUTOR( gicSET_ENABLE + gicWORD( ulInterrupt ) ) = pxTask->ulBit;
    }

    return pdTRUE;
}

BaseType_t xGicTakeInterrupt( TCB_t * pxTask, UBaseType_t uxPriority, uint32_t ulCore )
{
    return prvTakeInterrupt( pxTask, uxPriority, ulCore, pdFALSE );
}

/* The core of the next task, in turn. */
static uint32_t prvNextCore( void )
{
    #if gicMULTICORE
    static uint32_t ulCreated = 0;

    return __atomic_fetch_add( &ulCreated, 1, __ATOMIC_RELAXED ) % configNUMBER_OF_CORES;
    #else
    return 0;
    #endif
}

static void prvMakeReady( TCB_t * pxTask )
{
    if( xGicStarted != pdFALSE )
    {
        vGicResume( pxTask );
    }
    else
    {
        GicCore_t * const pxCore = gicCORE_OF( pxTask );

        /* Until it starts, FreeRTOS has the last created one of the highest run first. */
        if( ( pxCore->pxCurrent == NULL ) || ( pxTask->ulLevel <= pxCore->pxCurrent->ulLevel ) )
        {
            pxCore->pxCurrent = pxTask;
        }

        prvLink( pxTask );
    }
}

/* Makes a task of memory for it; ulCore may be gicANY_CORE. Returns NULL when all interrupts for
 * tasks are in use. */
TCB_t * pxGicCreate( TaskFunction_t pxFunction, const char * pcName, configSTACK_DEPTH_TYPE uxWords,
                     void * pvParameter, UBaseType_t uxPriority, StackType_t * pxStack, TCB_t * pxTask,
                     uint32_t ulCore )
{
    configASSERT( uxPriority < configMAX_PRIORITIES );

    if( uxPriority >= configMAX_PRIORITIES )
    {
        uxPriority = configMAX_PRIORITIES - 1;
    }

    if( ulCore == gicANY_CORE )
    {
        ulCore = prvNextCore();
    }

    if( prvTakeInterrupt( pxTask, uxPriority, ulCore, pdTRUE ) == pdFALSE )
    {
        return NULL;
    }

    pxTask->pxGroup = prvGroup( &xGicCores[ ulCore ].xCore, uxPriority );

    StackType_t * const pxTop = ( StackType_t * ) ( ( uint32_t ) ( pxStack + uxWords ) & ~7UL );

    pxTask->pxTopOfStack = prvFirstFrame( prvReserveFloating( pxTask, pxTop ), pxFunction, pvParameter );
    pxTask->pcName[ 0 ] = '\0';

    for( int i = 0; ( pcName != NULL ) && ( i < configMAX_TASK_NAME_LEN - 1 ); i++ )
    {
        pxTask->pcName[ i ] = pcName[ i ];
        pxTask->pcName[ i + 1 ] = '\0';

        if( pcName[ i ] == '\0' )
        {
            break;
        }
    }

    return pxTask;
}

static BaseType_t prvCreateDynamic( TaskFunction_t pxFunction, const char * pcName,
                                    configSTACK_DEPTH_TYPE uxWords, void * pvParameter,
                                    UBaseType_t uxPriority, uint32_t ulCore, TaskHandle_t * pxCreated )
{
    /* The task's own data above its stack: one block. */
    const configSTACK_DEPTH_TYPE uxEvenWords = ( uxWords + 1U ) & ~( configSTACK_DEPTH_TYPE ) 1U;
    StackType_t * const pxStack = pvPortMalloc( uxEvenWords * sizeof( StackType_t ) + sizeof( TCB_t ) );

    if( pxStack == NULL )
    {
        return errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY;
    }

    TCB_t * const pxTask = pxGicCreate( pxFunction, pcName, uxEvenWords, pvParameter, uxPriority, pxStack,
                                        ( TCB_t * ) ( pxStack + uxEvenWords ), ulCore );

    if( pxTask == NULL )
    {
        vPortFree( pxStack );
        return errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY;
    }

    pxTask->pxStack = pxStack;

    if( pxCreated != NULL )
    {
        *pxCreated = pxTask;
    }

    prvMakeReady( pxTask );
    return pdPASS;
}

static TaskHandle_t prvCreateStatic( TaskFunction_t pxFunction, const char * pcName,
                                     configSTACK_DEPTH_TYPE uxWords, void * pvParameter,
                                     UBaseType_t uxPriority, StackType_t * pxStack, StaticTask_t * pxMemory,
                                     uint32_t ulCore )
{
    configASSERT( ( pxStack != NULL ) && ( pxMemory != NULL ) );

    if( ( pxStack == NULL ) || ( pxMemory == NULL ) )
    {
        return NULL;
    }

    TCB_t * const pxTask = pxGicCreate( pxFunction, pcName, uxWords, pvParameter, uxPriority, pxStack,
                                        ( TCB_t * ) pxMemory, ulCore );

    if( pxTask != NULL )
    {
        pxTask->pxStack = NULL;
        prvMakeReady( pxTask );
    }

    return pxTask;
}

BaseType_t xTaskCreate( TaskFunction_t pxTaskCode, const char * const pcName,
                        const configSTACK_DEPTH_TYPE uxStackDepth, void * const pvParameters,
                        UBaseType_t uxPriority, TaskHandle_t * const pxCreatedTask )
{
    return prvCreateDynamic( pxTaskCode, pcName, uxStackDepth, pvParameters, uxPriority, gicANY_CORE,
                             pxCreatedTask );
}

TaskHandle_t xTaskCreateStatic( TaskFunction_t pxTaskCode, const char * const pcName,
                                const configSTACK_DEPTH_TYPE uxStackDepth, void * const pvParameters,
                                UBaseType_t uxPriority, StackType_t * const puxStackBuffer,
                                StaticTask_t * const pxTaskBuffer )
{
    return prvCreateStatic( pxTaskCode, pcName, uxStackDepth, pvParameters, uxPriority, puxStackBuffer,
                            pxTaskBuffer, gicANY_CORE );
}

#if gicMULTICORE

BaseType_t xTaskCreateAffinitySet( TaskFunction_t pxTaskCode, const char * const pcName,
                                   const configSTACK_DEPTH_TYPE uxStackDepth, void * const pvParameters,
                                   UBaseType_t uxPriority, UBaseType_t uxCoreAffinityMask,
                                   TaskHandle_t * const pxCreatedTask )
{
    return prvCreateDynamic( pxTaskCode, pcName, uxStackDepth, pvParameters, uxPriority,
                             ulGicOnlyCore( uxCoreAffinityMask ), pxCreatedTask );
}

TaskHandle_t xTaskCreateStaticAffinitySet( TaskFunction_t pxTaskCode, const char * const pcName,
                                           const configSTACK_DEPTH_TYPE uxStackDepth,
                                           void * const pvParameters, UBaseType_t uxPriority,
                                           StackType_t * const puxStackBuffer,
                                           StaticTask_t * const pxTaskBuffer, UBaseType_t uxCoreAffinityMask )
{
    return prvCreateStatic( pxTaskCode, pcName, uxStackDepth, pvParameters, uxPriority, puxStackBuffer,
                            pxTaskBuffer, ulGicOnlyCore( uxCoreAffinityMask ) );
}
#endif /* if gicMULTICORE */
