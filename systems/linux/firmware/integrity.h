/* SPDX-License-Identifier: Apache-2.0 */

/* Whether somebody has changed what is M mode's: its code, and the RAM that nothing of it uses. */
#pragma once

/* Before Linux runs. */
void integrity_begin( void );

/* Ends with FAIL if there was a change since. */
void integrity_check( void );
