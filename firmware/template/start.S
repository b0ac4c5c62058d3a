/* SPDX-License-Identifier: Apache-2.0 */

/* The first instruction, and the trap vectors until the scheduler starts. Then the hardware kernel's
 * attachment sets its own; stock FreeRTOS and the hybrid go on with these. */
#include "isochron_assembler.h"

    .section .vectors, "ax"
    .balign 256
vectors:
    .option push
    .option norvc                               /* each entry has 4 bytes */
    .rept 32
    j     trap
    .endr
    .option pop

/* SOC: the core begins here. This is Ibex's, whose reset address is that of its vectors + 0x80. */
    .global _start
_start:
    .option push
    .option norelax                             /* gp is not valid yet */
    la    gp, __global_pointer$
    .option pop
    la    sp, __freertos_irq_stack_top
    la    t0, vectors
    csrw  mtvec, t0
    la    t0, __bss_start
    la    t1, __bss_end
1:  bgeu  t0, t1, 2f
    sw    zero, 0(t0)
    addi  t0, t0, 4
    j     1b
2:  la    tp, main_thread_local
    la    t0, __tdata_source
    la    t1, __tdata_source_end
    mv    t2, tp
3:  bgeu  t0, t1, 4f
    lw    t3, 0(t0)
    sw    t3, 0(t2)
    addi  t0, t0, 4
    addi  t2, t2, 4
    j     3b
4:  call  __libc_init_array                     /* constructors */
    call  main
    call  exit                                  /* with main's return value; ends with _exit() */

trap:
#if isochronHARDWARE_KERNEL == 0
    j     freertos_risc_v_trap_handler
#else
    csrr  a0, mcause
    call  freertos_risc_v_application_exception_handler
#endif
