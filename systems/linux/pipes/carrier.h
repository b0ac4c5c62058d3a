/* SPDX-License-Identifier: Apache-2.0 */

/* Carries the pipes of the alchemy layer to Linux: pipe N to /dev/rtpN, which is channel N. */
#pragma once

/* Creates the tasks that do it. Once, before the scheduler starts. */
void carrier_begin( void );
