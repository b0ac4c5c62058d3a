/* SPDX-License-Identifier: Apache-2.0 */

/* Creating tasks: memory, an identifier, a stack. prvStartTask() hands them to the hardware. */
#ifndef ISOCHRON_COMMON_TASK_CREATION_C
#define ISOCHRON_COMMON_TASK_CREATION_C

#include "kernel.h"
#include "task_table.c"
#if ( isochronHYBRID == 1 )
    #include <kernel/task_start.c>
#else
    #include "../hardware_kernel/task_start.c"
#endif

/* Values of ucStaticallyAllocated. */
#define creationDYNAMICALLY_ALLOCATED ( ( uint8_t ) 0 )
#define creationSTATICALLY_ALLOCATED  ( ( uint8_t ) 1 )

/* From the top of a stack to a saved stack pointer, whose lowest bits may be a tag. */
#define creationUSED_WORDS( pxTop, pxSaved )                                                          \
    ( ( ( uintptr_t ) ( pxTop ) - ( ( uintptr_t ) ( pxSaved ) & ~( sizeof( StackType_t ) - 1U ) ) ) / \
      sizeof( StackType_t ) )

/* As in FreeRTOS: what an unused stack is filled with, if anything looks at it. */
#define creationSTACK_FILL_BYTE ( 0xa5U )
#if ( ( configCHECK_FOR_STACK_OVERFLOW > 1 ) || ( configUSE_TRACE_FACILITY == 1 ) || \
      ( INCLUDE_uxTaskGetStackHighWaterMark == 1 ) || ( INCLUDE_uxTaskGetStackHighWaterMark2 == 1 ) )
    #define creationFILL_STACK 1
#else
    #define creationFILL_STACK 0
#endif

/* Fills in the control block and the stack of a task. The memory of the block is zero. */
static void prvInitialiseTask( TCB_t * pxTCB, UBaseType_t uxIdentifier, TaskFunction_t pxTaskCode,
                               const char * const pcName, const configSTACK_DEPTH_TYPE uxStackDepth,
                               void * const pvParameters )
{
    uintptr_t uxTop = ( uintptr_t ) &( pxTCB->pxStack[ uxStackDepth - ( configSTACK_DEPTH_TYPE ) 1 ] );
    StackType_t * pxTopOfStack = ( StackType_t * ) ( uxTop & ~( ( uintptr_t ) portBYTE_ALIGNMENT_MASK ) );

    #if ( creationFILL_STACK == 1 )
    {
        ( void ) memset( pxTCB->pxStack, ( int ) creationSTACK_FILL_BYTE,
                         ( size_t ) uxStackDepth * sizeof( StackType_t ) );
    }
    #endif

    #if ( configRECORD_STACK_HIGH_ADDRESS == 1 )
    {
        pxTCB->pxEndOfStack = pxTopOfStack;
    }
    #endif

    if( pcName != NULL )
    {
        for( UBaseType_t ux = 0; ( ux < configMAX_TASK_NAME_LEN - 1 ) && ( pcName[ ux ] != '\0' ); ux++ )
        {
            pxTCB->pcTaskName[ ux ] = pcName[ ux ];
        }
    }

    kernelSET_IDENTIFIER( pxTCB, uxIdentifier );

    #if ( configUSE_C_RUNTIME_TLS_SUPPORT == 1 )
    {
        configINIT_TLS_BLOCK( pxTCB->xTLSBlock, pxTopOfStack );
    }
    #endif

    pxTCB->pxTopOfStack = pxPortInitialiseStack( pxTopOfStack, pxTaskCode, pvParameters );
    kernelASSERT_OF_V11_3( creationUSED_WORDS( pxTopOfStack, pxTCB->pxTopOfStack ) <
                           ( uintptr_t ) uxStackDepth );
}

/* Makes memory a control block: zeros, its stack, and whose memory it is. */
static void prvPrepareTask( TCB_t * pxTCB, StackType_t * pxStack, uint8_t ucAllocated )
{
    ( void ) memset( pxTCB, 0x00, sizeof( TCB_t ) );
    pxTCB->pxStack = pxStack;

        #if ( tskSTATIC_AND_DYNAMIC_ALLOCATION_POSSIBLE != 0 )
    {
        pxTCB->ucStaticallyAllocated = ucAllocated;
    }
        #else
    {
        ( void ) ucAllocated;
    }
        #endif
}

/* With several cores: those that a task in prepared memory may run on. */
#if ( configNUMBER_OF_CORES > 1 ) && ( configUSE_CORE_AFFINITY == 1 )
    #define creationANY_CORE                       configTASK_DEFAULT_CORE_AFFINITY
    #define creationSET_AFFINITY( pxTCB, uxCores ) ( ( pxTCB )->uxCoreAffinityMask = ( uxCores ) )
