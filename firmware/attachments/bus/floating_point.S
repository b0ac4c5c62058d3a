/* SPDX-License-Identifier: Apache-2.0 */

/* Floating-point registers of tasks, for context_switch.S: on a core with F and its ABI. They are saved
 * and restored only for a task that has used them, as mstatus.FS and SD say.
 *
 * Service routines have no floating point: in a trap mstatus.FS is off, and an instruction of F is illegal. */
#if !defined( __riscv_float_abi_single )
    #error "Floating-point registers of 64 bits are not saved: build with -mabi=ilp32f or -mabi=ilp32."
#endif
#if ( configNUMBER_OF_CORES > 1 ) || ( configISOCHRON_GUEST == 1 )
    #error "With several cores, and as a guest, floating point is not saved: build with -mabi=ilp32."
#endif

#define MSTATUS_FS             0x6000
#define MSTATUS_FS_INITIAL     0x2000

    /* Goes to 1 if a saved mstatus does not say (SD, its sign) that floating point was used. */
    .macro UNLESS_FLOAT register
    bgez  \register, 1f
    .endm

    /* Goes to 1 if neither the task before, by mstatus, nor the next one, by what its frame has at an offset,
     * has used floating point. Otherwise t0 is what the frame has, and the next task begins with unused floating
     * point, which rounds to nearest. It destroys t1. */
    .macro UNLESS_FLOAT_OF_EITHER offset
    lw    t0, \offset( sp )
    csrr  t1, mstatus
    or    t1, t0, t1
    UNLESS_FLOAT t1
    fscsr zero
    li    t1, MSTATUS_FS - MSTATUS_FS_INITIAL
    csrc  mstatus, t1
    .endm

    .macro FLOAT_OF_CALLER operation
    .irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    \operation  fs\number, frameFS0 + 4 * \number( sp )
    .endr
    .endm

    .macro FLOAT_OF_INTERRUPTED operation
    .irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    \operation  f\number, frameF0 + 4 * \number( sp )
    .endr
    .irp number, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    \operation  f\number, frameF0 + 4 * \number( sp )
    .endr
    .endm

    /* A call keeps fs0 to fs11 and fcsr. They destroy t0 and t1. */
    .macro SAVE_FLOAT_OF_CALLER
save_float:                                 /* tells debuggers that frames have floating point */
    csrr  t0, mstatus
    sw    t0, frameCALLER_STATE( sp )
    UNLESS_FLOAT t0
    frcsr t0
    sw    t0, frameCALLER_FCSR( sp )
    FLOAT_OF_CALLER fsw
1:
    .endm

    .macro RESTORE_FLOAT_OF_CALLER
    UNLESS_FLOAT_OF_EITHER frameCALLER_STATE
    UNLESS_FLOAT t0
    lw    t0, frameCALLER_FCSR( sp )
    fscsr t0
    FLOAT_OF_CALLER flw
1:
    .endm

    .macro NO_FLOAT_IN_TRAP
    csrr  t0, mstatus
    sw    t0, frameSTATE( sp )
    li    t1, MSTATUS_FS
    csrc  mstatus, t1
    .endm

    .macro SAVE_FLOAT_OF_INTERRUPTED
    lw    t0, frameSTATE( sp )
    li    t1, MSTATUS_FS
    and   t1, t0, t1
    csrs  mstatus, t1
    UNLESS_FLOAT t0
    frcsr t0
    sw    t0, frameFCSR( sp )
    FLOAT_OF_INTERRUPTED fsw
1:
    .endm

    .macro RESTORE_FLOAT_OF_INTERRUPTED
    UNLESS_FLOAT_OF_EITHER frameSTATE
    UNLESS_FLOAT t0
    lw    t0, frameFCSR( sp )
    fscsr t0
    FLOAT_OF_INTERRUPTED flw
1:
    .endm

    /* As it was before the trap. */
    .macro FLOAT_AFTER_TRAP
    lw    t0, frameSTATE( sp )
    li    t1, MSTATUS_FS
    and   t0, t0, t1
    csrs  mstatus, t0
    .endm
