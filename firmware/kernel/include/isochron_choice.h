/* SPDX-License-Identifier: Apache-2.0 */

/* Whose files the wrappers take, for C and for assembler: one of these is 1, or FreeRTOS's own are
 * compiled. */
#pragma once

#include "FreeRTOSConfig.h"

/* 1, with configUSE_HW_ACCELERATION 1: the hardware is the hybrid (docs/explanation/hybrid.md). */
#ifndef configISOCHRON_HYBRID
    #define configISOCHRON_HYBRID 0
#endif

#if !defined( configUSE_HW_ACCELERATION ) || ( configUSE_HW_ACCELERATION != 1 )
    #define isochronHARDWARE_KERNEL 0
    #define isochronHYBRID          0
#elif ( configISOCHRON_HYBRID == 1 )
    #define isochronHARDWARE_KERNEL 0
    #define isochronHYBRID          1
#else
    #define isochronHARDWARE_KERNEL 1
    #define isochronHYBRID          0
#endif
