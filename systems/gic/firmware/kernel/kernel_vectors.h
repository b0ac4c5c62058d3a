/* SPDX-License-Identifier: Apache-2.0 */

/* The handlers of the kernel on the GIC: it needs no supervisor calls. */
#define KERNEL_SUPERVISOR_CALL board_unexpected_call
#define KERNEL_INTERRUPT       vGicInterrupt
