/* SPDX-License-Identifier: Apache-2.0 */

/* The port layer in assembler: the hardware kernel's or FreeRTOS's, as configUSE_HW_ACCELERATION says. */
#include "isochron_assembler.h"

#if ( isochronHARDWARE_KERNEL == 1 )
    #include "context_switch.S"
    #include "transfer.S"
#else
    #include <portASM.S>

/* void vApplicationInstallTrapHandler( void ). In assembler, so that a linker that optimises does not take its
 * word for the board's. */
    .section .text.vApplicationInstallTrapHandler, "ax"
    .weak vApplicationInstallTrapHandler
vApplicationInstallTrapHandler:
    ret
#endif
