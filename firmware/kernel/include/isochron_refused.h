/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What the hardware kernel does not have (yet): a call is an error of the compiler that says so,
 * rather than of the linker. FreeRTOS's headers, which come later, declare the same functions.
 */
#ifndef ISOCHRON_REFUSED_H
#define ISOCHRON_REFUSED_H

#ifdef __GNUC__

/* *INDENT-OFF* */
#ifdef __cplusplus
    extern "C" {
#endif
/* *INDENT-ON* */

struct EventGroupDef_t;
struct xSTATIC_EVENT_GROUP;

#define refusedBECAUSE( pcMissing ) \
    __attribute__( ( error( "the hardware kernel has no " pcMissing " yet: do not use it, or set configUSE_HW_ACCELERATION to 0" ) ) )

/* Event groups. */
#define refusedEVENT_GROUP    refusedBECAUSE( "event groups" )
struct EventGroupDef_t * xEventGroupCreate( void ) refusedEVENT_GROUP;
struct EventGroupDef_t * xEventGroupCreateStatic( struct xSTATIC_EVENT_GROUP * pxEventGroupBuffer ) refusedEVENT_GROUP;

/* *INDENT-OFF* */
#ifdef __cplusplus
    }
#endif
/* *INDENT-ON* */

#endif /* __GNUC__ */

#endif /* ISOCHRON_REFUSED_H */
