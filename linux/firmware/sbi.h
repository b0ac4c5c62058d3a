/* SPDX-License-Identifier: Apache-2.0 */

/* The supervisor binary interface: what Linux asks M mode for, and what its core does not have. */
#ifndef SBI_H
#define SBI_H

/* What Linux handles itself is delegated, and its registers in xIsochronGuest are those of its start. */
void sbi_initialise( void );

/* linux_task.c: Linux wants the machine to be off. Does not return. */
void sbi_off( void ) __attribute__( ( noreturn ) );

#endif /* SBI_H */
