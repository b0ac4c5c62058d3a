/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's RISC-V port handles every trap in one routine and wants the application to install
 * it. Ibex's vectors are a table: each entry jumps there. The hardware kernel's attachments bring
 * their own. */
#include "isochron_assembler.h"

#if isochronHARDWARE_KERNEL == 0

#if configBOARD_SHORT_TICK && defined( BOARD_CORE_VEXRISCV )
    #error VexRiscv takes every trap through one entry: set configBOARD_SHORT_TICK to 0, or take Ibex
#endif

    .section .text.freertos_vectors, "ax"
    .balign 256
freertos_vectors:
    .option push
    .option norvc                               /* each entry has 4 bytes */
#if configBOARD_SHORT_TICK
    .rept 7
    j     freertos_risc_v_trap_handler
    .endr
    j     short_tick                            /* 7: the machine timer */
    .rept 24
#else
    .rept 32
#endif
    j     freertos_risc_v_trap_handler
    .endr
    .option pop

/* void vApplicationInstallTrapHandler( void ) */
    .global vApplicationInstallTrapHandler
vApplicationInstallTrapHandler:
    la    t0, freertos_vectors
    csrw  mtvec, t0
    ret

#endif
