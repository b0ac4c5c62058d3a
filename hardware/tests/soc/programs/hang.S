/* SPDX-License-Identifier: Apache-2.0 */
/* Prints a line, then never ends. */
#include "program.h"

    vectors
    device  t0, SOC_UART_DATA_OFFSET
    li      a0, 'x'
    sb      a0, 0(t0)
    li      a0, '\n'
    sb      a0, 0(t0)
    call    endless

    function endless
    j       endless
    .size   endless, . - endless

trap:
    li      a0, 99
    exit
