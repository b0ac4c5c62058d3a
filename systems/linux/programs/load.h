/* SPDX-License-Identifier: Apache-2.0 */

/* Work for Linux. */
#ifndef LOAD_H
#define LOAD_H

/* Task switches, caches, page faults, new programs: this one, which is to end at once. Ends with its process.
 */
void keep_busy( const char * path, const char * argument ) __attribute__( ( noreturn ) );

#endif /* LOAD_H */
