/* SPDX-License-Identifier: Apache-2.0 */

/* uC/OS-II V2.93 on the reference SoC with Ibex (RV32IM, machine mode). Interrupts do not nest. A
 * task's context is all registers, mepc and mstatus, whether it was interrupted or gave way, as in
 * FreeRTOS's port for RISC-V. */
#pragma once

typedef unsigned char BOOLEAN;
typedef unsigned char INT8U;
typedef signed char INT8S;
typedef unsigned short INT16U;
typedef signed short INT16S;
typedef unsigned int INT32U;
typedef signed int INT32S;
typedef float FP32;
typedef double FP64;
typedef unsigned int OS_STK;
typedef unsigned int OS_CPU_SR;

#define OS_STK_GROWTH 1u /* downwards */

/* Critical sections keep mstatus in the caller's cpu_sr. */
#define OS_CRITICAL_METHOD 3u

#define OS_ENTER_CRITICAL() __asm volatile( "csrrci %0, mstatus, 8" : "=r"( cpu_sr ) : : "memory" )
#define OS_EXIT_CRITICAL()  __asm volatile( "csrs mstatus, %0" : : "r"( cpu_sr & 8u ) : "memory" )

#define OS_TASK_SW() __asm volatile( "ecall" : : : "memory" )

/* Cycles from tick to tick: 1 ms at 80 MHz. */
#ifndef COMPARISON_TICK_CYCLES
    #define COMPARISON_TICK_CYCLES 80000u
#endif

void OSStartHighRdy( void );
void OSIntCtxSw( void );
