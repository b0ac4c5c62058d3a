/* SPDX-License-Identifier: Apache-2.0 */

/* The board's options, and what is different here. build.rs gives the sizes. */
#define configUSE_HW_ACCELERATION 1 /* 0: FreeRTOS as it is */
#define configUSE_MUTEXES         1

/* What the crate freertos-next asks of a port. */
#define xPortIsInsideInterrupt board_in_interrupt

/* The crate freertos-build has the old name of an option that the board's file has by its new one. */
#undef INCLUDE_vTaskDelayUntil

#include_next <FreeRTOSConfig.h>

int board_in_interrupt( void );
