/* SPDX-License-Identifier: Apache-2.0 */

/* For misuse.c: what the kernel files print. */
#ifndef PRINTED_H
#define PRINTED_H

void test_print( const char * text );

#define configPRINT_STRING( pcText ) test_print( pcText )

#endif /* PRINTED_H */
