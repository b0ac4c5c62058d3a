/* SPDX-License-Identifier: Apache-2.0 */

/* What a program of these checks: the first thing that does not hold ends it, and is printed. */
#pragma once

#include <stdio.h>

#include "board.h"

#define CHECK( x )                                       \
    do                                                   \
    {                                                    \
        if( !( x ) )                                     \
        {                                                \
            printf( "line %d: not %s\n", __LINE__, #x ); \
            board_exit( BOARD_EXIT_FAILURE );            \
        }                                                \
    } while( 0 )
