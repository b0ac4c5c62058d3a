/* SPDX-License-Identifier: Apache-2.0 */

/* Work for Linux. */
#pragma once

/* Begins task switches, copies, page faults, new programs: this one, with an argument that ends it at once.
 * Returns the process. */
int begin_work( const char * path, const char * argument );
void end_work( int process );