#else
    #define creationANY_CORE                       0U
    #define creationSET_AFFINITY( pxTCB, uxCores ) ( ( void ) ( uxCores ) )
#endif

/* Creates a task in prepared memory. Not inline: both ways to create share it. */
static __attribute__( ( noinline ) ) BaseType_t prvCreateTask( TCB_t * pxTCB, TaskFunction_t pxTaskCode,
                                                               const char * const pcName,
                                                               const configSTACK_DEPTH_TYPE uxStackDepth,
                                                               void * const pvParameters,
                                                               UBaseType_t uxPriority,
                                                               TaskHandle_t * const pxCreatedTask )
{
    const UBaseType_t uxIdentifier = prvTakeTaskIdentifier();

    if( uxIdentifier == kernelNO_IDENTIFIER )
    {
        return errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY;
    }

    prvInitialiseTask( pxTCB, uxIdentifier, pxTaskCode, pcName, uxStackDepth, pvParameters );

    /* The task may run, and use its handle, before this returns. */
    if( pxCreatedTask != NULL )
    {
        *pxCreatedTask = pxTCB;
    }

    prvStartTask( pxTCB, uxPriority );

    return pdPASS;
}

#if ( configSUPPORT_STATIC_ALLOCATION == 1 )

TaskHandle_t xTaskCreateStatic( TaskFunction_t pxTaskCode, const char * const pcName,
                                const configSTACK_DEPTH_TYPE uxStackDepth, void * const pvParameters,
                                UBaseType_t uxPriority, StackType_t * const puxStackBuffer,
                                StaticTask_t * const pxTaskBuffer )
{
    TCB_t * pxTCB = ( puxStackBuffer != NULL ) ? ( TCB_t * ) pxTaskBuffer : NULL;

    traceENTER_xTaskCreateStatic( pxTaskCode, pcName, uxStackDepth, pvParameters, uxPriority, puxStackBuffer,
                                  pxTaskBuffer );

    configASSERT( puxStackBuffer != NULL );
    configASSERT( pxTaskBuffer != NULL );

    vKernelInitialise();

    if( pxTCB != NULL )
    {
        prvPrepareTask( pxTCB, puxStackBuffer, creationSTATICALLY_ALLOCATED );
        creationSET_AFFINITY( pxTCB, creationANY_CORE );

        if( prvCreateTask( pxTCB, pxTaskCode, pcName, uxStackDepth, pvParameters, uxPriority, NULL ) !=
            pdPASS )
        {
            pxTCB = NULL;
            traceTASK_CREATE_FAILED();
        }
    }

    traceRETURN_xTaskCreateStatic( pxTCB );

    return pxTCB;
}

    #if ( configNUMBER_OF_CORES > 1 ) && ( configUSE_CORE_AFFINITY == 1 )

TaskHandle_t xTaskCreateStaticAffinitySet( TaskFunction_t pxTaskCode, const char * const pcName,
                                           const configSTACK_DEPTH_TYPE uxStackDepth,
                                           void * const pvParameters, UBaseType_t uxPriority,
                                           StackType_t * const puxStackBuffer,
                                           StaticTask_t * const pxTaskBuffer, UBaseType_t uxCoreAffinityMask )
{
    TCB_t * pxTCB = ( TCB_t * ) pxTaskBuffer;

    traceENTER_xTaskCreateStaticAffinitySet( pxTaskCode, pcName, uxStackDepth, pvParameters, uxPriority,
                                             puxStackBuffer, pxTaskBuffer, uxCoreAffinityMask );

    configASSERT( puxStackBuffer != NULL );
    configASSERT( pxTaskBuffer != NULL );

    vKernelInitialise();
    prvPrepareTask( pxTCB, puxStackBuffer, creationSTATICALLY_ALLOCATED );
    creationSET_AFFINITY( pxTCB, uxCoreAffinityMask );

    if( prvCreateTask( pxTCB, pxTaskCode, pcName, uxStackDepth, pvParameters, uxPriority, NULL ) != pdPASS )
    {
        pxTCB = NULL;
        traceTASK_CREATE_FAILED();
    }

    traceRETURN_xTaskCreateStaticAffinitySet( pxTCB );

    return pxTCB;
}

    #endif

#endif /* configSUPPORT_STATIC_ALLOCATION */

#if ( configSUPPORT_DYNAMIC_ALLOCATION == 1 )

