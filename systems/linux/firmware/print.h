/* SPDX-License-Identifier: Apache-2.0 */

/* Characters to the UART, which Linux has, too: whole lines come out whole only while Linux waits. */
#pragma once

#include <stdint.h>

void print( const char * text );

/* `name`, a space, and the value in hexadecimal. */
void print_value( const char * name, uint32_t value );
