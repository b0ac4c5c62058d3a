/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Notifications of tasks (systems/gic/firmware/kernel/notifications.c), as a model for spin.
 *
 * One core has a task T, which waits for its notification value, and may give up. Another core gives it
 * twice, and a routine of T's core once. A third one suspends T and resumes it, twice. In T's word there is a wake-up of something else, which came
 * too late. A lock of T's own covers value and state. wake.pml is the model of waiting for objects.
 *
 * Each option of the preprocessor is a mistake, with which an assertion fails (systems/gic/tests/test_gic_model.py).
 */
#define SUSPEND 1
#define RESUME  2
#define WAKE    4

#define GIVES   2 /* of the other core */
#define ALL     ( GIVES + 1 )

bool locked;
byte value;
bool waiting;           /* the state: waiting for a notification */
bool waits;             /* T is blocked, by its own core */
bool ready = true;      /* T is in its group */
byte word = WAKE;       /* requests for T, which are all heard */
bool late, was_out;     /* why T may go on without a notification */
bool to_run = true;
byte taken, ticks = 1, asking = 2;

inline lock()
{
    atomic { !locked -> locked = true }
}

proctype gives()
{
    byte times;
    bool was;

    do
    :: times == GIVES -> break
    :: times < GIVES ->
        times++;
        lock();
        was = waiting;
        waiting = false;
        value++;
        if
        :: was -> atomic { word = word | WAKE }
        :: else
        fi;
        atomic { locked = false; was = false }
    od;
    asking--
}

proctype suspends()
{
    byte times;

    do
    :: times == 2 -> break
    :: times < 2 ->
        times++;
        atomic { word = (word & WAKE) | SUSPEND; to_run = false };
        if
        :: atomic { word = word | RESUME; to_run = true }
        :: true
        fi
    od;
    asking--
}

/* Of T's own core, with interrupts masked. */
inline stop_waiting()
{
    atomic { !locked -> waits = false }
}

active proctype owner()
{
    byte asked;
    bool looked, has_waited, given;

    do
    :: !given ->
        given = true;
        lock();
        value++;
        if
        :: waiting -> waiting = false; waits = false; ready = true
        :: else
        fi;
        locked = false
    :: word != 0 ->
        atomic { asked = word; word = 0 };
        if
#ifdef WAKE_ALWAYS
        :: (asked & WAKE) != 0 && waits -> stop_waiting(); ready = true
#else
        :: (asked & WAKE) != 0 && waits && !waiting -> stop_waiting(); ready = true
#endif
        :: else
        fi;
        if
        :: (asked & SUSPEND) != 0 ->
            if
            :: waits -> stop_waiting()
            :: else
            fi;
            ready = false;
            was_out = true;
#ifndef GOES_ON_WAITING
            lock();
            waiting = false;
            locked = false
#endif
        :: else
        fi;
        if
        :: (asked & RESUME) != 0 && !waits -> ready = true
        :: else
        fi;
        asked = 0
    :: ready && !waits && taken < ALL ->
#ifdef LOOK_WITHOUT_LOCK
        looked = (value == 0);
        lock();
#else
        lock();
        looked = (value == 0);
#endif
        if
        :: looked && !has_waited -> waiting = true; waits = true; ready = false; has_waited = true
        :: else ->
            assert(value > 0 || late || was_out);
            waiting = false;
            has_waited = false;
            taken = taken + value;
            value = 0;
            late = false;
            was_out = false
        fi;
        atomic { locked = false; looked = false }
    :: waits && ticks > 0 -> ticks--; stop_waiting(); late = true; ready = true
    :: asking == 0 && word == 0 && given && (!ready || taken == ALL) -> break
    od;
    /* At rest */
    assert(ready || waits || !to_run);
    assert(!(ready && !to_run));
    assert(!(waits && value > 0));
    assert(taken + value == ALL)
}

init
{
    atomic { run gives(); run suspends() }
}
