/* SPDX-License-Identifier: Apache-2.0 */

/* Context switches of the attachment `cfu`: those of `bus`. */
#include "register_access.h"
#include "../bus/context_switch.S"
