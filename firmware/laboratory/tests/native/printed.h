/* SPDX-License-Identifier: Apache-2.0 */

/* For misuse.c: what the kernel files print. */
#pragma once

void test_print( const char * text );

#define configPRINT_STRING( pcText ) test_print( pcText )
