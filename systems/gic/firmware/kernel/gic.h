/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's thread API, scheduled by the Arm GIC: a task is an interrupt.
 *
 * A core's ready tasks of one priority are a group, in FreeRTOS's order. Exactly one task of a group
 * has its interrupt pending, and stands for all of them; none has while one of them runs. The GIC
 * finds the highest group, and what is taken from a group is what FreeRTOS's cursor says. The
 * running task's priority is in the GIC's mask: what is not above it does not interrupt.
 *
 * Only a core itself works on its groups, with interrupts masked. Other cores leave requests
 * (requests.h). docs/explanation/gic.md tells the whole design. */
#pragma once

#include <stddef.h>

#include "FreeRTOS.h"
#include "gic_layout.h"
#include "list.h"
#include "task.h"

#define gicMULTICORE ( configNUMBER_OF_CORES > 1 )

/* FreeRTOS's objects and notifications (events.c), and the scheduler's suspension (suspension.c). */
#define gicOBJECTS ( configGIC_OBJECTS == 1 )

/* Of the item by which a task waits: it has bits of an event group, and not a rank. */
#define gicEVENT_IN_USE 0x80000000UL

/* Mutexes, whose holders inherit priorities (mutexes.c). */
#define gicMUTEXES ( gicOBJECTS && ( configUSE_MUTEXES == 1 ) )

/* Notifications of tasks (notifications.c), and their states. */
#define gicNOTIFICATIONS ( gicOBJECTS && ( configUSE_TASK_NOTIFICATIONS == 1 ) )
#define gicNOT_AWAITED   0U
#define gicRECEIVED      2U

/* Tasks have floating-point registers, so many double ones (floating.S); words of memory for them. */
#define gicFLOATING       ( configGIC_FPU != 0 )
#define gicFLOATING_WORDS ( 2 * ( configGIC_FPU ) + 2 )
#if ( configGIC_FPU != 0 ) && ( configGIC_FPU != 16 ) && ( configGIC_FPU != 32 )
    #error "configGIC_FPU is the number of double registers: 16 or 32, or 0 for none"
#endif

/* Whether a task knows the resource that it holds: for moves, and for what is refused (resources.c). */
#define gicHELD_IS_KNOWN ( gicMULTICORE || ( configASSERT_DEFINED == 1 ) )

/* The levels of the GIC: 0 is the kernel's own, the last one is never delivered. */
#define gicLEVEL( uxPriority ) ( ( uint32_t ) ( configMAX_PRIORITIES - ( uxPriority ) ) * gicLEVEL_STEP )

#if configMAX_PRIORITIES > ( ( 1 << BOARD_PRIORITY_BITS ) - 2 )
    #error \
        "configMAX_PRIORITIES is more than the GIC has: at most 2 to the power of BOARD_PRIORITY_BITS, less 2"
#endif
#if ( configUSE_PREEMPTION != 1 )
    #error "the GIC preempts: configUSE_PREEMPTION must be 1"
#endif

#define gicDISTRIBUTOR( offset )      BOARD_REGISTER( BOARD_GIC_DISTRIBUTOR + ( offset ) )
#define gicDISTRIBUTOR_BYTE( offset ) ( *( volatile uint8_t * ) ( BOARD_GIC_DISTRIBUTOR + ( offset ) ) )
#define gicINTERFACE( offset )        BOARD_REGISTER( BOARD_GIC_INTERFACE + ( offset ) )
#define gicCONTROL                    0x000U
#define gicSET_ENABLE                 0x100U
#define gicCLEAR_ENABLE               0x180U
#define gicSET_PENDING                0x200U
#define gicCLEAR_PENDING              0x280U
#define gicPRIORITY                   0x400U
#define gicTARGET                     0x800U
#define gicSOFTWARE_GENERATED         0xF00U
#define gicWORD( interrupt )          ( 4U * ( ( interrupt ) / 32U ) )
#define gicBIT( interrupt )           ( 1UL << ( ( interrupt ) % 32U ) )