/* Allocates a stack and a control block of zeros: both or, returning NULL, neither. */
static TCB_t * prvAllocateTask( const configSTACK_DEPTH_TYPE uxStackDepth )
{
    StackType_t * pxStack =
        ( StackType_t * ) pvPortMallocStack( ( size_t ) uxStackDepth * sizeof( StackType_t ) );
    TCB_t * pxTCB = NULL;

    if( pxStack != NULL )
    {
        pxTCB = ( TCB_t * ) pvPortMalloc( sizeof( TCB_t ) );

        if( pxTCB != NULL )
        {
            prvPrepareTask( pxTCB, pxStack, creationDYNAMICALLY_ALLOCATED );
        }
        else
        {
            vPortFreeStack( pxStack );
        }
    }

    return pxTCB;
}

static portFORCE_INLINE BaseType_t prvCreateTaskInHeap( TaskFunction_t pxTaskCode, const char * const pcName,
                                                        const configSTACK_DEPTH_TYPE uxStackDepth,
                                                        void * const pvParameters, UBaseType_t uxPriority,
                                                        UBaseType_t uxCores,
                                                        TaskHandle_t * const pxCreatedTask )
{
    BaseType_t xReturn = errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY;
    TCB_t * pxTCB;

    vKernelInitialise();
    pxTCB = prvAllocateTask( uxStackDepth );

    if( pxTCB != NULL )
    {
        creationSET_AFFINITY( pxTCB, uxCores );
        xReturn =
            prvCreateTask( pxTCB, pxTaskCode, pcName, uxStackDepth, pvParameters, uxPriority, pxCreatedTask );

        if( xReturn != pdPASS )
        {
            vPortFreeStack( pxTCB->pxStack );
            vPortFree( pxTCB );
        }
    }

    if( xReturn != pdPASS )
    {
        traceTASK_CREATE_FAILED();
    }

    return xReturn;
}

BaseType_t xTaskCreate( TaskFunction_t pxTaskCode, const char * const pcName,
                        const configSTACK_DEPTH_TYPE uxStackDepth, void * const pvParameters,
                        UBaseType_t uxPriority, TaskHandle_t * const pxCreatedTask )
{
    BaseType_t xReturn;

    traceENTER_xTaskCreate( pxTaskCode, pcName, uxStackDepth, pvParameters, uxPriority, pxCreatedTask );
    xReturn = prvCreateTaskInHeap( pxTaskCode, pcName, uxStackDepth, pvParameters, uxPriority,
                                   creationANY_CORE, pxCreatedTask );
    traceRETURN_xTaskCreate( xReturn );

    return xReturn;
}

    #if ( configNUMBER_OF_CORES > 1 ) && ( configUSE_CORE_AFFINITY == 1 )

BaseType_t xTaskCreateAffinitySet( TaskFunction_t pxTaskCode, const char * const pcName,
                                   const configSTACK_DEPTH_TYPE uxStackDepth, void * const pvParameters,
                                   UBaseType_t uxPriority, UBaseType_t uxCoreAffinityMask,
                                   TaskHandle_t * const pxCreatedTask )
{
    BaseType_t xReturn;

    traceENTER_xTaskCreateAffinitySet( pxTaskCode, pcName, uxStackDepth, pvParameters, uxPriority,
                                       uxCoreAffinityMask, pxCreatedTask );
    xReturn = prvCreateTaskInHeap( pxTaskCode, pcName, uxStackDepth, pvParameters, uxPriority,
                                   uxCoreAffinityMask, pxCreatedTask );
    traceRETURN_xTaskCreateAffinitySet( xReturn );

    return xReturn;
}

    #endif

#endif /* configSUPPORT_DYNAMIC_ALLOCATION */

#if ( configSUPPORT_STATIC_ALLOCATION == 1 )

BaseType_t xTaskGetStaticBuffers( TaskHandle_t xTask, StackType_t ** ppuxStackBuffer,
                                  StaticTask_t ** ppxTaskBuffer )
{
    BaseType_t xReturn = pdFALSE;
    TCB_t * pxTCB;

    traceENTER_xTaskGetStaticBuffers( xTask, ppuxStackBuffer, ppxTaskBuffer );

    configASSERT( ppuxStackBuffer != NULL );
    configASSERT( ppxTaskBuffer != NULL );

    pxTCB = kernelTASK_FROM_HANDLE( xTask );
    configASSERT( pxTCB != NULL );

        #if ( tskSTATIC_AND_DYNAMIC_ALLOCATION_POSSIBLE != 0 )
    if( pxTCB->ucStaticallyAllocated == creationSTATICALLY_ALLOCATED )
        #endif
    {
        *ppuxStackBuffer = pxTCB->pxStack;
        *ppxTaskBuffer = ( StaticTask_t * ) pxTCB;
        xReturn = pdTRUE;
    }

    traceRETURN_xTaskGetStaticBuffers( xReturn );

    return xReturn;
}

#endif /* configSUPPORT_STATIC_ALLOCATION */

#endif /* ISOCHRON_COMMON_TASK_CREATION_C */
