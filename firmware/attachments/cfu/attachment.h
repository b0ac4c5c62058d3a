/* SPDX-License-Identifier: Apache-2.0 */

/* The attachment `cfu`: a call is one custom instruction. All else is as in `bus`. docs/explanation/cfu.md
 * describes it. */
#pragma once

#include "register_access.h"
#include "../bus/attachment.h"
