/* SPDX-License-Identifier: Apache-2.0 */

/* The handlers of FreeRTOS's port ARM_CA9. */
#define KERNEL_SUPERVISOR_CALL FreeRTOS_SWI_Handler
#define KERNEL_INTERRUPT       FreeRTOS_IRQ_Handler
#define KERNEL_UNDEFINED       board_undefined
