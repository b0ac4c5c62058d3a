/* SPDX-License-Identifier: Apache-2.0 */
/* Ends with the hardware kernel's identification. */
#include "program.h"
#include "isochron_constants.h"

    vectors
    li      t0, KERNEL + ISOCHRON_IDENTIFICATION_OFFSET
    lw      a0, 0(t0)
    exit

trap:
    li      a0, 99
    exit
