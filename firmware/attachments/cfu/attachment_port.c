/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's port layer for a core with the hardware kernel behind custom instructions. */
#include "isochron_options.h"
#include "register_access.h"
#include "../bus/attachment_port.c"
