/* SPDX-License-Identifier: Apache-2.0 */

/* The attachment `cfu`: a call is one custom instruction. All else is as in `bus`. docs/explanation/cfu.md
 * describes it. */
#ifndef ISOCHRON_CFU_ATTACHMENT_H
#define ISOCHRON_CFU_ATTACHMENT_H

#include "register_access.h"
#include "../bus/attachment.h"

#endif /* ISOCHRON_CFU_ATTACHMENT_H */
