/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a task that does not run keeps on its stack, for C and for assembler. Offsets are bytes
 * from the saved stack pointer.
 *
 * Every context begins with the same 64 bytes: where to resume, and s0 to s11. A task that called
 * the kernel has its return address after that. A task that was interrupted has the registers that
 * its compiler did not expect to lose, and its program counter, above. gp and tp are constant.
 */
#ifndef CONTEXT_FRAME_H
#define CONTEXT_FRAME_H

#define frameRESUME                 0
#define frameS0                     4
#define frameRETURN_ADDRESS         52
#define frameSIZE                   64

/* A new task's argument and function wait where s0 and s1 will be. */
#define frameNEW_TASK_PARAMETERS    4
#define frameNEW_TASK_CODE          8

#define frameRA                     56
#define frameT0                     60
#define frameMEPC                   120
#define frameINTERRUPTED_SIZE       128

#endif /* CONTEXT_FRAME_H */
