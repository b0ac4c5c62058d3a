/* SPDX-License-Identifier: Apache-2.0 */

/* Start of a guest: as Linux it is entered in S mode, without address translation. */
    .section .start, "ax"
    .global _start
_start:
    .option push
    .option norelax                             /* gp is not valid yet */
    la    gp, __global_pointer$
    .option pop
    la    sp, __stack_top
    mv    s1, a1
    la    t0, __bss_start
    la    t1, __bss_end
1:  bgeu  t0, t1, 2f
    sw    zero, 0( t0 )
    addi  t0, t0, 4
    j     1b
2:  sw    s1, guest_tree, t0
    call  main
    call  guest_end                             /* with the number of failures */
