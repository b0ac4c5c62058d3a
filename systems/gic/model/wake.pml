/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How a task that waits for an object is woken (systems/gic/firmware/kernel/events.c), as a model for spin.
 *
 * One core has a task T, which takes a unit of each of two objects, and may give up. A task U of another
 * core waits for the first one, behind T. One core gives it, another one suspends T or resumes it, a third
 * one resumes it. In another form, T is deleted, and a routine of its core gives; and in a third one both
 * objects are given from other cores, and T is resumed and deleted. What is done to T's word,
 * inbox, lock and place in a list are steps of their own, in the order of the program: the kernel has
 * barriers between them. cross_core.pml is the model of requests alone.
 *
 * Each option of the preprocessor is a mistake, with which an assertion fails (systems/gic/tests/test_gic_model.py).
 */
#define SUSPEND 1
#define RESUME  2
#define WAKE    4
#define DELETE  8
#define INBOX   16
#define FINAL   32

#define OBJECTS 2
#define NONE    OBJECTS /* no object */

#define IDLE    0
#define T       1

bool locked[OBJECTS];
byte units[OBJECTS];
byte list = NONE;       /* of which object T is in the list */
byte waits = NONE;      /* for which object T is blocked, by its own core */
bool u_listed, u_done;

byte word, inbox;       /* requests for T */
bool signal;
byte running = T;
bool ready = true;      /* T is in its group */
bool deleted, freed;

byte takes;             /* the object that T takes from now */
bool looked;            /* T has found no unit, and is going to wait */
bool late;              /* its time is over */
byte ticks;             /* times that are over */

bool to_run = true, to_delete;
bool out;               /* T's suspension has returned, and it is not resumed; or its deletion has */

inline lock(which)
{
    atomic { !locked[which] -> locked[which] = true }
}

inline unlock(which)
{
    locked[which] = false
}

/* prvRequest, where a look always finds that a signal matters: T is above the idle task. */
inline request(what, obsolete)
{
    atomic {
        before = word;
        word = (word & (63 - obsolete)) | what | INBOX;
        if
        :: what == SUSPEND -> to_run = false
        :: what == RESUME -> to_run = true; out = out && to_delete
        :: what == DELETE -> to_delete = true
        :: else
        fi
    }
#ifdef RING_FIRST
    signal = true;
#endif
    assert(what != WAKE || !freed);
    if
    :: (before & INBOX) == 0 ->
        inbox++;
#ifndef RING_FIRST
        signal = true
#endif
#ifdef LOOK_ALWAYS
    :: else -> assert(!freed); signal = true /* its core is read */
#else
    :: else /* who has appended T looks, or has looked */
#endif
    fi;
    before = 0
}

/* Of the list's first task, which is T if it is there: xTaskRemoveFromEventList. */
inline give(which, here)
{
    atomic {
        !locked[which] -> locked[which] = true;
        assert(!(out && list == which)); /* nobody gets what is given in place of who could use it */
        units[which]++;
        if
        :: list == which ->
            list = NONE;
            if
            :: here -> waits = NONE; ready = true; unlock(which); goto gave
            :: else
            fi
        :: list != which && which == 0 && u_listed -> u_listed = false; unlock(which); goto gave
        :: else -> unlock(which); goto gave
        fi
    }
#ifdef WAKE_BEHIND_LOCK
    unlock(which);
    request(WAKE, 0);
#else
    request(WAKE, 0);
    unlock(which);
#endif
gave:
    skip
}

proctype gives(byte which)
{
    byte before;

    give(which, false)
}

/* What another core does behind a suspension, and before a deletion: T leaves its list at once. */
inline withdraw()
{
    where = waits;
    if
    :: where != NONE ->
        lock(where);
#ifdef LISTED_BEHIND_LOCK
        same = (waits == where);
        same = same && (list != NONE);
#else
        same = (list != NONE);
        same = same && (waits == where);
#endif
        if
        :: same ->
            assert(list == where); /* it has that list's lock */
            list = NONE;
#ifndef WITHDRAWN_UNHEARD
            if
            :: (word & FINAL) != 0 /* it hears of its deletion next */
            :: else -> request(WAKE, 0)
            fi
#endif
        :: else
        fi;
        unlock(where)
    :: else
    fi;
    atomic { where = 0; same = false }
}

inline suspend()
{
#ifdef LOOK_BEFORE_REQUEST
    withdraw();
    request(SUSPEND, RESUME);
#else
    request(SUSPEND, RESUME);
#ifndef LEAVE_IN_LIST
    withdraw();
#endif
#endif
    out = !to_run
}

proctype asks(byte times)
{
    byte before, where;
    bool same;

    do
    :: times > 0 ->
        times--;
        if
        :: suspend()
        :: request(RESUME, 0)
        fi
    :: times == 0 -> break
    od;
#ifndef KEEPS
#ifdef FINAL_LATE
    withdraw();
    atomic { word = word | FINAL };
#else
    atomic { word = word | FINAL };
    withdraw();
#endif
    request(DELETE, 0);
    out = true;
    assert(list == NONE) /* what it waited for may be freed */
#endif
}

