/* SPDX-License-Identifier: Apache-2.0 */

/* For creation.c: what of the trace macros tells that there is no task, or no group.
 * FreeRTOSConfig.h includes this as configTRACE_HEADER. */
#ifndef FAILURES_H
#define FAILURES_H

extern volatile unsigned test_failures;

#define traceTASK_CREATE_FAILED()        ( test_failures = test_failures + 1 )
#define traceEVENT_GROUP_CREATE_FAILED() ( test_failures = test_failures + 1 )

#endif /* FAILURES_H */
