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

    /* A call keeps fs0 to fs11 and fcsr. They destroy t0 and t1. */
    .macro SAVE_FLOAT_OF_CALLER
save_float:                                 /* tells debuggers that frames have floating point */
    csrr  t0, mstatus
    sw    t0, frameCALLER_STATE( sp )
    UNLESS_FLOAT t0
    frcsr t0
    sw    t0, frameCALLER_FCSR( sp )
    fsw   fs0,  frameFS0 + 0( sp )
    fsw   fs1,  frameFS0 + 4( sp )
    fsw   fs2,  frameFS0 + 8( sp )
    fsw   fs3,  frameFS0 + 12( sp )
    fsw   fs4,  frameFS0 + 16( sp )
    fsw   fs5,  frameFS0 + 20( sp )
    fsw   fs6,  frameFS0 + 24( sp )
    fsw   fs7,  frameFS0 + 28( sp )
    fsw   fs8,  frameFS0 + 32( sp )
    fsw   fs9,  frameFS0 + 36( sp )
    fsw   fs10, frameFS0 + 40( sp )
    fsw   fs11, frameFS0 + 44( sp )
1:
    .endm

    .macro RESTORE_FLOAT_OF_CALLER
    UNLESS_FLOAT_OF_EITHER frameCALLER_STATE
    UNLESS_FLOAT t0
    lw    t0, frameCALLER_FCSR( sp )
    fscsr t0
    flw   fs0,  frameFS0 + 0( sp )
    flw   fs1,  frameFS0 + 4( sp )
    flw   fs2,  frameFS0 + 8( sp )
    flw   fs3,  frameFS0 + 12( sp )
    flw   fs4,  frameFS0 + 16( sp )
    flw   fs5,  frameFS0 + 20( sp )
    flw   fs6,  frameFS0 + 24( sp )
    flw   fs7,  frameFS0 + 28( sp )
    flw   fs8,  frameFS0 + 32( sp )
    flw   fs9,  frameFS0 + 36( sp )
    flw   fs10, frameFS0 + 40( sp )
    flw   fs11, frameFS0 + 44( sp )
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
    fsw   f0,   frameF0 + 0( sp )
    fsw   f1,   frameF0 + 4( sp )
    fsw   f2,   frameF0 + 8( sp )
    fsw   f3,   frameF0 + 12( sp )
    fsw   f4,   frameF0 + 16( sp )
    fsw   f5,   frameF0 + 20( sp )
    fsw   f6,   frameF0 + 24( sp )
    fsw   f7,   frameF0 + 28( sp )
    fsw   f8,   frameF0 + 32( sp )
    fsw   f9,   frameF0 + 36( sp )
    fsw   f10,  frameF0 + 40( sp )
    fsw   f11,  frameF0 + 44( sp )
    fsw   f12,  frameF0 + 48( sp )
    fsw   f13,  frameF0 + 52( sp )
    fsw   f14,  frameF0 + 56( sp )
    fsw   f15,  frameF0 + 60( sp )
    fsw   f16,  frameF0 + 64( sp )
    fsw   f17,  frameF0 + 68( sp )
    fsw   f18,  frameF0 + 72( sp )
    fsw   f19,  frameF0 + 76( sp )
    fsw   f20,  frameF0 + 80( sp )
    fsw   f21,  frameF0 + 84( sp )
    fsw   f22,  frameF0 + 88( sp )
    fsw   f23,  frameF0 + 92( sp )
    fsw   f24,  frameF0 + 96( sp )
    fsw   f25,  frameF0 + 100( sp )
    fsw   f26,  frameF0 + 104( sp )
    fsw   f27,  frameF0 + 108( sp )
    fsw   f28,  frameF0 + 112( sp )
    fsw   f29,  frameF0 + 116( sp )
    fsw   f30,  frameF0 + 120( sp )
    fsw   f31,  frameF0 + 124( sp )
1:
    .endm

    .macro RESTORE_FLOAT_OF_INTERRUPTED
    UNLESS_FLOAT_OF_EITHER frameSTATE
    UNLESS_FLOAT t0
    lw    t0, frameFCSR( sp )
    fscsr t0
    flw   f0,   frameF0 + 0( sp )
    flw   f1,   frameF0 + 4( sp )
    flw   f2,   frameF0 + 8( sp )
    flw   f3,   frameF0 + 12( sp )
    flw   f4,   frameF0 + 16( sp )
    flw   f5,   frameF0 + 20( sp )
    flw   f6,   frameF0 + 24( sp )
    flw   f7,   frameF0 + 28( sp )
    flw   f8,   frameF0 + 32( sp )
    flw   f9,   frameF0 + 36( sp )
    flw   f10,  frameF0 + 40( sp )
    flw   f11,  frameF0 + 44( sp )
    flw   f12,  frameF0 + 48( sp )
    flw   f13,  frameF0 + 52( sp )
    flw   f14,  frameF0 + 56( sp )
    flw   f15,  frameF0 + 60( sp )
    flw   f16,  frameF0 + 64( sp )
    flw   f17,  frameF0 + 68( sp )
    flw   f18,  frameF0 + 72( sp )
    flw   f19,  frameF0 + 76( sp )
    flw   f20,  frameF0 + 80( sp )
    flw   f21,  frameF0 + 84( sp )
    flw   f22,  frameF0 + 88( sp )
    flw   f23,  frameF0 + 92( sp )
    flw   f24,  frameF0 + 96( sp )
    flw   f25,  frameF0 + 100( sp )
    flw   f26,  frameF0 + 104( sp )
    flw   f27,  frameF0 + 108( sp )
    flw   f28,  frameF0 + 112( sp )
    flw   f29,  frameF0 + 116( sp )
    flw   f30,  frameF0 + 120( sp )
    flw   f31,  frameF0 + 124( sp )
1:
    .endm

    /* As it was before the trap. */
    .macro FLOAT_AFTER_TRAP
    lw    t0, frameSTATE( sp )
    li    t1, MSTATUS_FS
    and   t0, t0, t1
    csrs  mstatus, t0
    .endm
