/* SPDX-License-Identifier: Apache-2.0 */
/* Executes FAULT; the trap handler ends with mcause, or with 0 when there was no trap. */
#include "program.h"

    vectors
    call    faulty
    li      a0, 0
    exit

    function faulty
    FAULT
    nop
    nop
    ret
    .size   faulty, . - faulty

trap:
    csrr    a0, mcause
    exit
