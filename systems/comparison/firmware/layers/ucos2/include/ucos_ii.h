/* SPDX-License-Identifier: Apache-2.0 */

/* A layer with the names, arguments and return codes of uC/OS-II V2.93's API on FreeRTOS and the
 * hardware kernel. It is not uC/OS-II, and has none of its code: docs/reference/ucos2-layer.md says what is
 * there and where it differs. Include it in place of uC/OS-II's header of this name. */
#pragma once

#include <stdint.h>

#define UCOS2_LAYER 1

typedef uint8_t BOOLEAN;
typedef uint8_t INT8U;
typedef uint16_t INT16U;
typedef uint32_t INT32U;
typedef uint32_t OS_STK;
typedef uint16_t OS_FLAGS;

typedef struct ucos2_event OS_EVENT;
typedef struct ucos2_flags OS_FLAG_GRP;
typedef struct ucos2_memory OS_MEM;
typedef struct ucos2_timer OS_TMR;
typedef void ( *OS_TMR_CALLBACK )( void * timer, void * argument );

/* What OSTaskQuery() tells. */
typedef struct
{
    INT8U OSTCBPrio;
    INT8U OSTCBStat; /* OS_STAT_RDY, or OS_STAT_SUSPEND */
} OS_TCB;

/* What OSSemQuery() tells. */
typedef struct
{
    INT16U OSCnt;
} OS_SEM_DATA;

#define OS_FALSE   0U
#define OS_TRUE    1U
#define OS_VERSION 29300U

#define OS_LOWEST_PRIO    63U
#define OS_TASK_IDLE_PRIO OS_LOWEST_PRIO
#define OS_PRIO_SELF      0xFFU
#define OS_TICKS_PER_SEC  1000U

#define OS_STAT_RDY     0x00U
#define OS_STAT_SUSPEND 0x08U

#define OS_FLAG_WAIT_CLR_ALL 0U
#define OS_FLAG_WAIT_CLR_ANY 1U
#define OS_FLAG_WAIT_SET_ALL 2U
#define OS_FLAG_WAIT_SET_ANY 3U
#define OS_FLAG_CONSUME      0x80U
#define OS_FLAG_CLR          0U
#define OS_FLAG_SET          1U

#define OS_TMR_CFG_TICKS_PER_SEC OS_TICKS_PER_SEC
#define OS_TMR_OPT_NONE          0U
#define OS_TMR_OPT_ONE_SHOT      1U
#define OS_TMR_OPT_PERIODIC      2U
#define OS_TMR_OPT_CALLBACK      3U
#define OS_TMR_OPT_CALLBACK_ARG  4U

#define OS_DEL_NO_PEND 0U
#define OS_DEL_ALWAYS  1U

#define OS_ERR_NONE                 0U
#define OS_ERR_EVENT_TYPE           1U
#define OS_ERR_PEND_ISR             2U
#define OS_ERR_POST_NULL_PTR        3U
#define OS_ERR_PEVENT_NULL          4U
#define OS_ERR_POST_ISR             5U
#define OS_ERR_INVALID_OPT          7U
#define OS_ERR_PDATA_NULL           9U
#define OS_ERR_TIMEOUT              10U
#define OS_ERR_PEND_LOCKED          13U
#define OS_ERR_PEND_ABORT           14U
#define OS_ERR_DEL_ISR              15U
#define OS_ERR_CREATE_ISR           16U
#define OS_ERR_MBOX_FULL            20U
#define OS_ERR_Q_FULL               30U
#define OS_ERR_Q_EMPTY              31U
#define OS_ERR_PRIO_EXIST           40U
#define OS_ERR_PRIO                 41U
#define OS_ERR_PRIO_INVALID         42U
#define OS_ERR_SCHED_LOCKED         50U
#define OS_ERR_SEM_OVF              51U
#define OS_ERR_TASK_CREATE_ISR      60U
#define OS_ERR_TASK_DEL_IDLE        62U
#define OS_ERR_TASK_DEL_ISR         64U
#define OS_ERR_TASK_NO_MORE_TCB     66U
#define OS_ERR_TASK_NOT_EXIST       67U
#define OS_ERR_TASK_NOT_SUSPENDED   68U
#define OS_ERR_TASK_RESUME_PRIO     70U
#define OS_ERR_TASK_SUSPEND_IDLE    71U
#define OS_ERR_TASK_SUSPEND_PRIO    72U
#define OS_ERR_TASK_WAITING         73U
#define OS_ERR_TIME_NOT_DLY         80U
#define OS_ERR_TIME_INVALID_MINUTES 81U
#define OS_ERR_TIME_INVALID_SECONDS 82U
#define OS_ERR_TIME_INVALID_MS      83U
#define OS_ERR_TIME_ZERO_DLY        84U
#define OS_ERR_TIME_DLY_ISR         85U
#define OS_ERR_MEM_INVALID_BLKS     91U
#define OS_ERR_MEM_INVALID_SIZE     92U
#define OS_ERR_MEM_NO_FREE_BLKS     93U
#define OS_ERR_MEM_FULL             94U
#define OS_ERR_MEM_INVALID_PBLK     95U
#define OS_ERR_MEM_INVALID_PMEM     96U
#define OS_ERR_MEM_INVALID_ADDR     98U
#define OS_ERR_NOT_MUTEX_OWNER      100U
#define OS_ERR_FLAG_INVALID_PGRP    110U
#define OS_ERR_FLAG_WAIT_TYPE       111U
#define OS_ERR_FLAG_NOT_RDY         112U
#define OS_ERR_FLAG_INVALID_OPT     113U
#define OS_ERR_TMR_INVALID_DLY      130U
#define OS_ERR_TMR_INVALID_PERIOD   131U
#define OS_ERR_TMR_INVALID_OPT      132U
#define OS_ERR_TMR_NON_AVAIL        134U
#define OS_ERR_TMR_INVALID          138U
#define OS_ERR_TMR_ISR              139U
#define OS_ERR_TMR_STOPPED          142U
#define OS_ERR_TMR_NO_CALLBACK      143U

