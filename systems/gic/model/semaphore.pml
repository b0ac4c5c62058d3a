/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A semaphore that is taken and given without a lock while nobody waits
 * (systems/gic/firmware/kernel/objects.c), as a model for spin.
 *
 * Two tasks take two units each, two cores give as many, and somebody counts in between by a function that
 * knows the lock alone. What LDREX and STREX do is one step. Behind the lock, a look at the count and its
 * change are steps of their own. wake.pml is the model of how who waits is woken.
 *
 * Each option of the preprocessor is a mistake, with which an assertion fails (systems/gic/tests/test_gic_model.py).
 */
#define CLOSED 255 /* the units are counted behind the lock */
#define TIMES  2

byte open;         /* the free units, or CLOSED */
byte count;        /* they, while it is closed */
bool locked;
bool listed[2];    /* who waits */
byte taken;

#define ANYBODY (listed[0] || listed[1])

inline enter()
{
    atomic { !locked -> locked = true };
#ifndef NO_CLOSE
    atomic { before = open; open = CLOSED };
#else
    before = open;
#endif
    if
    :: before != CLOSED -> count = before
    :: else
    fi
}

inline leave()
{
#ifndef OPEN_BEHIND_LOCK
    if
#ifndef OPEN_WITH_WAITERS
    :: ANYBODY
#endif
    :: else -> open = count
    fi;
    locked = false
#else
    before = ANYBODY;
    locked = false;
    if
    :: before
    :: else -> open = count
    fi
#endif
}

proctype takes(byte me)
{
    byte times, before;

    do
    :: times == TIMES -> break
    :: times < TIMES ->
        if
        :: atomic { open != CLOSED && open > 0 -> open--; taken++; times++ }
        :: else ->
            enter();
            before = count;
            if
            :: before > 0 -> count = before - 1; taken++; times++; leave()
            :: else ->
                listed[me] = true;
                leave();
                !listed[me]
            fi
        fi
    od
}

proctype gives()
{
    byte times, before;

    do
    :: times == TIMES -> break
    :: times < TIMES ->
        times++;
        if
        :: atomic { open != CLOSED -> open++ }
        :: else ->
            enter();
            before = count;
            count = before + 1;
            if
            :: listed[0] -> listed[0] = false
            :: !listed[0] && listed[1] -> listed[1] = false
            :: else
            fi;
            leave()
        fi
    od
}

proctype counts()
{
    byte before;

    enter();
    locked = false
}

/* At rest: as many were taken as given, so nobody waits. */
proctype judges()
{
    timeout;
    assert(taken == 2 * TIMES && !ANYBODY && !locked);
    assert((open == CLOSED -> count : open) == 0)
}

init
{
    atomic {
        run takes(0);
        run takes(1);
        run gives();
        run gives();
        run counts();
        run judges()
    }
}
