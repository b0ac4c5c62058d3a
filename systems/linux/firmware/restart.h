/* SPDX-License-Identifier: Apache-2.0 */

/* Linux starts again: because it asks for it, or because nothing is heard of it. FreeRTOS's tasks go on. */
#pragma once

/* Keeps what was loaded for Linux, before that runs. */
void restart_keep( void );

/* Linux starts again at the end of what M mode does for it at this moment. */
void restart_ask( void );

/* Whether that was asked for: Linux's task looks at each such end, and within what could take ticks. */
int restart_is_due( void );

/* What was kept is where it was, Linux's registers are those of a start, and of what both worlds told each
 * other nothing is left. For Linux's own task. */
void restart_linux( void );

/* Whether Linux may start again: a program of it has said so. It has to say it again after the start. */
int restart_is_wanted( void );

/* Starts the task that looks whether Linux is alive, if a program of it wants it to. */
void restart_watch( void );
