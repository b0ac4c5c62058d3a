/* SPDX-License-Identifier: Apache-2.0 */

/* Where the counting begins and ends: each line that a program prints is a reading of the counters. */
#pragma once

#include "soc.h"

/* Prints an empty line, in one store: the UART of the SoC whose activity is counted takes no time. */
static inline void vRead( void )
{
    SOC_REGISTER( SOC_UART_DATA_OFFSET ) = '\n';
}