proctype resumes()
{
    byte before;

    request(RESUME, 0)
}

proctype u()
{
    do
    :: atomic {
           !locked[0] ->
           if
           :: units[0] > 0 -> units[0]--; u_done = true; break
           :: else -> u_listed = true
           fi
       }
end:   !u_listed
    od
}

/* vGicStopWaiting: whatever T waits for, on its own core. */
inline stop_waiting()
{
#ifndef STOP_WITHOUT_LOCK
    atomic { !locked[waits] -> locked[waits] = true; list = NONE };
    atomic { unlock(waits); waits = NONE }
#else
    atomic { list = NONE; waits = NONE }
#endif
}

/* xGicServeRequests */
inline serve()
{
    atomic { found = inbox; inbox = 0 };
    assert(found <= 1);
    if
    :: found == 1 ->
#ifdef CLEAR_LATE
        asked = word;
        word = word & FINAL;
#else
#ifdef FINAL_TAKEN
        atomic { asked = word; word = 0 };
#else
        atomic { asked = word; word = word & FINAL };
#endif
#endif
        if
        :: deleted
        :: !deleted ->
            if
            :: (asked & (SUSPEND | DELETE)) != 0 ->
                if
                :: waits != NONE -> stop_waiting()
                :: else
                fi;
                ready = false
            :: (asked & (SUSPEND | DELETE)) == 0 && (asked & WAKE) != 0 && waits != NONE && list == NONE ->
                /* Nobody is about to touch it behind the lock, which is free; or else it is waited for. */
                if
#ifndef NO_LOOK_AT_LOCK
                :: !locked[waits] -> waits = NONE
                :: locked[waits] -> stop_waiting()
#else
                :: waits = NONE
#endif
                fi;
                ready = true
            :: else
            fi;
            if
            :: (asked & DELETE) != 0 -> deleted = true
#ifdef RESUME_WAITING
            :: (asked & DELETE) == 0 && (asked & RESUME) != 0 -> ready = true
#else
            :: (asked & DELETE) == 0 && (asked & RESUME) != 0 && waits == NONE -> ready = true
#endif
            :: else
            fi
        fi
    :: else
    fi;
    atomic { found = 0; asked = 0 }
}

/* T's call, between two points at which its core hears of others. */
inline looks()
{
    atomic {
        if
        :: units[takes] > 0 -> units[takes]--; takes++; late = false /* of a semaphore, without the lock */
        :: units[takes] == 0 && !locked[takes] -> looked = true
        fi
    }
}

inline sleeps()
{
    atomic {
        !locked[takes] ->
        looked = false;
        if
#ifndef NO_LOOK_BEFORE_SLEEP
        :: units[takes] > 0
        :: units[takes] == 0 && late -> takes++; late = false
#else
        :: late -> takes++; late = false
#endif
        :: else -> ready = false; waits = takes; locked[takes] = true
        fi
    };
    if
    :: waits != NONE ->
#ifndef NO_LOOK_AT_WORD
        if
        :: (word & (SUSPEND | FINAL)) != 0 /* it would be in a list that nobody takes it from */
        :: else -> assert(!(out && to_delete)); list = takes
        fi;
#else
        list = takes;
#endif
        unlock(takes)
    :: else
    fi
}

active proctype owner()
{
    byte found, asked, before;
    bool given;

end:
    do
    :: signal -> signal = false; serve()
    :: (running == T) != ready -> running = ready; serve()
    :: running == T && ready && takes < OBJECTS ->
        if
        :: !looked -> looks()
        :: looked -> sleeps()
        fi
    :: !deleted && ticks > 0 && (waits != NONE || looked) ->
        ticks--;
        late = true;
        if
        :: waits != NONE -> stop_waiting(); ready = true
        :: else
        fi
    :: running == IDLE && deleted && !freed -> serve(); freed = true
#ifndef KEEPS
    :: running == IDLE && !given -> given = true; give(0, true) /* by a routine */
#endif
    od
}

/* At rest, with nothing to come: nobody waits for what is there. */
proctype judges()
{
    timeout;
    assert((word & ~FINAL) == 0 && inbox == 0 && deleted == to_delete);
    assert(!to_run || to_delete || ready || waits != NONE);
    assert(list == waits);
    assert((to_run && !to_delete) || (!ready && waits == NONE));
    assert(waits == NONE || units[waits] == 0);
    assert(u_done || units[0] == 0 || !to_run || to_delete)
}

init
{
    atomic {
        run gives(0);
#ifndef KEEPS
        run asks(0);
#else
        run asks(1);
        run resumes();
#endif
#ifdef BOTH
        run gives(1);
        run resumes();
        u_done = true;
#else
        if
        :: run u()
        :: u_done = true
        fi;
#endif
        if
        :: ticks = 1
        :: true
        fi;
        run judges()
    }
}
