/* SPDX-License-Identifier: Apache-2.0 */

/* Gives a program rt_task_slice(): FreeRTOSConfig.h includes this where an application includes its trace
 * recorder (configTRACE_HEADER). Each switch of tasks then calls the alchemy layer. */
#pragma once

#define ALCHEMY_TIME_SLICES 1

#ifndef __ASSEMBLER__
void alchemy_switched_in( void );
#endif

#define traceTASK_SWITCHED_IN() alchemy_switched_in()