/* The ready tasks of one priority of one core. */
typedef struct
{
    struct tskTaskControlBlock * pxPending; /* the one whose interrupt is pending */
    ListItem_t * pxCursor;                  /* who ran last, or the end */
    MiniListItem_t xEnd;                    /* a ring, as FreeRTOS's lists; nobody counts its items */
} GicGroup_t;

struct GicCore;

typedef struct tskTaskControlBlock
{
    volatile StackType_t * pxTopOfStack;
    GicGroup_t * pxGroup;          /* of its core and priority, ready or not */
    volatile uint32_t * pulPending; /* its register of set-pending bits */
    uint32_t ulBit;                /* its bit there */
    uint32_t ulLevel;              /* its priority, as the GIC has it */
    ListItem_t xItem;              /* in its group, among the delayed or the deleted; nowhere: suspended */
    volatile uint8_t * pucPriority; /* its register of the priority */
    UBaseType_t uxPriority;        /* as was asked for last (priorities.h) */
    UBaseType_t uxCriticalNesting;
    StackType_t * pxStack;         /* NULL where the memory is not ours to free */
    #if gicFLOATING
    StackType_t * pulFloating;   /* where its registers are saved; NULL: it is no task */
    uint32_t ulFloatingEnable;   /* for FPEXC: the core's registers are its own, or not */
    #endif
    #if gicMULTICORE
    struct GicCore * volatile pxCore;   /* nowhere, on its way from one to another */
    struct GicCore * volatile pxWanted; /* the one that was asked for last */
    struct tskTaskControlBlock * pxNextRequest;
    uint32_t ulRequests;
    #endif
    #if gicHELD_IS_KNOWN
    struct tskTaskControlBlock * pxHeld; /* the section that runs in its place, or NULL */
    #endif
    #if gicOBJECTS
    ListItem_t xEvent;        /* in the list of the object that it waits for, until it is woken */
    struct GicLock * pxLock; /* that object's; NULL: it waits for none */
    #endif
    #if gicNOTIFICATIONS
    uint8_t ucAwaited; /* which one it has waited for last */
    volatile uint8_t ucNotification[ configTASK_NOTIFICATION_ARRAY_ENTRIES ];
    volatile uint32_t ulNotification[ configTASK_NOTIFICATION_ARRAY_ENTRIES ];
    #endif
    uint8_t ucNumber;              /* its interrupt is gicFIRST_TASK plus this */
    char pcName[ configMAX_TASK_NAME_LEN ];
} TCB_t;

typedef struct GicCore
{
    TCB_t * pxInbox;               /* tasks with requests of other cores, last one first */
    TCB_t * volatile pxCurrent;    /* the running task */
    volatile uint32_t ulLevel;     /* its level */
    TCB_t * pxTopmost;             /* the routine that has begun last and not ended, or xNoRoutine */
    TCB_t * pxTick;                /* the tick's routine */
    #if gicMULTICORE
    GicGroup_t * pxGroups; /* those of this core, */
    uint32_t ulGroups;     /* and how many there are */
    #endif
    #if gicFLOATING
    TCB_t * pxFloating;            /* the task whose registers are in the core, or NULL */
    #endif
    TCB_t xNoRoutine;              /* below all: where the routines' stack begins */
    BaseType_t xRunning;           /* the scheduler has been started on this core */
    volatile TickType_t xTickCount;
    List_t * pxDelayed;
    List_t * pxDelayedOverflow;
    List_t xDelayed[ 2 ];
    List_t xDeleted;               /* for the idle task to free */
    uint32_t ulNumber;
    TCB_t * pxGlobal; /* the section of its resources of all cores (global_resources.c), or NULL */
    #if gicMULTICORE
    volatile uint32_t * pulSignal; /* the distributor's register that interrupts cores, */
    uint32_t ulSignal; /* and what interrupts this one for its requests */
    TCB_t * pxArrivals; /* tasks that come from other cores, last one first */
    #endif
    #if gicOBJECTS
        #if gicMULTICORE
    struct GicLock * pxLock; /* that it holds */
        #endif
    uint32_t ulLockDepth; /* how often it holds one; with this state of interrupts before */
    uint32_t ulLockState;
    TCB_t * pxSuspension; /* the section of a task that suspends the scheduler (suspension.c) */
    TickType_t xPendedTicks; /* that came meanwhile */
    #endif
} GicCore_t;

