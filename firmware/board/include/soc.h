/* SPDX-License-Identifier: Apache-2.0 */

/* Access to the reference SoC's peripherals: soc_constants.h has the offsets. */
#pragma once

#include "soc_constants.h"

#define SOC_BASE 0x90000000

#ifndef __ASSEMBLER__
    #include <stdint.h>

/* The register at an offset, SOC_..._OFFSET. */
    #define SOC_REGISTER( offset ) ( *( volatile uint32_t * ) ( SOC_BASE + ( offset ) ) )
/* One register of an array, one word each. */
    #define SOC_REGISTER_OF( offset, index ) \
    ( ( ( volatile uint32_t * ) ( SOC_BASE + ( offset ) ) )[ index ] )
#endif
