/* SPDX-License-Identifier: Apache-2.0 */

/* What a task that does not run keeps on its stack, for C and for assembler. Offsets are bytes
 * from the saved stack pointer.
 *
 * A task that called the kernel keeps what a call must preserve: its return address and s0 to s11.
 * One that called it with interrupts masked keeps its nesting of critical sections, too, and, if they
 * are timed, where the outermost one began. A task that was interrupted keeps, above s11, the other registers
 * and its program counter. With several cores a caller keeps its command, too, which may have to be issued
 * again. A tag in the stack pointer in the control block tells them apart. gp and tp are
 * constant. On a core with floating point each frame ends with mstatus, and, if the task has used floating
 * point, fcsr and fs0 to fs11, or f0 to f31. */
#pragma once

/* A caller's frame, and the lower part of an interrupted task's. */
#define frameCALLER_RA 0
#define frameS0        4
#define frameNESTING   52
#define frameSECTION   56
#define frameCOMMAND   56 /* no section is timed then */
#define frameARGUMENT  60
#define frameMEPC      52

/* The upper part: t0 to t2, a0 to a7 and t3 to t6 follow one another. */
#define frameRA 56
#define frameT0 60
#define frameA0 72

/* On a core with floating point, of a caller and of an interrupted task. */
#define frameCALLER_STATE           64
#define frameCALLER_FCSR            68
#define frameFS0                    72
#define frameCALLER_SIZE_FLOAT      128
#define frameSTATE                  120
#define frameFCSR                   124
#define frameF0                     128
#define frameINTERRUPTED_SIZE_FLOAT 256
#define frameFLOAT_INITIAL          0x2000 /* mstatus.FS: not used yet */

#if defined( __riscv_float_abi_soft )
    #define frameCALLER_SIZE      64
    #define frameINTERRUPTED_SIZE 128
#else
    #define frameCALLER_SIZE      frameCALLER_SIZE_FLOAT
    #define frameINTERRUPTED_SIZE frameINTERRUPTED_SIZE_FLOAT
#endif

/* Added to the saved stack pointer of an interrupted task, and of one that called the kernel with
 * interrupts masked. */
#define frameINTERRUPTED_TAG 1
#define frameMASKED_TAG      2
#define frameTAG_SHIFT       30 /* moves both to the top, the second to the sign */
