/* SPDX-License-Identifier: Apache-2.0 */
/* The trap handler itself takes an exception. */
#include "program.h"

    vectors
    ebreak

    function trap
    .word   0                   /* illegal */
    .size   trap, . - trap
