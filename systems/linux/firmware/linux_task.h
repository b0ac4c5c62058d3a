/* SPDX-License-Identifier: Apache-2.0 */

/* Linux, as a task of FreeRTOS: the lowest but idle. */
#pragma once

/* Keeps what was loaded for it, and creates its task, the channels, and the watchdog. Once, before the
 * scheduler starts. */
void linux_begin( void );
