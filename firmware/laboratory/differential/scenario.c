/* SPDX-License-Identifier: Apache-2.0 */
#include "scenario.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "rules.h"

#define LONGEST_LINE 256

static uint32_t line_number;
static char * rest; /* of the line; not strtok(), which wants thread-local storage */

__attribute__( ( noreturn, format( printf, 1, 2 ) ) ) static void refuse( const char * format, ... )
{
    va_list arguments;

    va_start( arguments, format );
    ( void ) fprintf( stderr, "line %u of the scenarios: ", ( unsigned int ) line_number );
    ( void ) vfprintf( stderr, format, arguments );
    ( void ) fputc( '\n', stderr );
    va_end( arguments );
    exit( 2 );
}

__attribute__( ( noreturn ) ) static void refuse_rule( const char * word )
{
    ( void ) fprintf( stderr, "line %u of the scenarios: '%s' is not a rule; there are",
                      ( unsigned int ) line_number, word );

    for( size_t i = 0; rules_name( i ) != NULL; i++ )
    {
        ( void ) fprintf( stderr, " %s", rules_name( i ) );
    }

    ( void ) fputc( '\n', stderr );
    exit( 2 );
}

/* The next free place of a list. */
#define NEXT( list, count, most )                           \
    ( ( ( count ) < ( most ) ) ? &( list )[ ( count )++ ] : \
                                 ( refuse( "more than %d of " #list, ( most ) ), ( list ) ) )

/* The words after the first one, as numbers; those that are missing are 0. */
static void read_numbers( int32_t * numbers, int most )
{
    const char * word;

    for( int i = 0; i < most; i++ )
    {
        numbers[ i ] = 0;
        word = strtok_r( NULL, " \n", &rest );

        if( word != NULL )
        {
            char * end;

            numbers[ i ] = ( int32_t ) strtoul( word, &end, 0 );

            if( *end != '\0' )
            {
                refuse( "'%s' is not a number", word );
            }
        }
    }
}

static void read_event( struct event * event, uint32_t gap )
{
    static const char * const names[] = { [EVENT_TICKS] = "ticks",
                                          [EVENT_ROUTINE] = "routine",
                                          [EVENT_LINE] = "line" };
    const char * word = strtok_r( NULL, " \n", &rest );
    int32_t argument;

    event->gap = gap;

    for( int kind = EVENT_TICKS; kind <= EVENT_LINE; kind++ )
    {
        if( ( word != NULL ) && ( strcmp( word, names[ kind ] ) == 0 ) )
        {
            event->kind = ( enum event_kind ) kind;
            read_numbers( &argument, 1 );
            event->argument = ( uint32_t ) argument;
            return;
        }
    }

    refuse( "'%s' is not an event", ( word != NULL ) ? word : "" );
}

static void read_script( struct script * script, int32_t priority, bool yields )
{
    script->priority = ( uint32_t ) priority;
    script->yields = yields;
    script->count = 0;
}

/* One line. Calls belong to the task or routine that came last. False at the end. */
static bool read_line( struct scenario * s, struct script ** script, char * text )
{
    const char * word = strtok_r( text, " \n", &rest );
    int32_t numbers[ OPERANDS ];

    if( ( word == NULL ) || ( word[ 0 ] == '#' ) )
    {
        return true;
    }

    if( strcmp( word, "end" ) == 0 )
    {
        return false;
    }

    if( strcmp( word, "limit" ) == 0 )
    {
        read_numbers( numbers, 1 );
        s->limit = ( uint32_t ) numbers[ 0 ];
    }
    else if( strcmp( word, "tick" ) == 0 )
    {
        read_numbers( numbers, 1 );
        s->first_tick = ( uint32_t ) numbers[ 0 ];
    }
    else if( strcmp( word, "room" ) == 0 )
    {
        read_numbers( numbers, 1 );
        s->has_room = true;
        s->room = ( uint32_t ) numbers[ 0 ];
    }
    else if( ( strcmp( word, "with" ) == 0 ) || ( strcmp( word, "without" ) == 0 ) )
    {
        const bool is_on = strcmp( word, "with" ) == 0;

        word = strtok_r( NULL, " \n", &rest );

        if( ( word == NULL ) || !rules_set( word, is_on ) )
        {
            refuse_rule( ( word != NULL ) ? word : "" );
        }
    }
    else if( strcmp( word, "object" ) == 0 )
    {
        struct object_script * object = NEXT( s->object, s->objects, MOST_OBJECTS );

        word = strtok_r( NULL, " \n", &rest );
        object->kind = ( word != NULL ) ? find_object_kind( word ) : NULL;

        if( object->kind == NULL )
        {
            refuse( "'%s' is not a kind of object", ( word != NULL ) ? word : "" );
        }

        read_numbers( object->operands, OPERANDS );
    }
    else if( strcmp( word, "task" ) == 0 )
    {
        *script = NEXT( s->task, s->tasks, MOST_TASKS );
        read_numbers( numbers, 1 );
        read_script( *script, numbers[ 0 ], false );
    }
    else if( strcmp( word, "before" ) == 0 )
    {
        *script = &s->before;
        read_script( *script, 0, false );
    }
    else if( strcmp( word, "routine" ) == 0 )
    {
        *script = NEXT( s->routine, s->routines, MOST_ROUTINES );
        read_numbers( numbers, 1 );
        read_script( *script, 0, numbers[ 0 ] != 0 );
    }
    else if( strcmp( word, "line" ) == 0 )
    {
        struct line_script * line = NEXT( s->line, s->lines, MOST_LINES );

        read_numbers( numbers, 2 );
        line->to_task = numbers[ 0 ] != 0;
        line->target = ( uint32_t ) numbers[ 1 ];
    }
    else if( strcmp( word, "at" ) == 0 )
    {
        struct event * event = NEXT( s->event, s->events, MOST_EVENTS );

        word = strtok_r( NULL, " \n", &rest );
        read_event( event, ( uint32_t ) strtoul( ( word != NULL ) ? word : "", NULL, 0 ) );
    }
    else if( strcmp( word, "inside" ) == 0 )
    {
        uint32_t gap;

        word = strtok_r( NULL, " \n", &rest );
        gap = ( uint32_t ) strtoul( ( word != NULL ) ? word : "", NULL, 0 );
        word = strtok_r( NULL, " \n", &rest );
        s->has_inside = true;
        s->inside_point = ( uint32_t ) strtoul( ( word != NULL ) ? word : "", NULL, 0 );
        read_event( &s->inside, gap );
    }
    else
    {
        struct call * call;

        if( *script == NULL )
        {
            refuse( "'%s' stands in no task and no routine, and not before the start", word );
        }

        call = NEXT( ( *script )->calls, ( *script )->count, MOST_CALLS );
        call->operation = find_operation( word );

        if( call->operation == NULL )
        {
            refuse( "'%s' is not a call that this kernel has", word );
        }

        read_numbers( call->operands, OPERANDS );
    }

    return true;
}

bool scenario_read( bool ( *next_line )( char * line, size_t size ), struct scenario * scenario )
{
    char text[ LONGEST_LINE ];
    struct script * script = NULL;
    bool begun = false;

    while( next_line( text, sizeof( text ) ) )
    {
        line_number++;

        if( strncmp( text, "scenario ", 9 ) == 0 )
        {
            ( void ) memset( scenario, 0, sizeof( *scenario ) );
            rules_reset();
            scenario->name = strtoull( text + 9, NULL, 0 );
            script = NULL;
            begun = true;
        }
        else if( begun && !read_line( scenario, &script, text ) )
        {
            return true;
        }
    }

    if( begun )
    {
        refuse( "the last scenario does not end" );
    }

    return false;
}
