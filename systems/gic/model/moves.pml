/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How a task gets from one core to another while other cores ask for things (requests.h and affinity.c
 * in systems/gic/firmware/kernel), as a model for spin.
 *
 * Two cores, of which one has a task T, and one begins with a task above T. Two more cores ask for
 * its move to the other core, and one of them for its suspension and resumption, too. What each does to
 * T's word, to its core, to inboxes and arrivals are steps of their own, in the order of the program:
 * the kernel has barriers between them. cross_core.pml is the model of what does not move.
 *
 * Each option of the preprocessor is a mistake, with which an assertion fails (systems/gic/tests/test_gic_model.py).
 */
#define SUSPEND     1
#define RESUME      2
#define INBOX       16
#define MOVE        32

#define CORES       2
#define NOWHERE     CORES

#define IDLE        0
#define T           1
#define HIGHER      2
#define NOBODY      3

byte word;                /* requests for T */
byte core;                /* of T */
byte wanted;              /* the one that was asked for last */
byte inbox[CORES];        /* how often T is there */
byte arrivals[CORES];
bool signal[CORES];       /* the interrupts for them */
bool arriving[CORES];
byte running[CORES];      /* who runs there */
bool ready = true;        /* T is in a group, or will be when it has arrived */
bool to_run = true;       /* what the last suspension or resumption asked for */
byte asking = 2;          /* cores that are not done */

/* prvRequest; LDREX and STREX change the word in one step. */
inline request(what, obsolete)
{
#ifdef CORE_READ_EARLY
    where = core;
#endif
    atomic {
        before = word;
        word = (word & (63 - obsolete)) | what | INBOX;
        if
        :: what == SUSPEND -> to_run = false
        :: what == RESUME -> to_run = true
        :: else
        fi
    }
#ifndef CORE_READ_EARLY
    where = core;
#endif
    if
    :: (before & INBOX) == 0 -> assert(where != NOWHERE); inbox[where]++
    :: else
    fi;
    if
    :: where == NOWHERE || ((before & INBOX) != 0 && what != MOVE) /* who has appended T looks, or has looked */
    :: else ->
        if
        :: what == MOVE || running[where] == T || running[where] == IDLE -> signal[where] = true
        :: else
        fi
    fi;
    atomic { before = 0; where = 0 }
}

proctype asks(byte times; bool all)
{
    byte before, where;

    do
    :: times > 0 ->
        times--;
        if
        :: all -> request(SUSPEND, RESUME)
        :: all -> request(RESUME, 0)
        :: wanted = 1 - wanted; request(MOVE, 0)
        fi
    :: times == 0 -> break
    od;
    asking--
}

/* vGicDepart: the context of who runs is saved. */
inline depart()
{
    atomic { to = wanted };
#ifndef GO_ON_RUNNING
    if
    :: running[me] == T -> running[me] = NOBODY
    :: else
    fi;
#endif
    core = NOWHERE;
    arrivals[to]++;
#ifndef ARRIVE_UNHEARD
    arriving[to] = true;
#endif
    to = 0
}

/* xGicServeRequests: takes the inbox, then the word of the task in it. */
inline serve()
{
    atomic { found = inbox[me]; inbox[me] = 0 };
    assert(found <= 1);
    if
    :: found == 1 ->
#ifndef CORE_CHANGES_LATE
        assert(core == me);
#endif
        atomic {
            asked = word;
#ifdef LEAVE_INBOX
            word = 0;
#else
            word = (word & MOVE) >> 1;
#endif
            /* in one step, since only this core looks at that */
            if
            :: (asked & RESUME) != 0 -> ready = true
            :: (asked & (SUSPEND | RESUME)) == SUSPEND -> ready = false
            :: else
            fi
        };
#ifdef CORE_CHANGES_LATE
        core = me;
#endif
        if
        :: (asked & MOVE) != 0 -> depart()
        :: else
        fi
    :: else
    fi;
    atomic { found = 0; asked = 0 }
}

/* xGicArrive */
inline arrive()
{
    atomic { found = arrivals[me]; arrivals[me] = 0 };
    assert(found <= 1);
    if
    :: found == 1 ->
#ifndef CORE_CHANGES_LATE
        core = me;
#endif
        inbox[me]++
    :: else
    fi;
    serve()
}

#define HAS_T          (core == me && ready)
#define MUST_SWITCH    (running[me] == NOBODY || (running[me] != HIGHER && (running[me] == T) != HAS_T))

inline switch_task()
{
    atomic {
        if
        :: HAS_T ->
            assert(running[1 - me] != T);
            running[me] = T
        :: else -> running[me] = IDLE
        fi
    };
    serve() /* the look behind the switch */
}

proctype owner(byte me)
{
    byte found, asked, to;

end:
    do
    :: signal[me] -> signal[me] = false; serve()
    :: arriving[me] -> arriving[me] = false; arrive()
    :: MUST_SWITCH -> switch_task()
    :: running[me] == HIGHER -> switch_task() /* it has suspended itself */
    od
}

/* At rest, with requests of nobody to come: all that was asked for is done. */
proctype judges()
{
    timeout;
    assert(asking == 0 && word == 0 && inbox[0] + inbox[1] + arrivals[0] + arrivals[1] == 0);
    assert(core == wanted && ready == to_run);
    assert((running[0] == T) == (ready && core == 0));
    assert((running[1] == T) == (ready && core == 1))
}

init
{
    atomic {
        running[0] = T;
        running[1] = HIGHER;
        run owner(0);
        run owner(1);
        run asks(2, true);
        run asks(1, false);
        run judges()
    }
}
