/* SPDX-License-Identifier: Apache-2.0 */

/* For creation.c: what of the trace macros tells that there is no task, or no group.
 * FreeRTOSConfig.h includes this as configTRACE_HEADER. */
#pragma once

extern volatile unsigned test_failures;

#define traceTASK_CREATE_FAILED()        ( test_failures = test_failures + 1 )
#define traceEVENT_GROUP_CREATE_FAILED() ( test_failures = test_failures + 1 )
