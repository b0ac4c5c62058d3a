/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Inheritance of priorities between cores (systems/gic/firmware/kernel/mutexes.c), as a model for spin.
 *
 * One core has a task that holds two mutexes and gives them, in any order. Two tasks of other cores each
 * wait for one of them, until they have it or time out, and somebody changes the holder's own priority.
 * The holder's own priority, its effective one and the number of mutexes are one word, which LDREX and
 * STREX change in one step. What the holder's core makes of it in the GIC is a step of its own, and so is
 * the request for that. cross_core.pml is the model of requests, wake.pml of how who waits is woken.
 *
 * Each option of the preprocessor is a mistake, with which an assertion fails (systems/gic/tests/test_gic_model.py).
 */
#define LOWEST  1 /* the holder's own at first */
#define CHANGED 2 /* and later */
#define WAITING(who) (3 + who)

byte own = LOWEST, effective = LOWEST, mutexes = 2; /* the word */
byte in_gic = LOWEST;
bool asked;            /* a request that the holder's core looks at the word */
bool locked[2];
bool held[2] = true;
byte waits[2] = 2;     /* which mutex each one waits for; 2: none */
byte done;

inline lock(which)
{
    atomic { !locked[which] -> locked[which] = true }
}

#ifdef TWO_STEPS
#define CHANGE(condition, priority) \
    before = effective; if :: condition -> effective = (priority) :: else fi
#else
#define CHANGE(condition, priority) \
    atomic { before = effective; if :: condition -> effective = (priority) :: else fi }
#endif

inline inherit()
{
#ifdef ASK_FIRST
    asked = true;
#endif
    CHANGE(before < WAITING(me), WAITING(me));
#ifndef ASK_FIRST
    asked = true;
#endif
    before = 0
}

proctype waiter(byte me)
{
    byte which, before;

    if
    :: which = 0
    :: which = 1
    fi;
#ifdef INHERIT_WITHOUT_LOCK
    if
    :: held[which] -> inherit()
    :: else
    fi;
    lock(which);
#else
    lock(which);
    if
    :: held[which] -> inherit()
    :: else
    fi;
#endif
    if
    :: held[which] -> waits[me] = which
    :: else
    fi;
    locked[which] = false;
    if
    :: waits[me] == 2 /* it has it */
    :: atomic { waits[me] != 2 && !locked[which] -> waits[me] = 2 }; /* its time is over */
        lock(which);
        if
        :: held[which] ->
            CHANGE(mutexes == 1, (waits[1 - me] == which -> WAITING(1 - me) : own));
            before = 0;
            asked = true
        :: else
        fi;
        locked[which] = false
    fi;
    done++
}

/* vTaskPrioritySet */
proctype changes()
{
    atomic {
        if
        :: own == effective || CHANGED > effective -> effective = CHANGED
        :: else
        fi;
        own = CHANGED
    }
    asked = true;
    done++
}

inline give(which)
{
    lock(which);
    atomic {
        mutexes--;
        if
        :: mutexes == 0 -> effective = own
        :: else
        fi;
        now = effective
    }
    in_gic = now;
    held[which] = false;
    if
    :: waits[1] == which -> waits[1] = 2
    :: waits[1] != which && waits[0] == which -> waits[0] = 2
    :: else
    fi;
    atomic { locked[which] = false; now = 0 }
}

/* Who waits lets the holder have its priority as soon as the lock is given back, or its core is asked to. */
#define HELPED(who) \
    (waits[who] == 2 || !held[waits[who]] || effective >= WAITING(who) && (asked || in_gic >= WAITING(who)))
#define ALL_HELPED  (locked[0] || locked[1] || (HELPED(0) && HELPED(1)))

active proctype holder()
{
    byte now;

    do
    :: asked -> asked = false; in_gic = effective
    :: held[0] -> assert(ALL_HELPED); give(0)
    :: held[1] -> assert(ALL_HELPED); give(1)
    :: done == 3 && !asked && mutexes == 0 -> break
    od;
    assert(effective == own && own == CHANGED && in_gic == effective)
}

init
{
    atomic { run waiter(0); run waiter(1); run changes() }
}
