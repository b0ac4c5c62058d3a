/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A stream buffer between cores (systems/gic/firmware/kernel/stream_buffers.c), as a model for spin.
 *
 * A task S of one core puts bytes into the buffer, and a task R of another one takes them. R says that it
 * waits, waits for a notification, and may give up; when it has all, or has given up often enough, it is
 * deleted. A third core notifies R, too, for something else, as long as R is there. The buffer has a lock,
 * and R another one, for its notification. notify.pml is the model of what R's core does with a wake-up.
 *
 * Each option of the preprocessor is a mistake, with which an assertion fails
 * (systems/gic/tests/test_gic_model.py).
 */
#define ALL   4 /* bytes */
#define GIVES 2 /* notifications of the third core */

mtype = { NOT_AWAITED, AWAITED, RECEIVED };

bool of_buffer, of_task; /* locks */
byte bytes, taken;
bool waiting;           /* R's handle is in the buffer */
mtype state = NOT_AWAITED;
bool blocked;
bool gone;
byte patience = 3;
byte working = 2;

inline lock(which)
{
    atomic { !which -> which = true }
}

/* Whoever notifies R. */
inline notify(was)
{
#ifndef INNER_WITHOUT_LOCK
    lock(of_task);
#endif
    assert(!gone);
    was = state;
    state = RECEIVED;
    if
    :: was == AWAITED -> blocked = false
    :: else
    fi;
#ifndef INNER_WITHOUT_LOCK
    of_task = false;
#endif
    was = NOT_AWAITED
}

inline look_and_wake(was)
{
    lock(of_buffer);
    if
    :: waiting ->
        assert(waiting); /* the handle is read anew */
        notify(was);
        waiting = false
    :: else
    fi;
    of_buffer = false
}

proctype sends()
{
    byte sent;
    mtype was = NOT_AWAITED;

    do
    :: sent == ALL -> break
    :: sent < ALL ->
#ifdef WAKE_FIRST
        look_and_wake(was);
        bytes++;
#else
        bytes++;
        look_and_wake(was);
#endif
        sent++
    od;
    working--
}

/* As the application has it: not beyond R's end, which it waits for in turn. */
bool notifies;

proctype gives()
{
    byte given;
    mtype was = NOT_AWAITED;

    do
    :: given == GIVES -> break
    :: given < GIVES ->
        given++;
        atomic { if :: !gone -> notifies = true :: else -> break fi };
        notify(was);
        notifies = false
    od;
    working--
}

active proctype receives()
{
    byte found;

    do
    :: taken == ALL || patience == 0 -> break
    :: else ->
#ifdef LOOK_WITHOUT_LOCK
        found = bytes - taken;
        lock(of_buffer);
#else
        lock(of_buffer);
        found = bytes - taken;
#endif
        if
        :: found == 0 ->
            lock(of_task);
            state = NOT_AWAITED;
            of_task = false;
            waiting = true
        :: else
        fi;
        of_buffer = false;
        if
        :: found == 0 ->
            lock(of_task);
            if
            :: state != RECEIVED -> state = AWAITED; blocked = true
            :: else
            fi;
            of_task = false;
            if
            :: !blocked
            :: patience > 0 -> patience--; blocked = false
            :: blocked && working == 0 -> goto rests
            fi;
            lock(of_task);
            state = NOT_AWAITED;
            of_task = false;
#ifndef CLEAR_WITHOUT_LOCK
            lock(of_buffer);
#endif
            waiting = false;
#ifndef CLEAR_WITHOUT_LOCK
            of_buffer = false;
#endif
            found = bytes - taken
        :: else
        fi;
        taken = taken + found;
        found = 0
    od;
    atomic { !notifies -> gone = true };
rests:
    /* Whoever waits for ever has nothing to wait for. */
    assert(gone || (taken == bytes))
}

init
{
    atomic { run sends(); run gives() }
}
