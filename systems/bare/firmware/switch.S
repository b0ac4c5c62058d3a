/* SPDX-License-Identifier: Apache-2.0 */

/* Context switches: those of the attachment `bus`, of which nothing else knows FreeRTOS. */
#include "iso_config.h"

#define configHW_ACCELERATION_BASE_ADDRESS    ISO_BASE_ADDRESS
#define configISOCHRON_REQUEST_INTERRUPT      ISO_REQUEST_INTERRUPT
#define configISOCHRON_VECTORED_INTERRUPTS    ISO_VECTORED_INTERRUPTS

#include "context_switch.S"