/* Kernel. Between OSIntEnter() and OSIntExit() the caller is an interrupt service routine; a service
 * routine calls both around its other calls. */
void OSInit( void );
void OSStart( void );
void OSIntEnter( void );
void OSIntExit( void );
void OSSchedLock( void );
void OSSchedUnlock( void );
INT16U OSVersion( void );

/* Tasks: one to a priority, 0 is the most urgent. */
INT8U OSTaskCreate( void ( *task )( void * parameter ), void * parameter, OS_STK * top, INT8U prio );
INT8U OSTaskCreateExt( void ( *task )( void * parameter ), void * parameter, OS_STK * top, INT8U prio,
                       INT16U id, OS_STK * bottom, INT32U size, void * extension, INT16U options );
INT8U OSTaskDel( INT8U prio );
INT8U OSTaskSuspend( INT8U prio );
INT8U OSTaskResume( INT8U prio );
INT8U OSTaskChangePrio( INT8U old_prio, INT8U new_prio );
INT8U OSTaskQuery( INT8U prio, OS_TCB * data );

/* Time, in ticks. */
void OSTimeDly( INT32U ticks );
INT8U OSTimeDlyHMSM( INT8U hours, INT8U minutes, INT8U seconds, INT16U ms );
INT8U OSTimeDlyResume( INT8U prio );
INT32U OSTimeGet( void );
void OSTimeSet( INT32U ticks );

/* Semaphores. A time-out of 0 waits for ever, here and below. */
OS_EVENT * OSSemCreate( INT16U count );
void OSSemPend( OS_EVENT * event, INT32U timeout, INT8U * error );
INT8U OSSemPost( OS_EVENT * event );
INT16U OSSemAccept( OS_EVENT * event );
INT8U OSSemQuery( OS_EVENT * event, OS_SEM_DATA * data );
OS_EVENT * OSSemDel( OS_EVENT * event, INT8U option, INT8U * error );

/* Mutexes: with inheritance; `prio` must be free and stays reserved. */
OS_EVENT * OSMutexCreate( INT8U prio, INT8U * error );
void OSMutexPend( OS_EVENT * event, INT32U timeout, INT8U * error );
INT8U OSMutexPost( OS_EVENT * event );
BOOLEAN OSMutexAccept( OS_EVENT * event, INT8U * error );
OS_EVENT * OSMutexDel( OS_EVENT * event, INT8U option, INT8U * error );

/* Queues of pointers; `start` has room for `size` of them. */
OS_EVENT * OSQCreate( void ** start, INT16U size );
void * OSQPend( OS_EVENT * event, INT32U timeout, INT8U * error );
INT8U OSQPost( OS_EVENT * event, void * message );
INT8U OSQPostFront( OS_EVENT * event, void * message );
void * OSQAccept( OS_EVENT * event, INT8U * error );
INT8U OSQFlush( OS_EVENT * event );
OS_EVENT * OSQDel( OS_EVENT * event, INT8U option, INT8U * error );

/* Mailboxes: one pointer, not NULL. */
OS_EVENT * OSMboxCreate( void * message );
void * OSMboxPend( OS_EVENT * event, INT32U timeout, INT8U * error );
INT8U OSMboxPost( OS_EVENT * event, void * message );
void * OSMboxAccept( OS_EVENT * event );

/* Event flags. */
OS_FLAG_GRP * OSFlagCreate( OS_FLAGS flags, INT8U * error );
OS_FLAGS OSFlagPend( OS_FLAG_GRP * group, OS_FLAGS flags, INT8U wait_type, INT32U timeout, INT8U * error );
OS_FLAGS OSFlagPost( OS_FLAG_GRP * group, OS_FLAGS flags, INT8U option, INT8U * error );
OS_FLAG_GRP * OSFlagDel( OS_FLAG_GRP * group, INT8U option, INT8U * error );

/* Timers, in ticks: with configUSE_TIMERS 1. A callback runs in the timers' task. */
OS_TMR * OSTmrCreate( INT32U delay, INT32U period, INT8U option, OS_TMR_CALLBACK callback, void * argument,
                      INT8U * name, INT8U * error );
BOOLEAN OSTmrStart( OS_TMR * timer, INT8U * error );
BOOLEAN OSTmrStop( OS_TMR * timer, INT8U option, void * argument, INT8U * error );
BOOLEAN OSTmrDel( OS_TMR * timer, INT8U * error );

/* Partitions of blocks of one size. */
OS_MEM * OSMemCreate( void * start, INT32U blocks, INT32U size, INT8U * error );
void * OSMemGet( OS_MEM * partition, INT8U * error );
INT8U OSMemPut( OS_MEM * partition, void * block );
