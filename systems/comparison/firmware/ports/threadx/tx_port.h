/* SPDX-License-Identifier: Apache-2.0 */

/* ThreadX on the reference SoC with Ibex (RV32IM, machine mode). Its port for RISC-V with GCC is for
 * 64 bits, but most of its files are written for both: threads' frames, the scheduler and the work of
 * a tick are those. This header, and the end of an interrupt in vectors.S, are ours. */
#pragma once

#ifdef __ASSEMBLER__
    #define LOAD     lw
    #define STORE    sw
    #define REGBYTES 4
#else

    #include <string.h>

    #include "tx_user.h"

    #define VOID void
typedef char CHAR;
typedef unsigned char UCHAR;
typedef int INT;
typedef unsigned int UINT;
typedef long LONG;
typedef unsigned long ULONG;
typedef unsigned long long ULONG64;
typedef short SHORT;
typedef unsigned short USHORT;
    #define ULONG64_DEFINED

    #define TX_MINIMUM_STACK           512
    #define TX_TIMER_THREAD_STACK_SIZE 1024
    #define TX_TIMER_THREAD_PRIORITY   0

    #define TX_INT_DISABLE 0U
    #define TX_INT_ENABLE  8U

    #define TX_TRACE_TIME_SOURCE           0UL
    #define TX_TRACE_TIME_MASK             0xFFFFFFFFUL
    #define TX_PORT_SPECIFIC_BUILD_OPTIONS 0
    #define TX_INLINE_INITIALIZATION

    /* The tick begins when the first thread is about to run. */
    #define TX_PORT_SPECIFIC_PRE_SCHEDULER_INITIALIZATION threadx_start_tick();
void threadx_start_tick( void );

    /* Nothing is added to the kernel's objects. */
    #define TX_THREAD_EXTENSION_0
    #define TX_THREAD_EXTENSION_1
    #define TX_THREAD_EXTENSION_2
    #define TX_THREAD_EXTENSION_3
    #define TX_THREAD_USER_EXTENSION
    #define TX_BLOCK_POOL_EXTENSION
    #define TX_BYTE_POOL_EXTENSION
    #define TX_EVENT_FLAGS_GROUP_EXTENSION
    #define TX_MUTEX_EXTENSION
    #define TX_QUEUE_EXTENSION
    #define TX_SEMAPHORE_EXTENSION
    #define TX_TIMER_EXTENSION
    #define TX_THREAD_CREATE_EXTENSION( thread )
    #define TX_THREAD_DELETE_EXTENSION( thread )
    #define TX_THREAD_COMPLETED_EXTENSION( thread )
    #define TX_THREAD_TERMINATED_EXTENSION( thread )
    #define TX_BLOCK_POOL_CREATE_EXTENSION( pool )
    #define TX_BYTE_POOL_CREATE_EXTENSION( pool )
    #define TX_EVENT_FLAGS_GROUP_CREATE_EXTENSION( group )
    #define TX_MUTEX_CREATE_EXTENSION( mutex )
    #define TX_QUEUE_CREATE_EXTENSION( queue )
    #define TX_SEMAPHORE_CREATE_EXTENSION( semaphore )
    #define TX_TIMER_CREATE_EXTENSION( timer )
    #define TX_BLOCK_POOL_DELETE_EXTENSION( pool )
    #define TX_BYTE_POOL_DELETE_EXTENSION( pool )
    #define TX_EVENT_FLAGS_GROUP_DELETE_EXTENSION( group )
    #define TX_MUTEX_DELETE_EXTENSION( mutex )
    #define TX_QUEUE_DELETE_EXTENSION( queue )
    #define TX_SEMAPHORE_DELETE_EXTENSION( semaphore )
    #define TX_TIMER_DELETE_EXTENSION( timer )

    /* Critical sections keep mstatus in the caller's interrupt_save. */
    #define TX_INTERRUPT_SAVE_AREA UINT interrupt_save;
    #define TX_DISABLE __asm volatile( "csrrci %0, mstatus, 8" : "=r"( interrupt_save ) : : "memory" );
    #define TX_RESTORE __asm volatile( "csrs mstatus, %0" : : "r"( interrupt_save & 8U ) : "memory" );

    #define TX_BLOCK_POOL_DISABLE        TX_DISABLE
    #define TX_BYTE_POOL_DISABLE         TX_DISABLE
    #define TX_EVENT_FLAGS_GROUP_DISABLE TX_DISABLE
    #define TX_MUTEX_DISABLE             TX_DISABLE
    #define TX_QUEUE_DISABLE             TX_DISABLE
    #define TX_SEMAPHORE_DISABLE         TX_DISABLE

    #ifdef TX_THREAD_INIT
CHAR _tx_version_id[] = "ThreadX on Ibex";
    #else
extern CHAR _tx_version_id[];
    #endif

#endif /* __ASSEMBLER__ */
