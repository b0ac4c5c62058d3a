/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a task that does not run keeps on its stack, for C and for assembler. Offsets are bytes
 * from the saved stack pointer.
 *
 * A task that called the kernel keeps what a call must preserve: its return address and s0 to s11.
 * A task that was interrupted keeps, above that, the other registers and its program counter. Bit 0
 * of the stack pointer in the control block tells the two apart. gp and tp are constant.
 */
#ifndef CONTEXT_FRAME_H
#define CONTEXT_FRAME_H

/* A caller's frame, and the lower part of an interrupted task's. */
#define frameCALLER_RA         0
#define frameS0                4
#define frameCALLER_SIZE       64

/* The upper part: t0 to t2, a0 to a7 and t3 to t6 follow one another. */
#define frameRA                56
#define frameT0                60
#define frameA0                72
#define frameMEPC              120
#define frameINTERRUPTED_SIZE  128

/* Set in the saved stack pointer of an interrupted task. */
#define frameINTERRUPTED_TAG   1

#endif /* CONTEXT_FRAME_H */
