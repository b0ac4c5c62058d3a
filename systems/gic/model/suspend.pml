/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The scheduler is suspended (systems/gic/firmware/kernel/suspension.c), as a model for spin.
 *
 * Two tasks of two cores suspend it, twice each, and are asked to give way meanwhile. A third core creates
 * tasks, deletes them, and has a routine take a deleted one's interrupt. The GIC delivers to whatever core
 * an interrupt that is enabled. A step of the lock's holder that touches a register or the list is one of
 * its own.
 *
 * Each option of the preprocessor is a mistake, with which an assertion fails (systems/gic/tests/test_gic_model.py).
 */
#define NOBODY   2
#define NUMBERS  4 /* of interrupts: the two tasks that suspend, and two more */
#define TIMES    2
#define FIRST    2
#define THE_LAST 3

byte suspender = NOBODY;
bool locked;
bool inside;             /* somebody relies on it */
bool listed[NUMBERS];    /* it is a task's */
bool on[NUMBERS];        /* its interrupt is enabled */
bool is_routine;         /* THE_LAST is a routine's */
bool asked[2];           /* has to give way: its core then takes what the GIC has */
byte finished;

inline lock()
{
    atomic { !locked -> locked = true }
}

proctype suspends(byte me)
{
    byte times, number;

    do
    :: times == TIMES -> break
    :: else ->
        do
        :: lock();
           if
           :: suspender == NOBODY -> break
           :: else -> locked = false; suspender == NOBODY
           fi
        od;
        suspender = me;
        number = 0;
        do
        :: number == NUMBERS -> break
        :: number < NUMBERS && listed[number] -> on[number] = false; number++
        :: number < NUMBERS && !listed[number] -> number++
        od;
        locked = false;
        inside = true;

        /* The caller is a section meanwhile, whose interrupt is no task's. */
        if
        :: asked[me] -> asked[me] = false;
#ifdef HOLDER_IS_TASK
            assert(on[me]) /* it goes on by its own interrupt */
#endif
        :: true
        fi;

        assert(suspender == me);
        inside = false;
        lock();
#ifndef CLEAR_BEHIND_LOCK
        suspender = NOBODY;
#endif
        number = 0;
        do
        :: number == NUMBERS -> break
        :: number < NUMBERS && listed[number] -> on[number] = true; number++
        :: number < NUMBERS && !listed[number] -> number++
        od;
        locked = false;
#ifdef CLEAR_BEHIND_LOCK
        suspender = NOBODY;
#endif
        times++
    od;
    finished++
}

inline create(which)
{
#ifdef LOOK_WITHOUT_LOCK
    looked = suspender;
    lock();
#else
    lock();
    looked = suspender;
#endif
#ifdef CREATED_IS_ENABLED
    looked = NOBODY;
#endif
    listed[which] = true;
    if
    :: looked == NOBODY -> on[which] = true
    :: else
    fi;
    locked = false
}

inline delete(which)
{
    lock();
#ifndef DELETED_IS_LISTED
    listed[which] = false;
#endif
    on[which] = false;
    locked = false
}

proctype changes()
{
    byte looked;

    create(FIRST);
    create(THE_LAST);
    delete(THE_LAST);
    on[THE_LAST] = true;
    is_routine = true;
    delete(FIRST);
    create(FIRST);
    finished++
}

proctype asks(byte whom)
{
    asked[whom] = true
}

/* A task whose interrupt is enabled may be pending at any time. */
proctype delivers()
{
    do
    :: atomic { on[0] && finished < 3 -> assert(!inside) }
    :: atomic { on[FIRST] && finished < 3 -> assert(!inside) }
    :: atomic { on[THE_LAST] && finished < 3 -> assert(!inside || is_routine || !listed[THE_LAST]) }
    :: atomic { is_routine && finished < 3 -> assert(on[THE_LAST]) }
    :: finished == 3 -> break
    od
}

/* At rest: all is as if nobody had suspended it. */
proctype judges()
{
    timeout;
    assert(finished == 3 && suspender == NOBODY && !locked);
    assert(on[0] && on[1] && on[FIRST] && on[THE_LAST])
}

init
{
    atomic {
        listed[0] = true; on[0] = true;
        listed[1] = true; on[1] = true;
        run suspends(0);
        run suspends(1);
        run changes();
        run asks(0);
        run asks(1);
        run delivers();
        run judges()
    }
}
