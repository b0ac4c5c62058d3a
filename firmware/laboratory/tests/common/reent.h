/* SPDX-License-Identifier: Apache-2.0 */

/* Stands in for newlib's header, of which configUSE_NEWLIB_REENTRANT makes use: one word for each task. */
#pragma once

struct _reent
{
    int number;
};

extern struct _reent * _impure_ptr;

#define _REENT_INIT_PTR( pointer ) ( ( pointer )->number = 0 )
#define _reclaim_reent( pointer )  ( ( void ) ( pointer ) )
