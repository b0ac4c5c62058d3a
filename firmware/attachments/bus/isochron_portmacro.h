/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The attachment's part of portmacro.h. Types, critical sections and interrupt masks are those of
 * FreeRTOS's port, which was included before; only a yield is different.
 */
#ifndef ISOCHRON_PORTMACRO_H
#define ISOCHRON_PORTMACRO_H

/* *INDENT-OFF* */
#ifdef __cplusplus
    extern "C" {
#endif
/* *INDENT-ON* */

/* Yields from a task. */
void vPortYield( void );

#undef portYIELD
#define portYIELD()    vPortYield()

/* *INDENT-OFF* */
#ifdef __cplusplus
    }
#endif
/* *INDENT-ON* */

#endif /* ISOCHRON_PORTMACRO_H */