typedef struct
{
    GicCore_t xCore;
    GicGroup_t xGroups[ configMAX_PRIORITIES ];
} GicCoreAndGroups_t;

_Static_assert( offsetof( GicCore_t, pxCurrent ) == gicCORE_CURRENT, "dispatch.S" );
_Static_assert( offsetof( GicCore_t, ulLevel ) == gicCORE_LEVEL, "dispatch.S" );
_Static_assert( offsetof( GicCore_t, pxInbox ) == gicCORE_INBOX, "dispatch.S" );
_Static_assert( offsetof( GicCore_t, pxTopmost ) == gicCORE_TOPMOST, "dispatch.S" );
_Static_assert( offsetof( GicCore_t, xNoRoutine ) == gicCORE_NO_ROUTINE, "dispatch.S" );
_Static_assert( offsetof( GicCore_t, pxTick ) == gicCORE_TICK, "dispatch.S" );
#if gicMULTICORE
_Static_assert( offsetof( GicCore_t, pxGroups ) == gicCORE_GROUPS, "dispatch.S" );
_Static_assert( offsetof( GicCore_t, ulGroups ) == gicCORE_GROUPS + 4, "loaded as a pair" );
_Static_assert( sizeof( GicGroup_t ) == gicGROUP_SIZE, "dispatch.S" );
_Static_assert( offsetof( GicCore_t, ulLevel ) == offsetof( GicCore_t, pxCurrent ) + 4, "loaded as a pair" );
_Static_assert( offsetof( GicCore_t, ulSignal ) == offsetof( GicCore_t, pulSignal ) + 4, "loaded as a pair" );
_Static_assert( offsetof( TCB_t, xItem ) == gicTCB_ITEM, "dispatch.S" );
_Static_assert( offsetof( TCB_t, pucPriority ) == gicTCB_PRIORITY_REGISTER, "dispatch.S" );
_Static_assert( offsetof( TCB_t, uxPriority ) == gicTCB_PRIORITY, "dispatch.S" );
_Static_assert( offsetof( TCB_t, pxNextRequest ) == gicTCB_NEXT_REQUEST, "dispatch.S" );
_Static_assert( offsetof( TCB_t, ulRequests ) == gicTCB_REQUESTS, "dispatch.S" );
_Static_assert( offsetof( TCB_t, pxHeld ) == gicTCB_HELD, "dispatch.S" );
    #if gicOBJECTS
_Static_assert( offsetof( TCB_t, xEvent ) == gicTCB_EVENT, "dispatch.S" );
_Static_assert( offsetof( TCB_t, pxLock ) == gicTCB_LOCK, "dispatch.S" );
    #endif
    #if gicNOTIFICATIONS
_Static_assert( offsetof( TCB_t, ucAwaited ) == gicTCB_AWAITED, "dispatch.S" );
_Static_assert( offsetof( TCB_t, ucNotification ) == gicTCB_NOTIFICATION, "dispatch.S" );
    #endif
