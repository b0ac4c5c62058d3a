/* SPDX-License-Identifier: Apache-2.0 */

/* Where the hardware kernel is, for C and assembler: the reference SoC's. Another SoC has a file of this
 * name before it on the include path, or sets these on the command line. */
#pragma once

#ifndef ISO_BASE_ADDRESS
    #define ISO_BASE_ADDRESS 0xA0000000
#endif
#ifndef ISO_REQUEST_INTERRUPT
    #define ISO_REQUEST_INTERRUPT 3 /* of the core, by which the hardware asks for a switch */
#endif
#ifndef ISO_VECTORED_INTERRUPTS
    #define ISO_VECTORED_INTERRUPTS 1 /* 0: a core that takes all traps at one address */
#endif
