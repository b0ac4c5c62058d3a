/* SPDX-License-Identifier: Apache-2.0 */

/* What the files of this folder, and both kernels, share. Part of kernel.h, which defines TCB_t and
 *
 *   kernelIDENTIFIER( pxTCB )                     a task's identifier in the hardware
 *   kernelSET_IDENTIFIER( pxTCB, uxIdentifier )   ... set in a new control block
 *   kernelNO_LONGER( pxTCB )                      ... of one that was deleted: of no task
 *   kernelRELEASE( pxTCB )                        gives back what a deleted task has beyond memory
 *   kernelTASK_FROM_HANDLE( xHandle )             NULL is the running task
 *   kernelFINISH( pxTCB )                         deletes a task in the hardware
 *   kernelWAS_STARTED()                           whether the hardware was
 *   kernelFORGET_FIRST_TASK()                     until then: there is no task to start
 *
 * A kernel's files have the functions that these call: prvStartTask(), prvYieldToEqual(), prvDelay(),
 * prvTick(), prvWasAborted(), prvGetInformation(), prvSleep(), vKernelInitialise(). */
#pragma once

/* The identifiers of one kind, of which some are in use. The one that has been free for longest is used next.
 * Both operations take the same time whatever is in use; call them with interrupts masked. */
typedef struct
{
    uint8_t * pucReturned;                     /**< A ring of identifiers that were in use. */
    UBaseType_t uxFirst;                       /**< Where the one is that was returned first. */
    UBaseType_t uxReturned;                    /**< Their number. */
    UBaseType_t uxNeverUsed;                   /**< The first identifier that never was. */
    UBaseType_t uxNumber;                      /**< How many there are in all. */
} Identifiers_t;

/* Changes a list by one of the operations below. Lists end in an item of a shorter type, which the
 * compiler takes for other memory than an item: without the barrier it may keep what the list's head
 * was. */
#define kernelCHANGE_LIST( xOperation ) \
    do                                  \
    {                                   \
        xOperation;                     \
        portMEMORY_BARRIER();           \
    } while( 0 )

#define kernelREMOVE_ITEM( pxItem )         kernelCHANGE_LIST( listREMOVE_ITEM( pxItem ) )
#define kernelINSERT_ITEM( pxList, pxItem ) kernelCHANGE_LIST( vListInsert( ( pxList ), ( pxItem ) ) )
#define kernelAPPEND_ITEM( pxList, pxItem ) kernelCHANGE_LIST( vListInsertEnd( ( pxList ), ( pxItem ) ) )

/* What FreeRTOS asserts from V11.3 on. */
#if ( tskKERNEL_VERSION_MINOR >= 3 )
    #define kernelASSERT_OF_V11_3( x ) configASSERT( x )
#else
    #define kernelASSERT_OF_V11_3( x )
#endif

/* Identifiers of none. */
#define kernelNO_IDENTIFIER ( ( UBaseType_t ) ~0U )

/* What the hardware says about a task. */
typedef struct
{
    eTaskState eState;
    UBaseType_t uxPriority;
    UBaseType_t uxBasePriority; /* Without what mutexes added. */
} TaskInformation_t;

/* Nesting of vTaskSuspendAll(), and whether vTaskStartScheduler() was called. */
extern UBaseType_t uxSchedulerSuspended;
extern BaseType_t xSchedulerRunning;

/* Compares the configuration with the hardware, once. Call before anything is created. */
void vKernelInitialise( void );

/* Takes an identifier; kernelNO_IDENTIFIER when all are in use. */
UBaseType_t uxKernelTakeIdentifier( Identifiers_t * pxIdentifiers );

/* Gives an identifier back. */
void vKernelReturnIdentifier( Identifiers_t * pxIdentifiers, UBaseType_t uxIdentifier );