#endif
_Static_assert( offsetof( TCB_t, pxTopOfStack ) == gicTCB_STACK, "dispatch.S" );
_Static_assert( offsetof( TCB_t, pxGroup ) == gicTCB_GROUP, "dispatch.S" );
_Static_assert( offsetof( TCB_t, pulPending ) == gicTCB_PENDING, "dispatch.S" );
_Static_assert( offsetof( TCB_t, ulBit ) == gicTCB_BIT, "dispatch.S" );
_Static_assert( offsetof( TCB_t, ulLevel ) == gicTCB_LEVEL, "dispatch.S" );
_Static_assert( offsetof( TCB_t, xItem.pxContainer ) == gicTCB_CONTAINER, "dispatch.S" );
#if gicFLOATING
_Static_assert( offsetof( GicCore_t, pxFloating ) == gicCORE_FLOATING, "floating.S" );
_Static_assert( offsetof( TCB_t, pulFloating ) == gicTCB_FLOATING, "floating.S" );
_Static_assert( offsetof( TCB_t, ulFloatingEnable ) == gicTCB_FLOATING_ENABLE, "dispatch.S" );
#endif
_Static_assert( offsetof( GicGroup_t, pxPending ) == gicGROUP_PENDING, "dispatch.S" );
_Static_assert( offsetof( GicGroup_t, pxCursor ) == gicGROUP_CURSOR, "dispatch.S" );
_Static_assert( offsetof( GicGroup_t, xEnd ) == gicGROUP_END, "dispatch.S" );
_Static_assert( offsetof( GicGroup_t, xEnd.pxNext ) == gicGROUP_FIRST, "ready_groups.h" );
_Static_assert( BOARD_INTERRUPTS < gicINTERRUPTS, "ready_groups.h" );
_Static_assert( offsetof( ListItem_t, pxNext ) == gicITEM_NEXT, "dispatch.S" );
_Static_assert( offsetof( ListItem_t, pxPrevious ) == gicITEM_PREVIOUS, "ready_groups.h" );
_Static_assert( offsetof( MiniListItem_t, pxPrevious ) == gicITEM_PREVIOUS, "ready_groups.h" );
_Static_assert( offsetof( ListItem_t, pxContainer ) == gicITEM_CONTAINER, "ready_groups.h" );
_Static_assert( gicTCB_BIT == gicTCB_PENDING + 4, "loaded as a pair" );
_Static_assert( gicGROUP_CURSOR == gicGROUP_PENDING + 4, "loaded and stored as a pair" );
_Static_assert( offsetof( MiniListItem_t, pxNext ) == gicITEM_NEXT, "dispatch.S" );
_Static_assert( offsetof( ListItem_t, pvOwner ) == gicITEM_OWNER, "dispatch.S" );
_Static_assert( offsetof( GicCoreAndGroups_t, xCore ) == 0, "ready_groups.h" );
_Static_assert( sizeof( TCB_t ) <= sizeof( StaticTask_t ),
                "an application's memory for a task is too small" );

extern GicCoreAndGroups_t xGicCores[ configNUMBER_OF_CORES ];

/* Where a deleted task says that it is, once its interrupt may be another's, if its memory is the
 * application's. */
extern List_t xGicGone;

/* Stands for the interrupts that are no tasks, and for who has run until it left its core. It is never
 * ready, and its group never has it pending. */
extern TCB_t xGicNoTask;

/* The tasks by their interrupts. For all others, a task that is never pending. */
extern TCB_t * pxGicTasks[ gicINTERRUPTS ];

/* The core whose task has suspended the scheduler, or NULL (suspension.c). */
extern GicCore_t * volatile pxGicSuspender;

/* Leaves the running task, with interrupts masked, and runs the highest ready one. Returns when the
 * task that called runs again, with the state of interrupts that is given. */
void vGicSwitch( uint32_t ulState );

/* Runs a core's first task; does not return. Interrupts are masked. */
void vGicRunFirst( TCB_t * pxTask, GicCore_t * pxCore ) __attribute__( ( noreturn ) );

#if gicFLOATING

/* Saves a core's floating-point registers, which have an owner, and leaves them to nobody. */
void vGicSaveFloating( GicCore_t * pxCore );
#endif

/* Answers an interrupt that is no task and no device. Returns whether the running task has to give way. */
BaseType_t xGicService( uint32_t ulAcknowledged, GicCore_t * pxCore );

/* Does what other cores have asked for. Returns whether the running task has to give way; whoever
 * calls outside of an interrupt, which has done that already, then has it be pending (vGicLeave). */
BaseType_t xGicServeRequests( GicCore_t * pxCore );

/* The same for tasks that were in the inbox, last one first, or NULL. */
BaseType_t xGicServe( GicCore_t * pxCore, TCB_t * pxLast );

/* A task that is in no list is deleted. */
void vGicBury( GicCore_t * pxCore, TCB_t * pxTask );

/* Has a running task that is going to give way be pending, if it is ready. */
void vGicLeave( TCB_t * pxTask );
